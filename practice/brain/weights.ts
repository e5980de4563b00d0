// practice/brain/weights · what is learned from examples, in the form in which it is kept in learned/, and the intents of a row by it.
import { piecesOf, type Token } from "./tokens.ts";

export interface Weights {
  intents: readonly string[];
  /** Sorted as learned: the place of a piece is its number. */
  pieces: readonly string[];
  /** How much each piece says, in steps of VALUE. */
  values: Uint8Array;
  /** How much a piece says that no example has. */
  most: number;
  /** How much a step of a weight is. */
  step: number;
  /** Of each piece: how many intents it speaks for or against, then each by its number, with its steps and 128. */
  weights: Uint8Array;
}

export interface Ranked {
  intent: string;
  score: number;
}

/** How much a piece that no example has takes from all scores. */
const UNKNOWN = 0.3;
const VALUE = 1 / 80;
const HALF = 128;

export function weightOf(
  piece: string,
  value: number | undefined,
  most: number,
  isWide: boolean,
): number {
  const isWord = isWide || piece.startsWith("=");
  return value ?? most * Math.sqrt(UNKNOWN * (isWord ? 1 : 0.3));
}

/** Small numbers in the place of exact ones, and only those that are not 0. */
export function packed(exact: {
  intents: readonly string[];
  pieces: readonly string[];
  values: Float32Array;
  most: number;
  /** By piece and then intent. */
  weights: Float32Array;
}): Weights {
  const { intents, pieces, weights, most } = exact;
  const step = weights.reduce((far, weight) => Math.max(far, Math.abs(weight)), 0) / (HALF - 1);
  const bytes: number[] = [];
  for (let piece = 0; piece < pieces.length; piece++) {
    const start = bytes.push(0) - 1;
    for (let intent = 0; intent < intents.length; intent++) {
      const steps = Math.round((weights[piece * intents.length + intent] ?? 0) / step);
      if (steps === 0) continue;
      bytes.push(intent, steps + HALF);
      bytes[start] = (bytes[start] ?? 0) + 1;
    }
  }
  const values = Uint8Array.from(exact.values, (value) => Math.round(value / VALUE));
  return { intents, pieces, values, most, step, weights: Uint8Array.from(bytes) };
}

/** The intents of a row, the likeliest first. */
export function ranker({ intents, pieces, values, most, step, weights }: Weights, isWide: boolean) {
  const starts = new Map<string, { start: number; value: number }>();
  let start = 0;
  pieces.forEach((piece, at) => {
    starts.set(piece, { start, value: (values[at] ?? 0) * VALUE });
    start += 1 + 2 * (weights[start] ?? 0);
  });
  return (tokens: readonly Token[]): Ranked[] => {
    const scores = intents.map(() => 0);
    let length = 0;
    for (const piece of piecesOf(tokens, isWide)) {
      const known = starts.get(piece);
      const value = weightOf(piece, known?.value, most, isWide);
      length += value ** 2;
      if (known === undefined) continue;
      const end = known.start + 2 * (weights[known.start] ?? 0);
      for (let at = known.start + 1; at < end; at += 2) {
        const intent = weights[at] ?? 0;
        scores[intent] = (scores[intent] ?? 0) + value * ((weights[at + 1] ?? HALF) - HALF);
      }
    }
    const scale = step / (Math.sqrt(length) || 1);
    return intents
      .map((intent, at) => ({ intent, score: (scores[at] ?? 0) * scale }))
      .sort((one, other) => other.score - one.score);
  };
}
