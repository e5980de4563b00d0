// practice/brain/learnAll · the files of learned/, from the examples: for `npm run practice -- --learn` and its test.
import { learnFrom, PHRASINGS } from "./examples.ts";
import { keep } from "./kept.ts";

/** The text of each language's file. */
export function learnAll(): Record<string, string> {
  const texts = (["en", "zh", "ja"] as const).map((language): [string, string] => {
    const learned = learnFrom(Object.entries(PHRASINGS[language]), language);
    return [language, `${JSON.stringify(keep(learned), null, 2)}\n`];
  });
  return Object.fromEntries(texts);
}
