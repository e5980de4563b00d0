// practice/brain/rows/row · an intent as data: the tool that carries it out, and how its input is filled.
import type { Language } from "../types.ts";

/** A sentence in each language; it may have slots, and in what is said of a result `{tool}`, the name of the tool. */
export type Sentences = Readonly<Record<Language, string>>;

export type Value = string | boolean;

/** One tool and what asks for it. With its examples, nothing else has to be written for a new one. */
export interface IntentRow {
  /** What PRACTICE_EXPLAIN and phrases.json call it. */
  rule: string;
  /** Its name in examples/, where that is another. */
  intent?: string;
  /** Examples that are not in examples/, written as these are. */
  examples?: Readonly<Record<Language, readonly string[]>>;
  /** The names that the tool may have, in small letters. */
  tools: readonly string[];
  /**
   * The input: the names that a property may have, with "|" between them, and its value. In a text `{slot}` is what
   * stands in the example's slot of that name, without quotes around it. A property whose slot the words left out is left out, too.
   */
  input: Readonly<Record<string, Value>>;
  /** What is done, as in "I have no tool for this: …". */
  task: Sentences;
  /** Said before the result. Default: that the tool answered it. */
  says?: Sentences;
  /** Where the id is found that the words do not say. */
  among?: Among;
  /** A slot that takes the rest of the request, whatever it says; with another wish behind it the request is not meant. */
  takes?: string;
}

/** A list that is looked at first; with exactly one entry that fits the words, the row is for it. */
export interface Among {
  /** The rule of the row that brings it. */
  list: string;
  /** The form of entries for which the row is not meant. */
  not?: string;
  /** What is done before, for entries such as these. */
  before?: { row: string; of: string };
}
