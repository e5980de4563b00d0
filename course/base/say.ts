// course/base/say · sentences in the person's language: the English ones stand in the code, the others in words.json.
import { languageOf } from "../../shared/tries.ts";
import type { Language } from "./languages.ts";
import words from "./words.json" with { type: "json" };

/** By the English sentence, with {0}, {1} … where its values come: the same in the other languages; several lines may be a list. */
const WORDS: Record<string, Partial<Record<Language, string | string[]>>> = words;

/** A variable that says "en" where programs read what is said, whatever the person's language is. */
export const LANGUAGE = "COURSE_LANGUAGE";

/** The person's language. */
export function spoken(): Language {
  const { LC_ALL, LANG, [LANGUAGE]: given } = process.env;
  return languageOf({ LC_ALL: given || LC_ALL, LANG });
}

/** A sentence in the person's language: say`Made ${name}.` is looked up as "Made {0}.", and is English where it is not found. */
export const say: Say = (parts, ...values) => sayIn(spoken())(parts, ...values);

type Say = (parts: readonly string[], ...values: unknown[]) => string;

/** The same for a page, in the page's language. */
export const sayIn =
  (language: Language): Say =>
  (parts, ...values) => {
    const key = keyOf(parts);
    const said = [WORDS[key]?.[language] ?? key].flat().join("\n");
    return said.replaceAll(/\{(\d+)\}/g, (_, at) => String(values[Number(at)]));
  };

/** What a sentence is called in words.json. */
export const keyOf = (parts: readonly string[]): string =>
  parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`);
