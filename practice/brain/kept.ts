// practice/brain/kept · what is learned from the examples of a language as one JSON file, so that no request waits for it.
import type { Learned } from "./examples.ts";
import { ranker, type Weights } from "./weights.ts";

/** Lists are lines of one text, and bytes are in base64: both are read faster than JSON's own. */
export interface Kept {
  intents: string;
  pieces: string;
  values: string;
  most: number;
  step: number;
  weights: string;
  /** Each word with the numbers of the intents that have it. */
  words: string;
  /** By intent: its rows, as `keyOf` writes them. */
  exact: Readonly<Record<string, string>>;
}

export function keep({ weights, words, exact }: Omit<Learned, "rank" | "rowsOf">): Kept {
  const { intents, pieces, values, most, step } = weights;
  const byIntent: Record<string, string[]> = {};
  for (const [row, intent] of exact) {
    byIntent[intent] ??= [];
    byIntent[intent].push(row);
  }
  const numbers = (names: ReadonlySet<string>) => [...names].map((name) => intents.indexOf(name));
  return {
    intents: intents.join("\n"),
    pieces: pieces.join("\n"),
    values: base64(values),
    most,
    step,
    weights: base64(weights.weights),
    words: [...words].map(([word, names]) => [word, ...numbers(names)].join(" ")).join("\n"),
    exact: Object.fromEntries(
      Object.entries(byIntent).map(([name, rows]) => [name, rows.join("\n")]),
    ),
  };
}

export function readKept(kept: Kept, isWide: boolean): Omit<Learned, "rowsOf"> {
  const intents = kept.intents.split("\n");
  const weights: Weights = {
    intents,
    pieces: kept.pieces.split("\n"),
    values: bytesOf(kept.values),
    most: kept.most,
    step: kept.step,
    weights: bytesOf(kept.weights),
  };
  const words = kept.words.split("\n").map((line) => {
    const [word = "", ...numbers] = line.split(" ");
    return [word, new Set(numbers.map((at) => intents[Number(at)] ?? ""))] as const;
  });
  const exact = Object.entries(kept.exact).flatMap(([intent, rows]) =>
    rows.split("\n").map((row) => [row, intent] as const),
  );
  const rank = ranker(weights, isWide);
  return { rank, weights, words: new Map(words), exact: new Map(exact) };
}

const base64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

function bytesOf(text: string): Uint8Array {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at);
  return bytes;
}
