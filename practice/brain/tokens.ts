// practice/brain/tokens · a request or an example as a row of words and slots, and the pieces by which rows are compared.
import { conceptsOf } from "./concepts.ts";
import type { Language, Span } from "./types.ts";

/** What a slot holds; the letter stands for it where rows are compared. */
export const SLOTS = {
  file: "F",
  folder: "D",
  pattern: "P",
  text: "Q",
  old: "Q",
  new: "Q",
  number: "N",
  time: "T",
  every: "E",
  wish: "W",
  command: "C",
  name: "A",
  topic: "O",
  language: "L",
  it: "I",
} as const;
export type Slot = keyof typeof SLOTS;

export interface Token {
  /** A word in small letters; of Chinese and Japanese a single sign. */
  word: string;
  /** Where it is a slot: which. */
  slot?: Slot;
  /** What it stands for, and its part in a wish: name, pattern, literal, order, unclear, wish or skill-name. */
  span?: Span;
  role?: string;
  /** From where to where in the text. */
  start: number;
  end: number;
}

const MARKED = /^[\uE000-\uF8FF]/;
const WORD =
  /[\uE000-\uF8FF]|\d+(?:[.:]\d+)*|[\p{Script=Latin}_][\p{Script=Latin}\p{M}\d_]*(?:['’][\p{Script=Latin}]+)?|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]|[?:]/gu;

/** The words of a text in which one character stands for each span; `spanOf` tells what it is, from the words before it. */
export function tokensOf(
  text: string,
  spanOf: (mark: string, before: string) => Omit<Token, "word" | "start" | "end">,
): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const place = { start: index, end: index + raw.length };
    if (MARKED.test(raw)) return { word: raw, ...spanOf(raw, text.slice(0, index)), ...place };
    const word = raw.normalize("NFKC").toLowerCase().replace("’", "'");
    if (/^\d/.test(raw)) return { word, slot: "number", ...place };
    return { word, ...place };
  });
}

/** What people say around a wish, before it and behind it. */
const MANNERS = [
  "please|pls|plz|now|hey|ok|okay|so|just|kindly|also|then|can you|could you|would you|will you|can u|i want you to|i'd like you to|请|帮我|麻烦|麻烦你|你|能不能|可以|可不可以|能|现在|先|再",
  "please|pls|plz|now|for me|thanks|?|:|一下|吧|吗|好吗|谢谢|ください|下さい|くださいね|くれ|くれますか|くれませんか|もらえますか|もらえる|お願いします|お願い|ね|よ",
].map((side) =>
  side
    .split("|")
    .map((words) => (/^[a-z]/.test(words) ? words.split(" ") : [...words]))
    .sort((one, other) => other.length - one.length),
);

/** Of many names in a row, two say as much. */
const isThird = (row: readonly Token[], at: number) =>
  row[at - 1]?.slot === row[at]?.slot && row[at - 2]?.slot === row[at]?.slot;

/** A row without what is only polite; never nothing. */
export function bare(tokens: readonly Token[]): readonly Token[] {
  const [before = [], behind = []] = MANNERS;
  const isThere = (words: string[], at: number) =>
    words.every((word, next) => tokens[at + next]?.word === word);
  let [from, to] = [0, tokens.length];
  for (let found: string[] | undefined = []; found !== undefined; from += found?.length ?? 0)
    found = before.find((words) => from + words.length < to && isThere(words, from));
  for (let found: string[] | undefined = []; found !== undefined; to -= found?.length ?? 0)
    found = behind.find((words) => to - words.length > from && isThere(words, to - words.length));
  return tokens
    .slice(from, to)
    .filter(({ slot }, at, row) => slot === undefined || !isThird(row, at));
}

/** The number of a name; two names have two numbers, below 2 ** 14. */
export type NumberOf = (name: string) => number;

/** Pieces as numbers, for these are compared many times: one name, two beside each other, or one somewhere before another. */
const single = (one: number) => one << 2;
const pair = (one: number, other: number) => (((one << 14) | other) << 2) | 1;
const apart = (one: number, other: number) => (((one << 14) | other) << 2) | 2;

const runs = new Map<string, number[]>();

/** Runs of three and four letters of a word with its ends, each as a number of its own. */
function runsOf(word: string): number[] {
  const found = runs.get(word);
  if (found !== undefined) return found;
  const codes = [...`^${word}$`].map((sign) => sign.charCodeAt(0) & 127);
  const own: number[] = [];
  for (let at = 0; at + 3 <= codes.length; at++) {
    const [first = 0, second = 0, third = 0, fourth] = codes.slice(at, at + 4);
    const three = first | (second << 7) | (third << 14);
    own.push(-three);
    if (fourth !== undefined) own.push(-(three | (fourth << 21)));
  }
  runs.set(word, own);
  return own;
}

/** How many there are of each kind of slot, up to two; behind the numbers of runs. */
function addCounts(pieces: number[], tokens: readonly Token[]): void {
  const counts = COUNTED.map(() => 0);
  for (const { slot } of tokens) {
    const at = slot === undefined ? -1 : COUNTED.indexOf(SLOTS[slot]);
    if (at >= 0) counts[at] = Math.min(2, (counts[at] ?? 0) + 1);
  }
  for (const [at, count] of counts.entries()) pieces.push(-((1 << 28) + (at << 2) + count));
}
const COUNTED = [..."FDPQCN"];

/** Of a very long wish, so many of its concepts are laid beside each other. */
const MOST = 20;

/** The concepts and slots of a row in their order, one by one, beside the next, and each before each. */
function addMeanings(
  pieces: number[],
  words: readonly string[],
  { tokens, language, numberOf }: Row,
): void {
  const { all, row } = conceptsOf(words, language);
  for (const concept of all) pieces.push(single(numberOf(concept)));
  const places = [...row];
  tokens.forEach(({ slot }, at) => {
    if (slot !== undefined) places.push({ at, concept: SLOTS[slot] });
  });
  if (places.length > row.length) places.sort((one, other) => one.at - other.at);
  const order = places.slice(0, MOST).map(({ concept }) => numberOf(concept));
  let before = numberOf("^");
  for (let at = 0; at < order.length; at++) {
    const own = order[at] ?? 0;
    pieces.push(pair(before, own));
    for (let next = at + 1; next < order.length; next++) pieces.push(apart(own, order[next] ?? 0));
    before = own;
  }
  pieces.push(pair(before, numberOf("$")));
}

interface Row {
  tokens: readonly Token[];
  language: Language;
  numberOf: NumberOf;
}

/** What rows are compared by: words and their neighbours, letters of English words, and what they mean. One may be there twice. */
export function piecesOf(
  tokens: readonly Token[],
  language: Language,
  numberOf: NumberOf,
): number[] {
  const words = tokens.map(({ slot, word }) => (slot === undefined ? word : SLOTS[slot]));
  const pieces: number[] = [];
  addCounts(pieces, tokens);
  addMeanings(pieces, words, { tokens, language, numberOf });
  let before = numberOf("^");
  for (const [at, word] of words.entries()) {
    const own = numberOf(word);
    pieces.push(single(own), pair(before, own));
    before = own;
    const isRun = language === "en" && tokens[at]?.slot === undefined && word.length > 1;
    if (isRun) for (const run of runsOf(word)) pieces.push(run);
  }
  pieces.push(pair(before, numberOf("$")));
  return pieces;
}
