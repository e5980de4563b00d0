// practice/cache/cacheTree · the prompts that were written to the cache, as a tree: a block after other blocks is another node.
import type { Ttl } from "./layout.ts";

/** How long an entry lives, in ms. */
export const MILLISECONDS: Record<Ttl, number> = { "5m": 300_000, "1h": 3_600_000 };
/** After this many new blocks, blocks that lead to no live entry are dropped. */
const SWEEP_EVERY = 20_000;

/** A prefix is usable by requests that arrive after the response that wrote it has begun. */
export interface Entry {
  ttl: Ttl;
  /** The number of that moment, counted over all arrivals of requests and beginnings of responses. */
  usableFrom: number;
  /** Milliseconds since the epoch. */
  until: number;
}

/** One block, with what has followed it. */
export interface Node {
  next: Map<string, Node>;
  entry?: Entry;
}

export interface CacheTree {
  /** The known nodes for the first blocks of a prompt, as far as they are known. Each block is one or more steps. */
  walk(rows: string[][]): Node[];
  /** Adds the row, with entries at these positions. */
  write(rows: string[][], entries: Map<number, Entry>, now: number): void;
}

const newNode = (): Node => ({ next: new Map() });

/** An empty tree. It forgets what can no longer be read when it has grown. */
export function createTree(): CacheTree {
  const root = newNode();
  let added = 0;
  let sweepAt = SWEEP_EVERY;

  function step(from: Node, key: string): Node {
    const known = from.next.get(key);
    if (known) return known;
    added++;
    const node = newNode();
    from.next.set(key, node);
    return node;
  }

  return {
    walk: (rows) => walk(root, rows),
    write(rows, entries, now) {
      if (added > sweepAt) {
        added = sweep(root, now);
        sweepAt = 2 * added + SWEEP_EVERY;
      }
      let node = root;
      for (const [position, row] of rows.entries()) {
        node = row.reduce(step, node);
        node.entry = entries.get(position) ?? node.entry;
      }
    },
  };
}

function walk(root: Node, rows: string[][]): Node[] {
  const path: Node[] = [];
  let node: Node | undefined = root;
  for (const row of rows) {
    for (const key of row) node = node?.next.get(key);
    if (!node) break;
    path.push(node);
  }
  return path;
}

/** Drops what leads to no live entry; gives the number of nodes kept. */
function sweep(root: Node, now: number): number {
  const edges: { from: Node; key: string; to: Node }[] = [];
  const open = [root];
  for (let from = open.pop(); from; from = open.pop()) {
    for (const [key, to] of from.next) {
      edges.push({ from, key, to });
      open.push(to);
    }
  }
  let kept = edges.length;
  for (const { from, key, to } of edges.reverse()) {
    if (to.next.size > 0 || (to.entry && now < to.entry.until)) continue;
    from.next.delete(key);
    kept--;
  }
  return kept;
}
