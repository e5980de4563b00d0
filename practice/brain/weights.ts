// practice/brain/weights · what each piece says for or against each intent, as signs, and the intents of a row by it.
import { piecesOf, type Token } from "./tokens.ts";

export interface Weights {
  intents: readonly string[];
  pieces: readonly string[];
  /** How much each piece says: a sign for each, in steps of VALUE. */
  values: string;
  /** How much a piece says that no example has. */
  most: number;
  /** The largest weight there is. */
  far: number;
  /** Of each piece two signs for each intent it speaks for or against: how far behind the one before, and how much. */
  weights: readonly string[];
}

export interface Ranked {
  intent: string;
  score: number;
}

/** How much a piece that no example has takes from all scores. */
const UNKNOWN = 0.3;
const VALUE = 1 / 28;
/** Numbers from -HALF to HALF are signs that JSON writes as they are. */
const HALF = 45;
const MIDDLE = 0x23 + HALF;
const BACKSLASH = 0x5c;

export function weightOf(
  piece: string,
  value: number | undefined,
  most: number,
  isWide: boolean,
): number {
  const isWord = isWide || piece.startsWith("=");
  return value ?? most * Math.sqrt(UNKNOWN * (isWord ? 1 : 0.3));
}

/** Signs in the place of numbers, and only for those that are not 0. */
export function packed(exact: {
  intents: readonly string[];
  pieces: readonly string[];
  values: Float32Array;
  most: number;
  /** By piece and then intent. */
  weights: Float32Array;
}): Weights {
  const { intents, pieces, most } = exact;
  const far = exact.weights.reduce((far, weight) => Math.max(far, Math.abs(weight)), 0);
  const weights = pieces.map((_, piece) => {
    let signs = "";
    let before = -1;
    intents.forEach((_, intent) => {
      const weight = exact.weights[piece * intents.length + intent] ?? 0;
      // Finer near 0, where most of them are.
      const steps = Math.round(Math.sign(weight) * Math.sqrt(Math.abs(weight) / far) * HALF);
      if (steps === 0) return;
      for (; intent - before > HALF; before += HALF) signs += signOf(HALF) + signOf(0);
      signs += signOf(intent - before) + signOf(steps);
      before = intent;
    });
    return signs;
  });
  const values = Array.from(exact.values, (value) => signOf(Math.round(value / VALUE) - HALF));
  return { intents, pieces, values: values.join(""), most, far, weights };
}

/** From -HALF to HALF. */
function signOf(number: number): string {
  const code = MIDDLE + number;
  return String.fromCharCode(code >= BACKSLASH ? code + 1 : code);
}

function numberOf(signs: string, at: number): number {
  const code = signs.charCodeAt(at);
  return (code > BACKSLASH ? code - 1 : code) - MIDDLE;
}

/** The intents of a row, the likeliest first. */
export function ranker({ intents, pieces, values, most, far, weights }: Weights, isWide: boolean) {
  const places = new Map<string, number>();
  for (let at = 0; at < pieces.length; at++) places.set(pieces[at] ?? "", at);
  return (tokens: readonly Token[]): Ranked[] => {
    const scores = intents.map(() => 0);
    let length = 0;
    for (const piece of piecesOf(tokens, isWide)) {
      const place = places.get(piece);
      const known = place === undefined ? undefined : (numberOf(values, place) + HALF) * VALUE;
      const value = weightOf(piece, known, most, isWide);
      length += value ** 2;
      const signs = place === undefined ? "" : (weights[place] ?? "");
      let intent = -1;
      for (let at = 0; at < signs.length; at += 2) {
        intent += numberOf(signs, at);
        const steps = numberOf(signs, at + 1);
        scores[intent] = (scores[intent] ?? 0) + value * steps * Math.abs(steps);
      }
    }
    const scale = far / HALF ** 2 / (Math.sqrt(length) || 1);
    return intents
      .map((intent, at) => ({ intent, score: (scores[at] ?? 0) * scale }))
      .sort((one, other) => other.score - one.score);
  };
}
