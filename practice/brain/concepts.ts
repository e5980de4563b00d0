// practice/brain/concepts · words that mean much the same in a wish: "get rid of" and "trash" are both of delete.
import en from "./concepts/en.json" with { type: "json" };
import ja from "./concepts/ja.json" with { type: "json" };
import zh from "./concepts/zh.json" with { type: "json" };
import { kept } from "./kept.ts";
import type { Language } from "./types.ts";

/** Of each language the concepts, each with its phrases and "|" between them. */
export const CONCEPTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en,
  zh,
  ja,
};

/** Each phrase of a language, its words with a space between them, and the concepts it belongs to; none for what only begins one. */
type Phrases = ReadonlyMap<string, readonly string[]>;

const phrasesOf = kept(readPhrases, (language: Language) => language);

function readPhrases(language: Language): Phrases {
  const phrases = new Map<string, string[]>();
  for (const [concept, list] of Object.entries(CONCEPTS[language]))
    for (const phrase of list.split("|")) {
      const words = language === "en" ? phrase : [...phrase].join(" ");
      for (let at = words.indexOf(" "); at >= 0; at = words.indexOf(" ", at + 1)) {
        const start = words.slice(0, at);
        if (!phrases.has(start)) phrases.set(start, []);
      }
      phrases.set(words, [...(phrases.get(words) ?? []), `~${concept}`]);
    }
  return phrases;
}

export interface Concepts {
  /** Of every phrase that is there, overlapping ones too. */
  all: string[];
  /** Of the longest phrases one after another, by the word that each begins with. */
  longest: Map<number, string>;
}

/** The concepts in a row of words, as `tokensOf` makes them, each with "~" before it. */
export function conceptsOf(words: readonly string[], language: Language): Concepts {
  const phrases = phrasesOf(language);
  const found: Concepts = { all: [], longest: new Map() };
  let free = 0;
  words.forEach((_, at) => {
    let phrase = "";
    let longest: { end: number; concept: string } | undefined;
    for (let end = at; end < words.length; end++) {
      phrase += (end > at ? " " : "") + (words[end] ?? "");
      const concepts = phrases.get(phrase);
      if (concepts === undefined) break;
      if (concepts.length === 0) continue;
      found.all.push(...concepts);
      longest = { end, concept: concepts[0] ?? "" };
    }
    if (longest === undefined || at < free) return;
    found.longest.set(at, longest.concept);
    free = longest.end + 1;
  });
  return found;
}
