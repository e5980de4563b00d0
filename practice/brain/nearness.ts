// practice/brain/nearness · the intents of a request, by the examples nearest to it: the rarer a piece they share, the nearer.
import { piecesOf, type Token } from "./tokens.ts";
import type { Language } from "./types.ts";

export interface Example {
  intent: string;
  /** The example as it is, and with less of it marked as slots. */
  rows: readonly (readonly Token[])[];
}

export interface Ranked {
  intent: string;
  /** How likely it is beside the others, from 0 to 1; all together 1. */
  score: number;
  /** How near its nearest examples are, from 0 to 1, the nearest first. */
  nearest: readonly number[];
}

/** How far the likelihoods of two intents are set apart by what is between them. */
const SCALE = 25;
/** Which part each of an intent's nearest examples has in how near it is. */
const SHARES = [4 / 7, 2 / 7, 1 / 7];

interface Index {
  intents: readonly string[];
  /** Of each row, by its place: the intent's place, the example's, and what its nearness is divided by. */
  intentOf: readonly number[];
  exampleOf: readonly number[];
  lengths: readonly number[];
  /** The place of each piece, what it says, and the rows that have it. */
  places: ReadonlyMap<number, number>;
  weights: readonly number[];
  rowsOf: readonly (readonly number[])[];
  numbers: ReadonlyMap<string, number>;
}

/** Tells the intents of a row of words, the likeliest first. The index is made when it is first asked. */
export function ranker(examples: readonly Example[], language: Language) {
  let index: Index | undefined;
  return (tokens: readonly Token[]): Ranked[] => {
    index ??= indexOf(examples, language);
    const own = new Set(piecesOf(tokens, language, numbered(new Map(), index.numbers)));
    return likely(nearnesses(own, index), index);
  };
}

/** Numbers for names: those there are, and new ones behind them. */
function numbered(own: Map<string, number>, known: ReadonlyMap<string, number> = own) {
  return (name: string): number => {
    const there = known.get(name) ?? own.get(name);
    if (there !== undefined) return there;
    const next = known === own ? own.size : known.size + own.size;
    own.set(name, next);
    return next;
  };
}

function indexOf(examples: readonly Example[], language: Language): Index {
  const intents = [...new Set(examples.map(({ intent }) => intent))];
  const intentPlaces = new Map(intents.map((intent, at) => [intent, at]));
  const numbers = new Map<string, number>();
  const numberOf = numbered(numbers);
  const places = new Map<number, number>();
  const [intentOf, exampleOf]: [number[], number[]] = [[], []];
  const rowsOf: number[][] = [];
  examples.forEach(({ intent, rows }, example) => {
    const own = intentPlaces.get(intent) ?? 0;
    for (const row of rows) {
      for (const piece of piecesOf(row, language, numberOf)) {
        const place = places.get(piece);
        if (place === undefined) {
          places.set(piece, rowsOf.length);
          rowsOf.push([intentOf.length]);
        } else if (rowsOf[place]?.at(-1) !== intentOf.length) rowsOf[place]?.push(intentOf.length);
      }
      intentOf.push(own);
      exampleOf.push(example);
    }
  });
  const weights = rowsOf.map((rows) => weightOf(intentsIn(rows, intentOf), intents.length));
  const sums = new Float64Array(intentOf.length);
  for (const [place, rows] of rowsOf.entries())
    for (const row of rows) sums[row] = (sums[row] ?? 0) + (weights[place] ?? 0);
  const lengths = Array.from(sums, (sum) => Math.sqrt(sum) || 1);
  return { intents, intentOf, exampleOf, lengths, places, weights, rowsOf, numbers };
}

/** In how many intents these rows are; those of an intent come one after another. */
function intentsIn(rows: readonly number[], intentOf: readonly number[]): number {
  let count = 0;
  let last = -1;
  for (const row of rows) {
    if (intentOf[row] !== last) count++;
    last = intentOf[row] ?? -1;
  }
  return count;
}

/** What a piece says that so many of all intents have: much where they are few. */
const weightOf = (count: number, all: number) => Math.log(1 + all / count) ** 2;

/** How near the nearest examples of each intent are, by its place. */
function nearnesses(own: ReadonlySet<number>, index: Index): number[][] {
  const { intents, intentOf, exampleOf, lengths, places, weights, rowsOf } = index;
  const shared = new Float64Array(lengths.length);
  let sum = 0;
  for (const piece of own) {
    const place = places.get(piece);
    const weight = weights[place ?? -1] ?? weightOf(1, intents.length);
    for (const row of rowsOf[place ?? -1] ?? []) shared[row] = (shared[row] ?? 0) + weight;
    sum += weight;
  }
  const length = Math.sqrt(sum) || 1;
  const nearest = intents.map(() => SHARES.map(() => 0));
  let nearer = 0;
  lengths.forEach((rowLength, row) => {
    nearer = Math.max(nearer, (shared[row] ?? 0) / length / rowLength);
    // Both rows of an example count once.
    if (exampleOf[row + 1] === exampleOf[row]) return;
    if (nearer > 0) insert(nearest[intentOf[row] ?? 0] ?? [], nearer);
    nearer = 0;
  });
  return nearest;
}

/** Keeps the best, the best first. */
function insert(best: number[], score: number): void {
  const place = best.findIndex((other) => other < score);
  if (place < 0) return;
  best.splice(place, 0, score);
  best.pop();
}

/** How near an intent is, by its nearest examples. */
export const nearOf = (nearest: readonly number[]): number =>
  nearest.reduce((sum, near, at) => sum + near * (SHARES[at] ?? 0), 0);

function likely(nearest: readonly number[][], { intents }: Index): Ranked[] {
  const near = nearest.map(nearOf);
  const most = Math.max(...near);
  const raised = near.map((one) => Math.exp((one - most) * SCALE));
  const sum = raised.reduce((one, other) => one + other, 0);
  return intents
    .map((intent, at) => ({
      intent,
      score: (raised[at] ?? 0) / sum,
      nearest: nearest[at] ?? [],
    }))
    .sort((one, other) => other.score - one.score);
}
