// s26 · recall/memories – remembering, recalling and linking, on a store; what the tools and the command work with.
import { clock } from "../../shared/clock.ts";
import { newDigits } from "../../shared/ids.ts";
import { type Around, find, isFound, type Reminder, remember, remind } from "./core.ts";
import { libsqlStore } from "./libsql.ts";
import {
  DAY_MS,
  type Episode,
  type Filters,
  type LinkType,
  type Memory,
  newMemory,
} from "./memory.ts";
import { open, type Place } from "./open.ts";
import type { Edge, MemoryStore } from "./store.ts";
import { type Embedder, hashing } from "./vectors.ts";
import { saysNoMore } from "./words.ts";

export interface Found {
  memory: Memory;
  score: number;
}

export interface Memories {
  /** `twin` says as much already: then nothing was saved. */
  remember(
    said: Partial<Memory> & { content: string },
  ): Promise<{ memory: Memory; links: number; twin?: Memory }>;
  /** What a cue reminds of, with association. Counts an access of each. */
  recall(cue: string, filters?: Filters): Promise<Found[]>;
  /** What a cue reminds of, with all that led to it. Counts none. */
  explain(cue: string): Promise<Reminder[]>;
  /** By words and vectors only. Counts none. */
  search(query: string, filters?: Filters): Promise<Found[]>;
  /** The newest first. */
  recent(limit: number): Promise<Memory[]>;
  get(ids: string[]): Promise<Memory[]>;
  link(
    from: string,
    to: string,
    type: LinkType,
  ): Promise<{ state: "linked" | "already linked" } | { unknown: string[] }>;
  /** Links what happened close together within the last day, and strengthens such links. */
  consolidate(): Promise<{ looked: number; linked: number; strengthened: number }>;
  createEpisode(ids: string[], summary: string): Promise<{ episode?: Episode; missing: string[] }>;
  episode(id: string): Promise<Episode | undefined>;
  close(): Promise<void>;
}

export interface MemoriesOptions {
  /** The absolute path of the folder of the database. */
  folder: string;
  /** A server's address and token, in place of a file. */
  url?: string;
  token?: string;
  now?(): number;
  /** The one to use, or a function that chooses it when the database is opened. */
  embedder?: Embedder | (() => Promise<Embedder>);
  /** Throws when the file must not be used; what it gives is called when it is open. */
  mayOpen?: Place["mayOpen"];
  tell?(line: string): void;
}

const RECALLED = 3;
const SEARCHED = 10;

/** The memories in a folder, or on a server. The database is opened by the first action that needs it. */
export function openMemories({ now = clock.now, ...options }: MemoriesOptions): Memories {
  let opened: Promise<Opened> | undefined;
  const open = () => {
    opened ??= openStore(options).catch((error) => {
      opened = undefined; // the next action tries again
      throw error;
    });
    return opened;
  };
  const store = async () => (await open()).store;
  const around = async (filters?: Filters) => aroundOf(await open(), now, filters);
  return {
    ...linking(store, now),
    async remember(said) {
      const memory = newMemory(said, now());
      const twin = await remember(await around(), memory);
      const links = memory.links.length;
      return twin === undefined ? { memory, links } : { memory: twin, links: 0, twin };
    },
    async recall(cue, filters) {
      const found = (await remind(await around(filters), cue)).slice(0, filters?.limit ?? RECALLED);
      await (await store()).accessed(found.map(({ memory }) => memory.id));
      return found;
    },
    explain: async (cue) => remind(await around(), cue),
    async search(query, filters) {
      const all = await around(filters);
      const found = await find(all, query, await all.embed(query));
      return found.filter((one) => isFound(all, one)).slice(0, filters?.limit ?? SEARCHED);
    },
    recent: async (limit) => (await store()).recent(limit),
    get: async (ids) => (await store()).get(ids),
    async close() {
      const last = opened;
      opened = undefined;
      (await last?.catch(() => undefined))?.store.close();
    },
  };
}

interface Opened {
  store: MemoryStore;
  embedder: Embedder;
}

async function openStore(options: Omit<MemoriesOptions, "now">): Promise<Opened> {
  const { embedder: choose = hashing, tell = () => {}, ...place } = options;
  const embedder = typeof choose === "function" ? await choose() : choose;
  const store = libsqlStore(await open({ ...place, tell }), embedder);
  const { sentTo } = embedder;
  if (sentTo !== undefined)
    tell(
      `Each memory and each cue is sent to ${sentTo} for its vector: agent.json5 says so, as recall.embedder.`,
    );
  try {
    const count = await store.renewVectors();
    if (count > 0) tell(`${count} memories have new vectors, by ${embedder.model}.`);
    return { store, embedder };
  } catch (error) {
    store.close(); // the next action opens it again
    throw error;
  }
}

const aroundOf = (
  { store, embedder: { embed, limits } }: Opened,
  now: () => number,
  filters?: Filters,
): Around => ({
  async embed(text) {
    const [vector] = await embed([text]);
    if (vector === undefined) throw new Error("The embedder gave no vector.");
    return vector;
  },
  byWords: (text, most) => store.byWords(text, most, filters),
  byVector: (vector, most) => store.byVector(vector, most, filters),
  save: store.save,
  limits,
  saysNoMore: (one, other) =>
    (other.isPrivate || !one.isPrivate) && saysNoMore(one.content, other.content),
  now,
});

const MAX_REPLAYED = 100;
/** What a consolidation begins a link with, and adds to one that is there (ego-mcp). */
const BEGUN = 0.5;
const ADDED = 0.1;

type Linking = Pick<Memories, "link" | "consolidate" | "createEpisode" | "episode">;

const linking = (store: () => Promise<MemoryStore>, now: () => number): Linking => ({
  async link(from, to, type) {
    const all = await (await store()).get([from, to]);
    const unknown = [from, to].filter((id) => !all.some((memory) => memory.id === id));
    if (unknown.length > 0) return { unknown };
    const isThere = all[0]?.links.some((link) => link.to === to && link.type === type);
    if (isThere) return { state: "already linked" };
    await (await store()).link([{ from, to, type, confidence: 1 }]);
    return { state: "linked" };
  },
  async consolidate() {
    const today = await (await store()).recent(MAX_REPLAYED, { from: now() - DAY_MS, to: now() });
    const edges = today.slice(1).map((memory, at) => edgeOf(memory, today[at] ?? memory));
    await (await store()).link(edges.map(({ edge }) => edge));
    const linked = edges.filter(({ isNew }) => isNew).length;
    return { looked: today.length, linked, strengthened: edges.length - linked };
  },
  async createEpisode(ids, summary) {
    const members = await (await store()).get([...new Set(ids)]);
    const missing = ids.filter((id) => !members.some((memory) => memory.id === id));
    if (members.length === 0) return { missing };
    const episode = episodeOf(members, summary);
    await (await store()).keepEpisode(episode);
    return { episode, missing };
  },
  episode: async (id) => (await store()).episode(id),
});

function edgeOf(earlier: Memory, later: Memory): { edge: Edge; isNew: boolean } {
  const known = earlier.links.find((link) => link.to === later.id);
  const { type, confidence } = known ?? { type: "related" as const, confidence: BEGUN };
  const stronger = Math.min(1, confidence + ADDED);
  return { edge: { from: earlier.id, to: later.id, type, confidence: stronger }, isNew: !known };
}

function episodeOf(members: Memory[], summary: string): Episode {
  const times = members.map(({ createdAt }) => createdAt);
  return {
    id: `ep_${newDigits(12)}`,
    summary: summary.toWellFormed(),
    members: members.toSorted((one, other) => one.createdAt - other.createdAt).map(({ id }) => id),
    start: Math.min(...times),
    end: Math.max(...times),
    importance: Math.max(...members.map(({ importance }) => importance)),
  };
}
