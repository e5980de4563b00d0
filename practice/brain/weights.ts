// practice/brain/weights · how much each piece of a row says for or against each intent, as signs, and the intents of a row by it.
import { piecesOf, type Token } from "./tokens.ts";
import type { Language } from "./types.ts";

export interface Weights {
  intents: readonly string[];
  pieces: readonly string[];
  /** The largest weight there is. */
  far: number;
  /** Of each piece two signs for each intent it speaks for or against: how far behind the one before, and how much. */
  weights: readonly string[];
}

export interface Ranked {
  intent: string;
  /** How likely it is, from 0 to 1; all together 1. */
  score: number;
}

/** How much of a length it is that a piece is in no example. */
const UNKNOWN = 0.8;
/** By how much the shares of a row are set apart. */
const SCALE = 4;
/** Numbers from -HALF to HALF are signs that JSON writes as they are. */
const HALF = 45;
/** Of those that would be so near 0 none is kept. */
const LEAST = 6;
const MIDDLE = 0x23 + HALF;
const BACKSLASH = 0x5c;

/** What a row's scores are divided by: more for more pieces that are known, and for words that no example has. */
export function lengthOf(pieces: readonly string[], isKnown: (piece: string) => boolean): number {
  const known = pieces.filter(isKnown).length;
  const strange = pieces.filter((piece) => piece.startsWith("=") && !isKnown(piece)).length;
  return Math.sqrt(known + UNKNOWN * strange || 1) / SCALE;
}

/** Signs in the place of numbers, and only for those that say something. */
export function packed(exact: {
  intents: readonly string[];
  pieces: readonly string[];
  /** By piece and then intent. */
  weights: Float32Array;
}): Weights {
  const { intents, pieces } = exact;
  const far = exact.weights.reduce((far, weight) => Math.max(far, Math.abs(weight)), 0);
  const weights = pieces.map((_, piece) => {
    let signs = "";
    let before = -1;
    intents.forEach((_, intent) => {
      const weight = exact.weights[piece * intents.length + intent] ?? 0;
      // Finer near 0, where most of them are.
      const steps = Math.round(Math.sign(weight) * Math.sqrt(Math.abs(weight) / far) * HALF);
      if (Math.abs(steps) < LEAST) return;
      for (; intent - before > HALF; before += HALF) signs += signOf(HALF) + signOf(0);
      signs += signOf(intent - before) + signOf(steps);
      before = intent;
    });
    return signs;
  });
  return { intents, pieces, far, weights };
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
export function ranker({ intents, pieces, far, weights }: Weights, language: Language) {
  const places = new Map<string, number>();
  for (let at = 0; at < pieces.length; at++) places.set(pieces[at] ?? "", at);
  return (tokens: readonly Token[]): Ranked[] => {
    const scores = intents.map(() => 0);
    const own = piecesOf(tokens, language);
    const known = own.flatMap((piece) => places.get(piece) ?? []);
    for (const place of known) addTo(scores, weights[place] ?? "");
    const scale = far / HALF ** 2 / lengthOf(own, (piece) => places.has(piece));
    const most = Math.max(...scores);
    const raised = scores.map((score) => Math.exp((score - most) * scale));
    const sum = raised.reduce((one, other) => one + other, 0);
    return intents
      .map((intent, at) => ({ intent, score: (raised[at] ?? 0) / sum }))
      .sort((one, other) => other.score - one.score);
  };
}

function addTo(scores: number[], signs: string): void {
  let intent = -1;
  for (let at = 0; at < signs.length; at += 2) {
    intent += numberOf(signs, at);
    const steps = numberOf(signs, at + 1);
    scores[intent] = (scores[intent] ?? 0) + steps * Math.abs(steps);
  }
}
