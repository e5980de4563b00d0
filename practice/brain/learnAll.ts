// practice/brain/learnAll · the files of learned/, from the examples: for `npm run practice -- --learn` and its test.
import { CONCEPTS } from "./concepts.ts";
import { learnFrom, phrasingsOf, vocabularyOf } from "./examples.ts";
import { keep } from "./kept.ts";
import type { Language } from "./types.ts";

/** In how many intents a word is that is hardly somebody's own name or text. */
const COMMON = 8;

/** A short name of a language's examples and concepts: another one when any of them changes. */
export function sourceOf(language: Language): string {
  const text = JSON.stringify([phrasingsOf(language), CONCEPTS[language]]);
  // FNV-1a, 32 bits.
  const hash = [...text].reduce(
    (hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  );
  return (hash >>> 0).toString(36);
}

/** The text of each language's file. */
export function learnAll(): Record<string, string> {
  const texts = (["en", "zh", "ja"] as const).map((language): [string, string] => {
    const phrasings = phrasingsOf(language);
    const common = [...vocabularyOf(phrasings)].filter(([, count]) => count >= COMMON);
    const words = common.map(([word]) => word);
    const kept = keep(learnFrom(phrasings, language), words, sourceOf(language));
    return [language, `${JSON.stringify(kept, null, 2)}\n`];
  });
  return Object.fromEntries(texts);
}
