// practice/brain/tokens · a request or an example as a row of words and slots, and the pieces by which rows are compared.
import { conceptsOf } from "./concepts.ts";
import { kept } from "./kept.ts";
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

/** A row of words and slots as one text. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ word, slot }) => (slot ? `[${slot}]` : word)).join("\n");

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

/** Each name beside the next, and the ends of the row. */
const pairsOf = (row: readonly string[]): string[] =>
  [...row, "$"].map((one, at) => `${row[at - 1] ?? "^"} ${one}`);

/** Runs of three and four letters of a word with its ends; made once, because the same words stand in many examples. */
const runsOf = kept(
  (word: string) => {
    const letters = `^${word}$`;
    const runsAt = (at: number) => [3, 4].map((most) => `-${letters.slice(at, at + most)}`);
    return [...letters].flatMap((_, at) => runsAt(at));
  },
  (word) => word,
  10_000,
);

/** What rows are compared by: words and their neighbours, letters of English words, and what they mean. One may be there twice. */
export function piecesOf(tokens: readonly Token[], language: Language): string[] {
  const words = tokens.map(({ slot, word }) => (slot === undefined ? word : SLOTS[slot]));
  const { all, longest } = conceptsOf(words, language);
  const meanings = tokens.flatMap(({ slot }, at) =>
    slot === undefined ? (longest.get(at) ?? []) : SLOTS[slot],
  );
  const runs = tokens.flatMap(({ slot, word }) =>
    language === "en" && slot === undefined && word.length > 1 ? runsOf(word) : [],
  );
  return [...words, ...pairsOf(words), ...all, ...pairsOf(meanings), ...runs];
}
