// practice/brain/unknown · the words of a wish that no example has.
import { isKnown, isThere } from "./examples.ts";
import type { Clause, Language } from "./types.ts";

/** In letters: anything longer is no word to name. */
const LONGEST = 30;
/** They are not what is missing. */
const LITTLE = /^(?:how|why|when|whether|so|much|not|no|yes|if|than|as|but)$/i;
const PLAIN = /^[\p{L}\p{N}'_-]+$/u;

/** Each once, in order; of Chinese and Japanese only what the runtime can tell to be whole words. */
export function unknownWords({ text, tokens }: Clause, language: Language): string[] {
  const plain = tokens
    .filter(
      ({ word, slot }) => slot === undefined && /^[a-z]/.test(word) && !isKnown(word, language),
    )
    .map(({ start, end }) => text.slice(start, end));
  const found = language === "en" ? plain : [...plain, ...wideWords(text, language)];
  return [...new Set(found)].filter(
    (word) => word.length <= LONGEST && PLAIN.test(word) && !LITTLE.test(word),
  );
}

function wideWords(text: string, language: Language): string[] {
  if (typeof Intl.Segmenter !== "function") return [];
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)]
    .filter(
      ({ isWordLike, segment }) =>
        isWordLike === true &&
        /^[\p{Script=Han}\p{Script=Katakana}ー]{2,}$/u.test(segment) &&
        !isThere(segment, language),
    )
    .map(({ segment }) => segment);
}
