// practice/brain/rows/row · an intent as data: the words that ask for a tool, and how its input is filled.
import type { Language } from "../types.ts";

/** A sentence in each language; it may have slots, and in what is said of a result `{tool}`, the name of the tool. */
export type Sentences = Readonly<Record<Language, string>>;

/** One tool and the words that ask for it. Nothing else has to be written for a new one. */
export interface IntentRow {
  /** What PRACTICE_EXPLAIN and phrases.json call it. */
  rule: string;
  /** The names that the tool may have, in small letters. */
  tools: readonly string[];
  /**
   * Regular expressions of whole requests, without a sign at the end and with half-width signs for full-width ones.
   * Their named groups are the slots.
   */
  words: Readonly<Record<Language, readonly string[]>>;
  /**
   * The input: the names that a property may have, with "|" between them, and its value. In a text `{slot}` is a slot
   * as the words see it, `{slot:text}` as it was typed, without spaces and quotes around it. A property whose slot the words left out is left out, too.
   */
  input: Readonly<Record<string, string | boolean>>;
  /** What is done, as in "I have no tool for this: …". */
  task: Sentences;
  /** Said before the result. Default: that the tool answered it. */
  says?: Sentences;
  /** Whether a request with another wish behind this one is not meant: the wish would become a part of a slot. */
  isAlone?: true;
}

export const POLITE = "(?:(?:please|can you|could you|now)\\s+)*";
export const POLITE_ZH = "(?:请|麻烦|帮我|给我|现在)*\\s*";

/** What is to be done later: the rest of the line. */
export const WISH = "(?<wish>\\S[^\\n]*)";
/** A command between quotes or backticks. */
export const COMMAND =
  '[`"“「](?<command>(?<=`)[^`\\n]+(?=`)|(?<=["“「])[^"”」\\n]+(?=["”」]))[`"”」]';
/** Minutes that divide an hour, as a schedule of five fields can say them. */
export const MINUTES = "(?!\\d{3})0?(?<minutes>[1-6]|10|12|15|20|30|60)";
/** A time of day. */
export const TIME = "(?=\\d{1,2}:\\d\\d)0?(?<hour>1?\\d|2[0-3]):0?(?<minute>[1-5]?\\d)";
