// practice/brain/unknown · the words of a wish that the brain does not know, whole or not at all.
import type { Clause, Language } from "./types.ts";

/** In letters: anything longer is no word to name. */
const LONGEST = 30;
/** They are not what is missing. */
const LITTLE = /^(?:how|why|when|whether|so|much|not|no|yes|if|than|as|but)$/i;
const HAN = /\p{Script=Han}/u;
/** Two single signs, or two parts in katakana. */
const SIDE_BY_SIDE =
  /^(?:\p{Script=Han} \p{Script=Han}|[\p{Script=Katakana}ー]+ [\p{Script=Katakana}ー]+)$/u;
const PARTICLE = /[をはがにのでともへや]/;

interface Part {
  text: string;
  start: number;
}

/** Each once, in order; of Chinese and Japanese only what the runtime can tell to be whole words. */
export function unknownWords({ text, tokens }: Clause, language: Language): string[] {
  const parts: Part[] = [];
  let at = 0;
  for (const token of tokens) {
    const start = text.toLowerCase().indexOf(token.text.toLowerCase(), at);
    if (start < 0) break;
    at = start + token.text.length;
    if (token.concepts.includes("unknown")) parts.push({ text: text.slice(start, at), start });
  }
  const plain = parts.map((part) => part.text).filter((word) => /^[\x00-\x7f]+$/.test(word));
  const words = language === "en" ? plain : (wholeWords(text, parts, language) ?? plain);
  return [...new Set(words)].filter(
    (word) => word.length <= LONGEST && /^[\p{L}\p{N}'_-]+$/u.test(word) && !LITTLE.test(word),
  );
}

/** The words that the parts belong to; undefined where the runtime cannot tell words apart. */
function wholeWords(text: string, parts: Part[], language: Language): string[] | undefined {
  if (typeof Intl.Segmenter !== "function") return undefined;
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
  const words: Part[] = [];
  for (const { segment, index, isWordLike } of segments) {
    const isUnknown = parts.some(
      ({ text: part, start }) => start < index + segment.length && index < start + part.length,
    );
    if (isWordLike !== true || !isUnknown) continue;
    const last = words.at(-1);
    // What stands side by side is one word here that the runtime does not know either.
    const isNext = last !== undefined && last.start + last.text.length === index;
    if (isNext && SIDE_BY_SIDE.test(`${last.text} ${segment}`)) last.text += segment;
    else words.push({ text: segment, start: index });
  }
  const whole = words.map((word) => isWhole(text, word));
  // What follows a part that is no word is the rest of it.
  const isRest = ({ start }: Part, at: number) => {
    const before = words[at - 1];
    return before !== undefined && !whole[at - 1] && before.start + before.text.length === start;
  };
  return words.filter((word, at) => whole[at] && !isRest(word, at)).map((word) => word.text);
}

/** Not a particle or an ending, nor one sign of a longer word. */
function isWhole(sentence: string, { text, start }: Part): boolean {
  if (/^\p{Script=Hiragana}{1,2}$/u.test(text) || /^[一两几][\p{Script=Han}]$/u.test(text))
    return false;
  if (text.length > 1 || !HAN.test(text)) return true;
  const [before, after] = [sentence.charAt(start - 1), sentence.charAt(start + 1)];
  if (HAN.test(before) || HAN.test(after)) return false;
  return !/\p{Script=Hiragana}/u.test(after) || PARTICLE.test(after);
}
