// practice/brain/align · lays a request beside an example: which words they share and what stands in the example's slots.
import type { Slot, Token } from "./tokens.ts";
import { SLOTS } from "./tokens.ts";

export interface Aligned {
  /** From 0, nothing in common, to 1. */
  score: number;
  /** Of the example's slots, the words of the request that stand there: from and to, by the place of the slot. */
  filled: Map<number, [from: number, to: number]>;
}

/** How many words a slot may take that are not marked as its own. */
const TAKES: Partial<Record<Slot, number>> = {
  text: 14,
  old: 6,
  new: 6,
  name: 20,
  folder: 1,
  file: 1,
  wish: 30,
  time: 6,
  every: 7,
  number: 1,
  pattern: 2,
};
const MARK = 1.5;
const SKIP = 0.6;
const NEVER = -1e9;

/** A word stands for these only if it could be a name, and hardly any example has it. */
const BARE = new Set<Slot>(["file", "folder"]);
const NO_NAME = /^(?:vs|versus|again|today|tonight|yesterday|anyway|\w{3,}ly)$/;
const isBareName = ({ word, slot }: Token, weight: number) =>
  slot !== undefined || (/^[a-z0-9_-]{2,}$/i.test(word) && !NO_NAME.test(word) && weight > 3.4);

/** `weigh` is how much a word says. */
export function align(
  request: readonly Token[],
  example: readonly Token[],
  weigh: (token: Token) => number,
): Aligned {
  const [rows, columns] = [request.length + 1, example.length + 1];
  const scores = new Float64Array(rows * columns).fill(NEVER);
  const froms = new Int32Array(rows * columns).fill(-1);
  const own = request.map(weigh);
  const parts = example.map(weigh);
  const offer = (to: number, score: number, from: number) => {
    if (score <= (scores[to] ?? 0)) return;
    scores[to] = score;
    froms[to] = from;
  };
  scores[0] = 0;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const here = i * columns + j;
      const score = scores[here] ?? NEVER;
      const [word, part] = [request[i], example[j]];
      if (word !== undefined) offer(here + columns, score - SKIP * (own[i] ?? 0), here);
      if (part === undefined) continue;
      offer(here + 1, score - SKIP * (parts[j] ?? 0), here);
      if (word === undefined) continue;
      const same = sameness(word, part);
      if (same > 0) offer(here + columns + 1, score + same * (own[i] ?? 0), here);
      const most = part.slot === undefined ? 0 : (TAKES[part.slot] ?? 0);
      let cost = 0;
      for (let taken = 1; taken <= most && i + taken <= request.length; taken++) {
        const next = request[i + taken - 1];
        if (next === undefined || next.word === "?") break;
        if (BARE.has(part.slot ?? "it") && !isBareName(next, own[i + taken - 1] ?? 0)) break;
        cost += next.slot === undefined ? 0.12 * (5 - Math.min(4.5, own[i + taken - 1] ?? 0)) : 0.8;
        offer(here + taken * columns + 1, score + 0.9 * MARK - cost, here);
      }
    }
  const filled = new Map<number, [number, number]>();
  let absorbed = 0;
  for (let at = rows * columns - 1; (froms[at] ?? -1) >= 0; at = froms[at] ?? 0) {
    const from = froms[at] ?? 0;
    const [place, start, end] = [
      from % columns,
      Math.floor(from / columns),
      Math.floor(at / columns),
    ];
    if (place === at % columns || start === end || example[place]?.slot === undefined) continue;
    filled.set(place, [start, end]);
    for (const weight of own.slice(start, end)) absorbed += weight;
    absorbed -= MARK;
  }
  const sum = (weights: number[]) => weights.reduce((all, one) => all + one, 0);
  const most = Math.max(sum(own) - absorbed, sum(parts), 0.1);
  return { score: (scores.at(-1) ?? 0) / most, filled };
}

/** 1 for the same word or kind of slot, less for a word that is nearly the same. */
function sameness(one: Token, other: Token): number {
  if (one.slot !== undefined || other.slot !== undefined) {
    if (one.slot === undefined || other.slot === undefined) return 0;
    return SLOTS[one.slot] === SLOTS[other.slot] ? 1 : fits(one.slot, other.slot) ? 0.8 : 0;
  }
  if (one.word === other.word) return 1;
  return isNear(one.word, other.word) ? 0.7 : 0;
}

/** Quotes stand for nearly everything. */
function fits(given: Slot, asked: Slot): boolean {
  if (given === "text") return asked !== "number" && asked !== "it";
  if (given === "folder" && asked === "file") return true;
  if (given === "file" || given === "folder")
    return ["folder", "name", "pattern", "text", "old", "new"].includes(asked);
  return given === "pattern" && (asked === "file" || asked === "text");
}

/** A letter more, less, other or two in the wrong order, in a word of at least four. */
export function isNear(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1)
    return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}
