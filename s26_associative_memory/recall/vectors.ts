// s26 · recall/vectors – a text as a direction. Hashing needs no model; another embedder may take its place.
import { isDense, tellingWords, tokensOf } from "./words.ts";

export type Vector = Float32Array;

/** What makes vectors of texts. */
export interface Embedder {
  /** Its name and version. Vectors of two models are never compared. */
  model: string;
  /** From which cosine on two texts are related, are linked, and say the same. */
  limits: { related: number; alike: number; same: number };
  /** The host that gets the texts; undefined when they stay here. */
  sentTo?: string;
  /** Vectors of length 1, all of one size, in the order of the texts. */
  embed(texts: string[]): Promise<Vector[]>;
}

const SIZE = 1024;

/**
 * Signed feature hashing: each word and each token adds 1 or −1 at a place that a hash of it says. Texts that share
 * them are near each other. It knows no meaning: "tired" and "exhausted" are as far apart as any two words.
 */
export const hashing: Embedder = {
  model: `hash-${SIZE}`,
  limits: { related: 0.25, alike: 0.55, same: 0.93 },
  embed: async (texts) => texts.map(hashed),
};

/** The vector of one text. */
export function hashed(text: string): Vector {
  const counts = new Map<string, number>();
  for (const feature of tellingWords(text).flatMap(featuresOf))
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const vector = new Float32Array(SIZE);
  for (const [feature, count] of counts) {
    const hash = fnv1a(feature);
    const place = hash % SIZE;
    const sign = hash & 0x80000000 ? -1 : 1;
    vector[place] = (vector[place] ?? 0) + sign * (1 + Math.log(count));
  }
  return unit(vector);
}

const featuresOf = (word: string): string[] =>
  isDense(word) ? tokensOf(word) : [`=${word}`, ...tokensOf(word)];

/** The hash of Fowler, Noll and Vo, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

export function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** The same direction with length 1; nothing has no direction, and stays nothing. */
export function unit(vector: Vector): Vector {
  const length = Math.sqrt(dot(vector, vector));
  return length < 1e-6 ? vector.map(() => 0) : vector.map((value) => value / length);
}

export function sumOf(vectors: Vector[], weights: number[]): Vector {
  const sum = new Float32Array(Math.max(0, ...vectors.map(({ length }) => length)));
  for (const [at, vector] of vectors.entries()) {
    const weight = weights[at] ?? 0;
    for (let place = 0; place < sum.length; place++)
      sum[place] = (sum[place] ?? 0) + weight * (vector[place] ?? 0);
  }
  return sum;
}

export const meanOf = (vectors: Vector[]): Vector =>
  sumOf(
    vectors,
    vectors.map(() => 1 / vectors.length),
  );

/** What vectors have in common: the direction of their mean. */
export interface Common {
  direction: Vector;
  /** How much of it says nothing: little when they are few, because what two share may be what connects them. */
  share: number;
}

/** With so many, half of it is taken out; with thirty, nearly all. */
const HALF_AT = 6;

export const commonOf = (vectors: Vector[]): Common => ({
  direction: unit(meanOf(vectors)),
  share: vectors.length ** 2 / (vectors.length ** 2 + HALF_AT ** 2),
});

/** What a vector has beyond what all have in common, with length 1. */
export function centred(vector: Vector, { direction, share }: Common): Vector {
  const part = share * dot(vector, direction);
  return unit(vector.map((value, at) => value - part * (direction[at] ?? 0)));
}
