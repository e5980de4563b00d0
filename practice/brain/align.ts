// practice/brain/align · lays a request beside an example: which words they share, what stands in the example's slots, what is left over.
import type { Slot, Token } from "./tokens.ts";
import { SLOTS } from "./tokens.ts";

export interface Aligned {
  /** From 0, nothing in common, to 1. */
  score: number;
  /** Of the example's slots, the words of the request that stand there: from and to, by the place of the slot. */
  filled: Map<number, [from: number, to: number]>;
  /** How much of the request's words stands in no place of the example. */
  left: number;
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

interface Cell {
  score: number;
  from?: [i: number, j: number];
}

/** A word stands for these only if it could be a name, and hardly any example has it. */
const BARE = new Set<Slot>(["file", "folder"]);
const isBareName = ({ word, slot }: Token, weight: number) =>
  slot !== undefined || (/^[a-z0-9_-]{2,}$/i.test(word) && weight > 3.4);

/** `weigh` is how much a word says. */
export function align(
  request: readonly Token[],
  example: readonly Token[],
  weigh: (token: Token) => number,
): Aligned {
  const [rows, columns] = [request.length + 1, example.length + 1];
  const cells: Cell[] = Array.from({ length: rows * columns }, () => ({ score: -1e9 }));
  const own = request.map(weigh);
  const cell = (i: number, j: number): Cell => cells[i * columns + j] ?? { score: -1e9 };
  const offer = (i: number, j: number, score: number, from: [number, number]) => {
    const there = cell(i, j);
    if (score > there.score) {
      there.score = score;
      there.from = from;
    }
  };
  cell(0, 0).score = 0;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const { score } = cell(i, j);
      const [word, part] = [request[i], example[j]];
      if (word !== undefined) offer(i + 1, j, score - SKIP * (own[i] ?? 0), [i, j]);
      if (part === undefined) continue;
      offer(i, j + 1, score - SKIP * weigh(part), [i, j]);
      if (word === undefined) continue;
      const same = sameness(word, part);
      if (same > 0) offer(i + 1, j + 1, score + same * (own[i] ?? 0), [i, j]);
      const most = part.slot === undefined ? 0 : (TAKES[part.slot] ?? 0);
      let cost = 0;
      for (let taken = 1; taken <= most && i + taken <= request.length; taken++) {
        const next = request[i + taken - 1];
        if (next === undefined || next.word === "?") break;
        if (BARE.has(part.slot ?? "it") && !isBareName(next, own[i + taken - 1] ?? 0)) break;
        cost += next.slot === undefined ? 0.12 * (5 - Math.min(4.5, own[i + taken - 1] ?? 0)) : 0.8;
        offer(i + taken, j + 1, score + 0.9 * MARK - cost, [i, j]);
      }
    }
  return traced(request, example, cells, own, weigh);
}

function traced(
  request: readonly Token[],
  example: readonly Token[],
  cells: Cell[],
  own: number[],
  weigh: (token: Token) => number,
): Aligned {
  const columns = example.length + 1;
  const filled = new Map<number, [number, number]>();
  let [i, j] = [request.length, example.length];
  const last = cells[i * columns + j];
  let left = 0;
  let absorbed = 0;
  while (i > 0 || j > 0) {
    const from = cells[i * columns + j]?.from;
    if (from === undefined) break;
    if (from[1] === j) left += own[from[0]] ?? 0;
    else if (from[0] < i && example[from[1]]?.slot !== undefined) {
      filled.set(from[1], [from[0], i]);
      for (let at = from[0]; at < i; at++) absorbed += own[at] ?? 0;
      absorbed -= MARK;
    }
    [i, j] = from;
  }
  const all = own.reduce((sum, one) => sum + one, 0) - absorbed;
  const there = example.reduce((sum, part) => sum + weigh(part), 0);
  return { score: (last?.score ?? 0) / Math.max(all, there, 0.1), filled, left };
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
