// shared/characters · the size of a text as a person counts it, and cuts that split no character.
import stringWidth from "string-width";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** What a person sees as one character has at most so many code units; longer ones are built to do harm. */
const LONGEST = 100;

/** The number of code points: an emoji counts as one, where `length` says two. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** How many columns of a window a text takes at most: a wide code point, such as a Chinese one, takes two, and any other one. */
export function columnsIn(text: string): number {
  let count = 0;
  for (const one of text) count += Math.max(1, stringWidth(one));
  return count;
}

/** The first `max` code points, or a few less, where a family of emoji or a letter with its accent would be split. */
export function firstCharacters(text: string, max: number): string {
  return text.slice(0, boundaryBefore(text, placeOf(text, max)));
}

/** The last `max` code points, or a few less. */
export function lastCharacters(text: string, max: number): string {
  const at = placeOf(text, charactersIn(text) - max);
  return text.slice(boundaryAfter(text, at));
}

/** Where the code point number `count` begins. */
function placeOf(text: string, count: number): number {
  let at = 0;
  for (let seen = 0; seen < count && at < text.length; seen++)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** `at`, or the beginning of the character that it would split. */
function boundaryBefore(text: string, at: number): number {
  const start = graphemes.segment(text).containing(at)?.index ?? at;
  return at - start > LONGEST ? at : start;
}

function boundaryAfter(text: string, at: number): number {
  const found = graphemes.segment(text).containing(at);
  if (found === undefined || found.index === at) return at;
  const end = found.index + found.segment.length;
  return end - at > LONGEST ? at : end;
}
