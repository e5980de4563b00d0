// practice/brain/learned · weighs the pieces of examples, so that a request finds the intent whose examples it is like.
import { piecesOf, type Token } from "./tokens.ts";
import { packed, type Weights, weightOf } from "./weights.ts";

export interface Example {
  intent: string;
  /** The example as it is, and with less of it marked as slots. */
  rows: readonly (readonly Token[])[];
}

/** A row as the places of its pieces, each with its weight; of length 1 together. */
interface Vector {
  places: Int32Array;
  values: Float32Array;
}

const ROUNDS = 2;
/** By how much the right intent is to be ahead of every other one. */
const AHEAD = 0.3;
const STEP = 0.25;
const FEWEST = 2;

/**
 * An intent's weights begin as the mean of its examples; then each example that is not clearly its intent's moves them
 * a step.
 */
export function learn(examples: readonly Example[], isWide: boolean): Weights {
  const intents = [...new Set(examples.map(({ intent }) => intent))].sort();
  const rows = examples.flatMap(({ intent, rows }) =>
    rows.map((row) => ({ intent: intents.indexOf(intent), pieces: piecesOf(row, isWide) })),
  );
  const { places, values } = vocabularyOf(rows.map(({ pieces }) => pieces));
  const most = Math.sqrt(Math.log(1 + rows.length));
  const vectors = rows.map(({ pieces }): Vector => {
    const known = pieces.flatMap((piece) => places.get(piece) ?? []);
    const length = pieces.reduce((sum, piece) => {
      const place = places.get(piece);
      return (
        sum + weightOf(piece, place === undefined ? undefined : values[place], most, isWide) ** 2
      );
    }, 0);
    const scale = 1 / (Math.sqrt(length) || 1);
    return {
      places: Int32Array.from(known),
      values: Float32Array.from(known, (place) => (values[place] ?? 0) * scale),
    };
  });
  const weights = meansOf(vectors, rows, places.size, intents.length);
  for (let round = 0; round < ROUNDS; round++) correct(weights, vectors, rows, intents.length);
  return packed({ intents, pieces: [...places.keys()], values, most, weights });
}

/** The pieces that are in more than one row, each with its place and how much it says. */
function vocabularyOf(rows: readonly (readonly string[])[]) {
  const counts = new Map<string, number>();
  for (const row of rows) for (const piece of row) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const places = new Map<string, number>();
  const values: number[] = [];
  for (const [piece, count] of counts) {
    if (count < FEWEST) continue;
    places.set(piece, places.size);
    values.push(Math.sqrt(Math.log(1 + rows.length / count)) * (piece.startsWith("#") ? 0.7 : 1));
  }
  return { places, values: Float32Array.from(values) };
}

function meansOf(
  vectors: readonly Vector[],
  rows: readonly { intent: number }[],
  pieces: number,
  intents: number,
): Float32Array {
  const weights = new Float32Array(pieces * intents);
  vectors.forEach((vector, at) => void add(weights, vector, intents, rows[at]?.intent ?? 0, 1));
  const lengths = new Float32Array(intents);
  weights.forEach((weight, at) => {
    lengths[at % intents] = (lengths[at % intents] ?? 0) + weight * weight;
  });
  return weights.map((weight, at) => weight / (Math.sqrt(lengths[at % intents] ?? 0) || 1));
}

function add(
  weights: Float32Array,
  { places, values }: Vector,
  intents: number,
  intent: number,
  by: number,
) {
  for (let at = 0; at < places.length; at++) {
    const place = (places[at] ?? 0) * intents + intent;
    weights[place] = (weights[place] ?? 0) + by * (values[at] ?? 0);
  }
}

function correct(
  weights: Float32Array,
  vectors: readonly Vector[],
  rows: readonly { intent: number }[],
  intents: number,
): void {
  for (let turn = 0; turn < rows.length; turn++) {
    // In an order that mixes the intents, and is always the same.
    const at = (turn * 7919) % rows.length;
    const [vector, row] = [vectors[at], rows[at]];
    if (vector === undefined || row === undefined) continue;
    const scores = scoresOf(weights, vector, intents);
    let rival = row.intent === 0 ? 1 : 0;
    for (let one = 0; one < intents; one++)
      if (one !== row.intent && (scores[one] ?? 0) > (scores[rival] ?? 0)) rival = one;
    const missing = AHEAD - (scores[row.intent] ?? 0) + (scores[rival] ?? 0);
    if (missing <= 0 || intents < 2) continue;
    const by = Math.min(STEP, missing / 2);
    add(weights, vector, intents, row.intent, by);
    add(weights, vector, intents, rival, -by);
  }
}

function scoresOf(
  weights: Float32Array,
  { places, values }: Vector,
  intents: number,
): Float32Array {
  const scores = new Float32Array(intents);
  for (let at = 0; at < places.length; at++) {
    const [start, value] = [(places[at] ?? 0) * intents, values[at] ?? 0];
    for (let intent = 0; intent < intents; intent++)
      scores[intent] = (scores[intent] ?? 0) + value * (weights[start + intent] ?? 0);
  }
  return scores;
}
