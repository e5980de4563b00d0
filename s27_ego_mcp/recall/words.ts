// s26 · recall/words – a text as tokens: three letters at a time, and two at a time where a script has no spaces.
import { list } from "../../shared/text.ts";

const DENSE = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";
const RUN = new RegExp(`[${DENSE}]+|(?:(?![${DENSE}])[\\p{L}\\p{M}\\p{N}])+`, "gu");
const IS_DENSE = new RegExp(`^[${DENSE}]`, "u");

/** They are in every text, and so say nothing about one. */
const COMMON = new Set(
  list(
    "a an and are as at be been but by do does for from had has have he her him his how i if in into is it its me my no not of on or our she so that the their them there they this to was we were what when where which who why will with you your",
  ),
);

/** A text is looked at so far; its rest is kept, and found by nothing. */
const MAX_READ = 20_000;
const MAX_LOOKED_UP = 64;

/** The words of a text, in one spelling. A run of Chinese, Japanese or Korean counts as one. */
export const wordsIn = (text: string): string[] =>
  text.slice(0, MAX_READ).normalize("NFKC").toLowerCase().match(RUN) ?? [];

/** Its words without the common ones, unless it has no others. */
export function tellingWords(text: string): string[] {
  const words = wordsIn(text);
  const telling = words.filter((word) => !COMMON.has(word));
  return telling.length > 0 ? telling : words;
}

/** The tokens of a word: "boats" is boa, oat, ats, and 夕日を is 夕日, 日を. A short word is one token. */
export function tokensOf(word: string): string[] {
  const characters = [...word];
  const size = isDense(word) ? 2 : 3;
  return characters.length <= size ? [word] : pieces(characters, size);
}

const pieces = (characters: string[], size: number): string[] =>
  characters.slice(size - 1).map((_, at) => characters.slice(at, at + size).join(""));

/** What the index has of a text: its tokens, and each character of a dense script, so that one alone finds it. */
export const indexTokens = (text: string): string[] =>
  tellingWords(text).flatMap((word) =>
    isDense(word) ? [...tokensOf(word), ...word] : tokensOf(word),
  );

/** What is looked up for a cue: each token once, and not too many. */
export const cueTokens = (cue: string): string[] =>
  [...new Set(tellingWords(cue).flatMap(tokensOf))].slice(0, MAX_LOOKED_UP);

/** True for words of a script without spaces. */
export const isDense = (word: string): boolean => IS_DENSE.test(word);

/** True when two texts differ in no more than spaces, commas, full stops and capitals: a sign or another order may mean the opposite. */
export const saysNoMore = (text: string, than: string): boolean => spelled(text) === spelled(than);

const PAUSES = /[\s.,;!'"()‘’“”、。「」『』]+/gu;
/** Within a number, a point is no pause. */
const spelled = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/(?<=\d)\.(?=\d)/g, "·")
    .replaceAll(PAUSES, " ")
    .trim();
