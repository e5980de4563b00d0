// practice/cache/cache · the prompt cache: what a request reads of it, and what it writes.
import type { MessageRequest } from "../protocol/reply.ts";
import { createTree, type Entry, MILLISECONDS, type Node } from "./cacheTree.ts";
import type { Layout, Part, Ttl } from "./layout.ts";
import { keyOf, seedsOf } from "./prefix.ts";
import type { InputTokens } from "./usage.ts";

/** How many blocks back from a mark, the mark's own included, an entry is looked for. */
const LOOKBACK = 20;

/** When a request came: its number, which orders requests of the same millisecond, and the time. */
export interface Arrival {
  order: number;
  now: number;
}

/** What one request reads from the cache and writes to it. */
export interface Account {
  input: InputTokens;
  /** All tokens up to the last mark: what the next request can read. */
  cached: number;
  /** Called when the response begins; `order` is that moment's number. A failed request writes nothing. */
  write(order: number): void;
}

export interface PromptCache {
  /** Accounts for a valid request; `minimum` is the shortest prefix in tokens that its model caches. */
  account(body: MessageRequest, layout: Layout, arrival: Arrival, minimum: number): Account;
}

interface Mark {
  at: number;
  ttl: Ttl;
  /** All tokens up to here. */
  tokens: number;
}

/** An empty cache, as one workspace has it. */
export function createCache(): PromptCache {
  const tree = createTree();
  return {
    account(body, { parts, tokens }, { order, now }, minimum) {
      const marks = marksOf(parts);
      const last = marks.at(-1);
      if (!last) return { input: inputOf(tokens), cached: 0, write: () => {} };
      const rows = rowsOf(body, parts.slice(0, last.at + 1));
      const path = tree.walk(rows);
      const isLive = ({ entry }: Node) =>
        entry !== undefined && entry.usableFrom <= order && now < entry.until;
      const hit = findHit(path, marks, isLive);
      const renewed = path.slice(0, hit + 1).filter(isLive);
      const written = marks.filter((mark) => mark.at > hit && mark.tokens >= minimum);
      const read = sumOf(parts, hit);
      const cached = written.at(-1)?.tokens ?? read;
      const long = written.findLast(({ ttl }) => ttl === "1h")?.tokens ?? read;
      return {
        input: inputOf(tokens - cached, read, long - read, cached - long),
        cached,
        write(begun) {
          renew(renewed, now);
          tree.write(rows, entriesOf(written, begun, now), now);
        },
      };
    },
  };
}

const inputOf = (fresh: number, read = 0, written1h = 0, written5m = 0): InputTokens => ({
  fresh,
  read,
  written1h,
  written5m,
});

function marksOf(parts: Part[]): Mark[] {
  const marks: Mark[] = [];
  let tokens = 0;
  parts.forEach((part, at) => {
    tokens += part.tokens;
    if (part.mark) marks.push({ at, ttl: part.mark, tokens });
  });
  return marks;
}

const entriesOf = (marks: Mark[], usableFrom: number, now: number): Map<number, Entry> =>
  new Map(marks.map(({ at, ttl }) => [at, { ttl, usableFrom, until: now + MILLISECONDS[ttl] }]));

/** A hit renews all entries within what it reads, at no cost. */
function renew(nodes: Node[], now: number) {
  for (const { entry } of nodes) if (entry) entry.until = now + MILLISECONDS[entry.ttl];
}

const sumOf = (parts: Part[], to: number): number =>
  parts.slice(0, to + 1).reduce((sum, part) => sum + part.tokens, 0);

/** The steps to each block: the settings come with the first block that depends on them. */
function rowsOf(body: MessageRequest, parts: Part[]): string[][] {
  const seeds = seedsOf(body);
  let folded = 0;
  return parts.map((part) => {
    const due = { tools: 1, system: 2, messages: 3 }[part.section];
    const steps = [...seeds.slice(folded, due), keyOf(part)];
    folded = due;
    return steps;
  });
}

/** The position of the longest live prefix that a mark can see; -1 without one. */
function findHit(path: Node[], marks: Mark[], isLive: (node: Node) => boolean): number {
  for (const { at } of marks.toReversed()) {
    for (let position = at; position > at - LOOKBACK && position >= 0; position--) {
      const node = path[position];
      if (node && isLive(node)) return position;
    }
  }
  return -1;
}
