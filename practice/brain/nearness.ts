// practice/brain/nearness · the intents of a request, by the examples nearest to it: the rarer a piece they share, the nearer.
import { kept } from "./kept.ts";
import { piecesOf, type Token, textOf } from "./tokens.ts";
import type { Language } from "./types.ts";

export interface Example {
  intent: string;
  /** With all its slots. */
  row: readonly Token[];
  /** With those that a request has. */
  seen: readonly Token[];
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
  /** Of each example: the place of its intent, and what its nearness is divided by. */
  examples: readonly { intent: number; length: number }[];
  /** What each piece says, and the examples that have it. */
  pieces: ReadonlyMap<string, { weight: number; having: readonly number[] }>;
}

/** Tells the intents of a row of words, the likeliest first. The index is made when it is first asked. */
export function ranker(examples: readonly Example[], language: Language) {
  const made = kept(
    () => indexOf(examples, language),
    () => "",
  );
  return kept((tokens: readonly Token[]): Ranked[] => {
    const index = made(undefined);
    return likely(nearnesses(new Set(piecesOf(tokens, language)), index), index);
  }, textOf);
}

function indexOf(all: readonly Example[], language: Language): Index {
  const intents = [...new Set(all.map(({ intent }) => intent))];
  const places = new Map(intents.map((intent, at) => [intent, at]));
  const examples = all.map(({ intent }) => ({ intent: places.get(intent) ?? 0, length: 0 }));
  const pieces = new Map<string, { weight: number; having: number[] }>();
  all.forEach(({ seen }, at) => {
    for (const piece of piecesOf(seen, language)) {
      const there = pieces.get(piece);
      if (there === undefined) pieces.set(piece, { weight: 0, having: [at] });
      else if (there.having.at(-1) !== at) there.having.push(at);
    }
  });
  for (const piece of pieces.values()) {
    const own = piece.having.flatMap((at) => examples[at] ?? []);
    piece.weight = weightOf(new Set(own.map(({ intent }) => intent)).size, intents.length);
    for (const example of own) example.length += piece.weight;
  }
  for (const example of examples) example.length = Math.sqrt(example.length) || 1;
  return { intents, examples, pieces };
}

/** What a piece says that so many of all intents have: much where they are few. */
const weightOf = (count: number, all: number) => Math.log(1 + all / count) ** 2;

/** How near the nearest examples of each intent are, by its place. */
function nearnesses(own: ReadonlySet<string>, index: Index): number[][] {
  const nearest = index.intents.map(() => SHARES.map(() => 0));
  const { shared, length } = sharedBy(own, index);
  for (const [at, { intent, length: all }] of index.examples.entries()) {
    const near = (shared[at] ?? 0) / length / all;
    const best = nearest[intent] ?? [];
    if (near > (best.at(-1) ?? 0)) insert(best, near);
  }
  return nearest;
}

/** What each example shares with a request, and what the request says in all. */
function sharedBy(own: ReadonlySet<string>, { intents, examples, pieces }: Index) {
  const shared = new Float64Array(examples.length);
  let sum = 0;
  for (const piece of own) {
    const { weight, having } = pieces.get(piece) ?? {
      weight: weightOf(1, intents.length),
      having: [],
    };
    for (const at of having) shared[at] = (shared[at] ?? 0) + weight;
    sum += weight;
  }
  return { shared, length: Math.sqrt(sum) || 1 };
}

/** Keeps the best, the best first. */
function insert(best: number[], score: number): void {
  best.splice(
    best.findIndex((other) => other < score),
    0,
    score,
  );
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
