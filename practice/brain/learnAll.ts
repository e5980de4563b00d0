// practice/brain/learnAll · the files of learned/, from the examples: for `npm run practice -- --learn` and its test.
import { learnFrom, phrasingsOf, vocabularyOf } from "./examples.ts";
import { keep } from "./kept.ts";

/** In how many intents a word is that is hardly somebody's own name or text. */
const COMMON = 5;

/** The text of each language's file. */
export function learnAll(): Record<string, string> {
  const texts = (["en", "zh", "ja"] as const).map((language): [string, string] => {
    const phrasings = phrasingsOf(language);
    const common = [...vocabularyOf(phrasings)].filter(([, count]) => count >= COMMON);
    const words = common.map(([word]) => word);
    const kept = keep(learnFrom(phrasings, language), words);
    return [language, `${JSON.stringify(kept, null, 2)}\n`];
  });
  return Object.fromEntries(texts);
}
