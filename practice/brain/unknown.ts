// practice/brain/unknown · the one word of a wish that no example has, where that is what stands in the way.

import { isKnown, isThere } from "./examples.ts";
import { tell } from "./tell.ts";
import type { Token } from "./tokens.ts";
import type { Clause, Language } from "./types.ts";

/** In letters: anything longer is no word to name. */
const LONGEST = 30;
/** They are not what is missing. */
const LITTLE = /^(?:how|why|when|whether|so|much|not|no|yes|if|than|as|but)$/i;
const WIDE = /^[\p{Script=Han}\p{Script=Katakana}ー]{2,}$/u;

/** Says which word is not known; "" where there is none, or more than one. */
export function unknownIn({ text, tokens }: Clause, language: Language): string {
  const words = tokens
    .filter(
      ({ word, slot }) => slot === undefined && /^[a-z]/.test(word) && !isKnown(word, language),
    )
    .map(({ start, end }) => text.slice(start, end));
  const [word = "", more] = new Set(
    language === "en" ? words : [...words, ...wideWords(text, language)],
  );
  if (word === "" || more !== undefined || word.length > LONGEST || LITTLE.test(word)) return "";
  return tell(language, "dontKnow", { word });
}

/** Whether a Japanese wish has a word beside its names and texts that no example has: a part of it is not understood. */
export function hasUnknown({ text, tokens }: Clause): boolean {
  const isStrange = ({ word, slot }: Token) =>
    slot === undefined && /^[a-z]{2}/.test(word) && !isKnown(word, "ja");
  return tokens.some(isStrange) || wideWords(text, "ja").some((word) => KATAKANA.test(word));
}

const KATAKANA = /^[\p{Script=Katakana}ー]{3,}$/u;

/** Of Chinese and Japanese only what the runtime can tell to be whole words. */
function wideWords(text: string, language: Language): string[] {
  if (typeof Intl.Segmenter !== "function") return [];
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => WIDE.test(segment) && !isThere(segment, language));
}
