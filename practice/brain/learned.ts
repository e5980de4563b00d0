// practice/brain/learned · weighs the pieces of examples, so that a request finds the intent whose examples it is like.
import { piecesOf, type Token } from "./tokens.ts";
import type { Language } from "./types.ts";
import { lengthOf, packed, type Weights } from "./weights.ts";

export interface Example {
  intent: string;
  /** The example as it is, and with less of it marked as slots. */
  rows: readonly (readonly Token[])[];
}

/** A row as the places of its pieces; each counts the same, and less in a longer row. */
interface Vector {
  places: Int32Array;
  value: number;
  intent: number;
}

/** A piece that is in fewer rows is left out. */
const FEWEST = 4;
const ROUNDS = 8;
const BATCH = 64;
const STEP = 0.5;
/** What pulls each weight back to 0, so that no single piece says too much. */
const PULL = 1e-4;

/**
 * Multinomial logistic regression: each weight says how much a piece speaks for an intent. It is trained in small
 * batches with AdaGrad (Duchi, Hazan, Singer 2011), in an order that is always the same.
 */
export function learn(examples: readonly Example[], language: Language): Weights {
  const intents = [...new Set(examples.map(({ intent }) => intent))].sort();
  const rows = examples.flatMap(({ intent, rows }) =>
    rows.map((row) => ({ intent: intents.indexOf(intent), pieces: piecesOf(row, language) })),
  );
  const places = placesOf(rows.map(({ pieces }) => pieces));
  const vectors = rows.map(({ intent, pieces }): Vector => {
    const known = pieces.flatMap((piece) => places.get(piece) ?? []);
    return {
      intent,
      places: Int32Array.from(known),
      value: 1 / lengthOf(pieces, (piece) => places.has(piece)),
    };
  });
  const weights = new Float32Array(places.size * intents.length);
  const sums = new Float32Array(weights.length).fill(1e-8);
  for (let round = 0; round < ROUNDS; round++)
    for (const batch of batches(vectors, round)) correct(weights, sums, batch, intents.length);
  return packed({ intents, pieces: [...places.keys()], weights });
}

function placesOf(rows: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) for (const piece of row) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= FEWEST);
  return new Map(often.map(([piece], place) => [piece, place]));
}

/** All vectors in an order that mixes the intents, another one in each round. */
function* batches(vectors: readonly Vector[], round: number): Generator<Vector[]> {
  const order = vectors.map((_, at) => at);
  let seed = round + 1;
  for (let at = order.length - 1; at > 0; at--) {
    // Numerical Recipes' linear congruential generator.
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const other = seed % (at + 1);
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
  for (let from = 0; from < order.length; from += BATCH)
    yield order.slice(from, from + BATCH).flatMap((at) => vectors[at] ?? []);
}

/** One step for all weights of the batch's pieces, against the share that went to wrong intents. */
function correct(weights: Float32Array, sums: Float32Array, batch: Vector[], count: number): void {
  const changes = new Map<number, Float32Array>();
  for (const vector of batch) {
    const errors = sharesOf(weights, vector, count);
    errors[vector.intent] = (errors[vector.intent] ?? 0) - 1;
    for (const place of vector.places) {
      const own = changes.get(place) ?? new Float32Array(count);
      changes.set(place, own);
      for (let at = 0; at < count; at++)
        own[at] = (own[at] ?? 0) + ((errors[at] ?? 0) * vector.value) / batch.length;
    }
  }
  for (const [place, own] of changes)
    for (let at = 0, here = place * count; at < count; at++, here++) {
      const change = (own[at] ?? 0) + PULL * (weights[here] ?? 0);
      const sum = (sums[here] ?? 0) + change * change;
      sums[here] = sum;
      weights[here] = (weights[here] ?? 0) - (STEP * change) / Math.sqrt(sum);
    }
}

/** How likely each intent is. */
function sharesOf(weights: Float32Array, { places, value }: Vector, count: number): Float32Array {
  const scores = new Float32Array(count);
  for (const place of places)
    for (let at = 0, here = place * count; at < count; at++, here++)
      scores[at] = (scores[at] ?? 0) + value * (weights[here] ?? 0);
  const most = scores.reduce((one, other) => Math.max(one, other), 0);
  const raised = scores.map((score) => Math.exp(score - most));
  const sum = raised.reduce((one, other) => one + other, 0);
  return raised.map((share) => share / sum);
}
