// s26 · recall/store – what keeps the memories. Files, servers and tests have it alike; recall.test.ts is its contract.
import type { Candidate } from "./core.ts";
import type { Episode, Filters, Link, Memory } from "./memory.ts";
import type { Vector } from "./vectors.ts";

/** A link, with the memory that it goes out from. */
export type Edge = Link & { from: string };

/** Each of these happens as a whole or not at all, also when the program is killed, and two programs may do it at once. */
export interface MemoryStore {
  /** Keeps a memory with its vector, its words and its links, in both directions. */
  save(memory: Memory, vector: Vector): Promise<void>;
  /** Memories that share words with the text, the best first; none for a text without words. */
  byWords(text: string, most: number, filters?: Filters): Promise<Candidate[]>;
  /** The nearest vectors first. A vector without a direction is near none. */
  byVector(vector: Vector, most: number, filters?: Filters): Promise<Candidate[]>;
  /** The newest first. */
  recent(most: number, filters?: Filters): Promise<Memory[]>;
  /** In the order of the ids; those that are unknown are left out. */
  get(ids: string[]): Promise<Memory[]>;
  /** Adds the links in both directions; one of the same two memories takes the place of an earlier one. */
  link(edges: Edge[]): Promise<void>;
  /** Counts an access of each. */
  accessed(ids: string[]): Promise<void>;
  keepEpisode(episode: Episode): Promise<void>;
  episode(id: string): Promise<Episode | undefined>;
  /** Makes new vectors for the memories that another model's are of. Gives how many. */
  renewVectors(): Promise<number>;
  close(): void;
}
