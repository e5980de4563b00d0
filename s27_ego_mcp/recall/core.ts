// s26 · recall/core – what a cue reminds of: words and vectors find memories, and the cue is completed to one of them.
import { type Memory, weightOf } from "./memory.ts";
import { centred, commonOf, dot, sumOf, unit, type Vector } from "./vectors.ts";

/** A memory that may be meant. */
export interface Candidate {
  memory: Memory;
  vector: Vector;
}

/** What surrounds the core. */
export interface Around {
  /** The vector of a text, of length 1. */
  embed(text: string): Promise<Vector>;
  /** Those that share words with the text, the best first. */
  byWords(text: string, most: number): Promise<Candidate[]>;
  /** Those with the nearest vectors, the nearest first. */
  byVector(vector: Vector, most: number): Promise<Candidate[]>;
  save(memory: Memory, vector: Vector): Promise<void>;
  /** From which similarity on two texts are related, are linked, and say the same. They follow from the embedder. */
  limits: { related: number; alike: number; same: number };
  /** True when the first memory has nothing that the second does not have. */
  saysNoMore(memory: Memory, than: Memory): boolean;
  now(): number;
}

/** A memory that was found, and why. */
export interface Reminder extends Candidate {
  /** Its place in the list of the words and in that of the vectors, from 1. */
  places: (number | undefined)[];
  similarity: number;
  /** How well it fits by its places: 1 when it is the first in both. */
  fit: number;
  /** How well it fits what the cue was completed to. */
  association: number;
  score: number;
}

/** So many candidates come from each of the two lists. */
const EACH = 30;
/** The larger, the less it matters how far ahead a place in a list is. */
const RANK = 60;
/** How much the most similar memory outweighs the others when the cue is completed, and how often that is done. */
const BETA = 8;
const STEPS = 3;
/** From which association on a memory comes that the cue itself does not find. */
const REACH = 0.15;
const MAX_LINKS = 5;

/** Two rankings become one: only places count, because a BM25 score and a cosine cannot be compared. */
export async function find(around: Around, cue: string, vector: Vector): Promise<Reminder[]> {
  const lists = [await around.byWords(cue, EACH), await around.byVector(vector, EACH)];
  const all = new Map(lists.flat().map((one) => [one.memory.id, one]));
  const found = [...all.values()].map((one) => {
    const places = lists.map((list) => placeIn(list, one));
    const sum = places.reduce<number>(
      (total, place) => total + 1 / (RANK + (place ?? Infinity)),
      0,
    );
    const fit = (sum * (RANK + 1)) / lists.length;
    return { ...one, places, similarity: dot(vector, one.vector), fit, association: 0, score: fit };
  });
  return found.sort(byScore);
}

/** What the cue reminds of, the best first: what it finds, and what goes with that. */
export async function remind(around: Around, cue: string): Promise<Reminder[]> {
  const vector = await around.embed(cue);
  const candidates = await find(around, cue, vector);
  if (!candidates.some((one) => isFound(around, one))) return [];
  const common = commonOf(candidates.map((one) => one.vector));
  const stored = candidates.map((one) => centred(one.vector, common));
  const base = candidates.map((one) => one.fit + weightOf(one.memory, around.now()));
  const completed = complete(centred(vector, common), stored, base);
  const reminders = candidates.map((one, at) => {
    const association = Math.max(0, dot(completed, stored[at] ?? vector));
    return { ...one, association, score: 0.6 * (base[at] ?? 0) + 0.4 * association };
  });
  return reminders.filter((one) => isFound(around, one) || one.association >= REACH).sort(byScore);
}

/** By its words, or because its vector is near enough. */
export const isFound = ({ limits }: Around, { places: [words], similarity }: Reminder): boolean =>
  words !== undefined || similarity >= limits.related;

/**
 * A step of a modern Hopfield network, a few times: the cue moves to the stored vectors that it resembles, and to the
 * most similar one by far the most. In the first step, `base` counts as well: what speaks for each besides.
 */
export function complete(cue: Vector, stored: Vector[], base: number[] = [], beta = BETA): Vector {
  let state = cue;
  for (let step = 0; step < STEPS; step++) {
    const bias = (at: number) => (step === 0 ? (base[at] ?? 0) : 0);
    const weights = softmax(stored.map((vector, at) => beta * (dot(vector, state) + bias(at))));
    state = unit(sumOf(stored, weights));
  }
  return state;
}

function softmax(numbers: number[]): number[] {
  const most = Math.max(...numbers);
  const powers = numbers.map((number) => Math.exp(number - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Saves a memory with links to those that are like it, unless one says as much already: that one is given. */
export async function remember(around: Around, memory: Memory): Promise<Memory | undefined> {
  const vector = await around.embed(memory.content);
  const near = (await around.byVector(vector, MAX_LINKS)).map((one) => ({
    ...one,
    confidence: dot(vector, one.vector),
  }));
  const { same, alike } = around.limits;
  const twin = near.find((one) => one.confidence >= same && around.saysNoMore(memory, one.memory));
  if (twin !== undefined) return twin.memory;
  for (const { memory: other, confidence } of near)
    if (confidence >= alike) memory.links.push({ to: other.id, type: "similar", confidence });
  await around.save(memory, vector);
  return undefined;
}

const placeIn = (list: Candidate[], { memory }: Candidate): number | undefined =>
  list.findIndex((one) => one.memory.id === memory.id) + 1 || undefined;

const byScore = (one: Reminder, other: Reminder) => other.score - one.score;
