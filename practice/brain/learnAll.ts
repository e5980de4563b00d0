// practice/brain/learnAll · the files of learned/, from the examples: for `npm run practice -- --learn` and its test.
import en from "./examples/en.json" with { type: "json" };
import ja from "./examples/ja.json" with { type: "json" };
import zh from "./examples/zh.json" with { type: "json" };
import { learnFrom, vocabularyOf } from "./examples.ts";
import { keep } from "./kept.ts";
import type { Language } from "./types.ts";

export const PHRASINGS: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en,
  zh,
  ja,
};

/** In how many intents a word is that is hardly somebody's own name or text. */
const COMMON = 5;

/** The text of each language's file. */
export function learnAll(): Record<string, string> {
  const texts = (["en", "zh", "ja"] as const).map((language): [string, string] => {
    const phrasings = Object.entries(PHRASINGS[language]);
    const common = [...vocabularyOf(phrasings)].filter(([, count]) => count >= COMMON);
    const words = common.map(([word]) => word);
    const kept = keep(phrasings, learnFrom(phrasings, language), words);
    return [language, `${JSON.stringify(kept, null, 2)}\n`];
  });
  return Object.fromEntries(texts);
}
