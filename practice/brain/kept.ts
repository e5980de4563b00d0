// practice/brain/kept · what is learned from the examples of a language as one JSON file, so that no request waits for it.
import type { Learned, learnFrom } from "./examples.ts";
import type { Language } from "./types.ts";
import { ranker } from "./weights.ts";

/** Lists are lines of one text, which is read faster than a list of JSON. */
export interface Kept {
  /** A short name of what it was learned from. */
  from: string;
  pieces: string;
  far: number;
  weights: string;
  /** Each word with the numbers of the intents that have it. */
  words: string;
  /** Words that many intents have. */
  common: string;
  /** By intent: its rows, as `keyOf` writes them. */
  exact: Readonly<Record<string, string>>;
}

export function keep(
  { weights, words, exact }: ReturnType<typeof learnFrom>,
  common: readonly string[],
  from: string,
): Kept {
  const { intents, pieces, far } = weights;
  const numbers = (names: ReadonlySet<string>) => [...names].map((name) => intents.indexOf(name));
  const rowsOf = (intent: string) =>
    [...exact].flatMap(([row, own]) => (own === intent ? [row] : [])).join(" ");
  return {
    from,
    pieces: pieces.join("\n"),
    far,
    weights: weights.weights.join("\n"),
    words: [...words].map(([word, names]) => [word, ...numbers(names)].join(" ")).join("\n"),
    common: common.join(" "),
    exact: Object.fromEntries(intents.map((intent) => [intent, rowsOf(intent)])),
  };
}

export function readKept(kept: Kept, language: Language): Omit<Learned, "rowsOf"> {
  const intents = Object.keys(kept.exact).sort();
  const { far } = kept;
  const pieces = kept.pieces.split("\n");
  const weights = { intents, pieces, far, weights: kept.weights.split("\n") };
  const lines = new Map<string, string>();
  for (const line of kept.words.split("\n")) lines.set(line.slice(0, line.indexOf(" ")), line);
  const read = new Map<string, ReadonlySet<string>>();
  const intentsOf = (word: string) => {
    const line = read.has(word) ? undefined : lines.get(word);
    const numbers = line?.split(" ").slice(1);
    if (numbers) read.set(word, new Set(numbers.map((at) => intents[Number(at)] ?? "")));
    return read.get(word);
  };
  const exact = new Map<string, string>();
  for (const intent of intents)
    for (const row of kept.exact[intent]?.split(" ") ?? []) exact.set(row, intent);
  return { rank: ranker(weights, language), weights, words: { get: intentsOf }, exact };
}
