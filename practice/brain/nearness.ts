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
  pieces: ReadonlyMap<string, Piece>;
}

/** The rows that have it, in how many intents they are, and what it says. */
interface Piece {
  rows: number[];
  intents: number;
  /** The intent that had it last. */
  last: number;
  weight: number;
}

/** Tells the intents of a row of words, the likeliest first. The index is made when it is first asked. */
export function ranker(examples: readonly Example[], language: Language) {
  let index: Index | undefined;
  return (tokens: readonly Token[]): Ranked[] => {
    index ??= indexOf(examples, language);
    return likely(nearnesses(piecesOf(tokens, language), index), index);
  };
}

function indexOf(examples: readonly Example[], language: Language): Index {
  const intents = [...new Set(examples.map(({ intent }) => intent))];
  const places = new Map(intents.map((intent, at) => [intent, at]));
  const pieces = new Map<string, Piece>();
  const intentOf: number[] = [];
  const exampleOf: number[] = [];
  const own: Piece[][] = [];
  examples.forEach(({ intent, rows }, example) => {
    for (const row of rows) {
      const place = places.get(intent) ?? 0;
      own.push(
        piecesOf(row, language).map((name) => pieceIn(pieces, name, intentOf.length, place)),
      );
      intentOf.push(place);
      exampleOf.push(example);
    }
  });
  for (const piece of pieces.values()) piece.weight = weightOf(piece.intents, intents.length);
  return { intents, intentOf, exampleOf, lengths: own.map(lengthOf), pieces };
}

/** The piece of this name, with one more row that has it; the rows of an intent come one after another. */
function pieceIn(pieces: Map<string, Piece>, name: string, row: number, intent: number): Piece {
  const piece = pieces.get(name);
  if (piece === undefined) {
    const made = { rows: [row], intents: 1, last: intent, weight: 0 };
    pieces.set(name, made);
    return made;
  }
  piece.rows.push(row);
  if (piece.last !== intent) piece.intents++;
  piece.last = intent;
  return piece;
}

/** What a piece says that so many of all intents have: much where they are few. */
const weightOf = (count: number, all: number) => Math.log(1 + all / count) ** 2;

const lengthOf = (pieces: readonly { weight: number }[]) =>
  Math.sqrt(pieces.reduce((sum, { weight }) => sum + weight, 0)) || 1;

/** How near the nearest examples of each intent are, by its place. */
function nearnesses(own: readonly string[], index: Index): number[][] {
  const { intents, intentOf, exampleOf, lengths, pieces } = index;
  const shared = new Float64Array(lengths.length);
  const unknown = { rows: [], weight: weightOf(1, intents.length) };
  const known = own.map((name) => pieces.get(name) ?? unknown);
  for (const { rows, weight } of known)
    for (const at of rows) shared[at] = (shared[at] ?? 0) + weight;
  const length = lengthOf(known);
  const nearest = intents.map(() => SHARES.map(() => 0));
  let nearer = 0;
  shared.forEach((sum, at) => {
    nearer = Math.max(nearer, sum / length / (lengths[at] ?? 1));
    // Both rows of an example count once.
    if (exampleOf[at + 1] === exampleOf[at]) return;
    if (nearer > 0) insert(nearest[intentOf[at] ?? 0] ?? [], nearer);
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
