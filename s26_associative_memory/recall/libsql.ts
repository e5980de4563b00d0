// s26 · recall/libsql – the memories in an SQL database: words in an index of its own (FTS5), vectors beside them.
import { z } from "zod";
import {
  asBytes,
  type Database,
  type Row,
  type Statement,
  textIn,
  type Value,
} from "../../shared/database.ts";
import type { Candidate } from "./core.ts";
import {
  CATEGORIES,
  EMOTIONS,
  type Filters,
  LINK_TYPES,
  type Link,
  type Memory,
} from "./memory.ts";
import type { MemoryStore } from "./store.ts";
import type { Embedder, Vector } from "./vectors.ts";
import { cueTokens, indexTokens } from "./words.ts";

/** What nothing is looked up by is JSON: it keeps each character as it is, NUL among them. */
const SAID = z.object({
  content: z.string(),
  secondary: z.array(z.enum(EMOTIONS)),
  intensity: z.number(),
  importance: z.number(),
  tags: z.array(z.string()),
  sharedWith: z.array(z.string()),
  isPrivate: z.boolean(),
});

const COLUMNS = z.object({
  id: z.string(),
  created_at: z.number(),
  emotion: z.enum(EMOTIONS),
  category: z.enum(CATEGORIES),
  valence: z.number(),
  arousal: z.number(),
  accesses: z.number(),
  said: z.string(),
});

const LINK = z.object({
  source: z.string(),
  target: z.string(),
  type: z.enum(LINK_TYPES),
  confidence: z.number(),
});

const EPISODE = z.object({
  id: z.string(),
  summary: z.string(),
  members: z.array(z.string()),
  start: z.number(),
  end: z.number(),
  importance: z.number(),
});

const COLUMN_NAMES = "id, created_at, emotion, category, valence, arousal, accesses, said";
const FIELDS = [
  ...["id", "emotion", "category", "said"].map(asBytes),
  "CAST(created_at AS INTEGER) AS created_at, CAST(accesses AS INTEGER) AS accesses",
  "CAST(valence AS REAL) AS valence, CAST(arousal AS REAL) AS arousal",
].join(", ");
const LINK_FIELDS = `${["source", "target", "type"].map(asBytes).join(", ")}, CAST(confidence AS REAL) AS confidence`;
/** Of links from one memory. A memory that is linked to all others says nothing. */
const MAX_LINKS = 20;
const BATCH = 100;

/** The memories in an open database with our schema, by the vectors of one embedder. */
export function libsqlStore(db: Database, embedder: Embedder): MemoryStore {
  const { model } = embedder;
  const memoriesOf = (rows: Row[]) => withLinks(db, rows.map(memoryIn));
  const found = async (rows: Row[]): Promise<Candidate[]> => {
    const memories = await memoriesOf(rows);
    return memories.map((memory, at) => ({ memory, vector: vectorIn(rows[at]?.bytes) }));
  };
  return {
    save: (memory, vector) =>
      db.all([...insertion(memory, vector, model), ...edges(memory.links, memory.id)]),
    async byWords(text, most, filters) {
      const match = cueTokens(text).map(quoted).join(" OR ");
      if (match === "") return [];
      const [where, args] = conditions(filters);
      const those = args.length > 0 ? `rowid IN (SELECT n FROM memories WHERE ${where})` : "1";
      const sql = `SELECT ${FIELDS}, ${bytesBy} AS bytes, score FROM
        (SELECT rowid AS n, rank AS score FROM words WHERE words MATCH ? AND ${those} ORDER BY rank LIMIT ?)
        JOIN memories USING (n) ORDER BY score`;
      return found(strong(await db.rows(sql, [model, match, ...args, most])));
    },
    async byVector(vector, most, filters) {
      const [where, args] = conditions(filters);
      return found(
        await db.rows(
          `SELECT ${FIELDS}, vector32(vector) AS bytes FROM
            (SELECT n, vector_distance_cos(vector, (SELECT vector8(?))) AS distance FROM memories
              WHERE model = ? AND typeof(vector) = 'blob' AND ${where} ORDER BY distance NULLS LAST LIMIT ?)
            JOIN memories USING (n) WHERE distance IS NOT NULL ORDER BY distance`,
          [bytesOf(vector), model, ...args, most],
        ),
      );
    },
    async recent(most, filters) {
      const [where, args] = conditions(filters);
      const sql = `SELECT ${FIELDS} FROM memories WHERE ${where} ORDER BY memories.created_at DESC, n DESC LIMIT ?`; // not the cast, which has no index
      return memoriesOf(await db.rows(sql, [...args, most]));
    },
    async get(ids) {
      const sql = `SELECT ${FIELDS} FROM memories WHERE id IN (${marks(ids)})`;
      const memories = await memoriesOf(await db.rows(sql, ids));
      return ids.flatMap((id) => memories.find((one) => one.id === id) ?? []);
    },
    link: (all) => db.all(all.flatMap((edge) => edges([edge], edge.from))),
    async accessed(ids) {
      const sql = `UPDATE memories SET accesses = accesses + 1 WHERE id IN (${marks(ids)})`;
      await db.all([{ sql, args: ids }]);
    },
    async keepEpisode(episode) {
      const args = [episode.id, JSON.stringify(episode)];
      await db.all([{ sql: "INSERT INTO episodes VALUES (?, ?)", args }]);
    },
    async episode(id) {
      const [row] = await db.rows(`SELECT ${asBytes("said")} FROM episodes WHERE id = ?`, [id]);
      return row && EPISODE.parse(JSON.parse(String(textIn(row.said))));
    },
    renewVectors: () => renewVectors(db, embedder),
    close: () => db.close(),
  };
}

/** "tired" finds "red" by three letters: what fits less than half as well as the best is left out. Scores are negative. */
const strong = (rows: Row[]) =>
  rows.filter(({ score }) => 2 * Number(score) <= Number(rows[0]?.score));

/** Another program may have put in a vector of another model in the meantime: that one has no direction for this one. */
const bytesBy = "CASE WHEN model = ? AND typeof(vector) = 'blob' THEN vector32(vector) END";

/** Nothing in a token is an operator of the index. */
const quoted = (token: string) => `"${token.replaceAll('"', '""')}"`;
const marks = (ids: string[]) => ids.map(() => "?").join(", ");
const bytesOf = (vector: Vector) =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** A conflict is a mistake of ours, never of the data: the id is new. */
function insertion(one: Memory, vector: Vector, model: string): Statement[] {
  const { id, createdAt, emotion, category, valence, arousal, accesses, links: _, ...said } = one;
  const columns = [id, createdAt, emotion, category, valence, arousal, accesses];
  return [
    {
      sql: `INSERT INTO memories (${COLUMN_NAMES}, model, vector) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, vector8(?))`,
      // what is not a number would be null, and spoil each later reading
      args: [...columns, JSON.stringify(SAID.parse(said)), model, bytesOf(vector)],
    },
    {
      sql: "INSERT INTO words (rowid, tokens) VALUES ((SELECT n FROM memories WHERE id = ?), ?)",
      args: [id, indexTokens(one.content).join(" ")],
    },
  ];
}

/** What is a cause from one side is an effect from the other. */
const BACK = {
  caused_by: "leads_to",
  leads_to: "caused_by",
  similar: "similar",
  related: "related",
} as const;

const edges = (links: Link[], from: string): Statement[] =>
  links.flatMap(({ to, type, confidence }) => [
    edge(from, to, type, confidence),
    edge(to, from, BACK[type], confidence),
  ]);

const edge = (...args: Value[]): Statement => ({
  sql: "INSERT OR REPLACE INTO links (source, target, type, confidence) VALUES (?, ?, ?, ?)",
  args,
});

function conditions(filters: Filters = {}): [string, Value[]] {
  const { emotion, category, from, to, valence, arousal } = filters;
  const all: [string, Value | undefined][] = [
    ["emotion = ?", emotion],
    ["category = ?", category],
    ["created_at >= ?", from],
    ["created_at <= ?", to],
    ["valence >= ?", valence?.[0]],
    ["valence <= ?", valence?.[1]],
    ["arousal >= ?", arousal?.[0]],
    ["arousal <= ?", arousal?.[1]],
  ];
  const used = all.filter((one): one is [string, Value] => one[1] !== undefined);
  return [["1", ...used.map(([sql]) => sql)].join(" AND "), used.map(([, value]) => value)];
}

const withTexts = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textIn(value)]));

function memoryIn({ bytes: _, ...row }: Row): Memory {
  const { created_at, said, ...rest } = COLUMNS.parse(withTexts(row));
  return { ...rest, createdAt: created_at, ...SAID.parse(JSON.parse(said)), links: [] };
}

async function withLinks(db: Database, memories: Memory[]): Promise<Memory[]> {
  const ids = memories.map(({ id }) => id);
  const sql = `SELECT ${LINK_FIELDS} FROM (SELECT *, row_number() OVER (PARTITION BY source ORDER BY links.confidence DESC) AS place
    FROM links WHERE source IN (${marks(ids)})) AS links WHERE place <= ${MAX_LINKS} ORDER BY place`;
  const links = (await db.rows(sql, ids)).map((row) => LINK.parse(withTexts(row)));
  return memories.map((memory) => {
    const own = links.filter(({ source }) => source === memory.id);
    return {
      ...memory,
      links: own.map(({ target, type, confidence }) => ({ to: target, type, confidence })),
    };
  });
}

function vectorIn(bytes: unknown): Vector {
  return bytes instanceof ArrayBuffer ? new Float32Array(bytes) : new Float32Array();
}

async function renewVectors(db: Database, { model, embed }: Embedder): Promise<number> {
  const sql = `SELECT n, ${FIELDS} FROM memories WHERE model <> ? AND n > ? ORDER BY n LIMIT ?`;
  for (let count = 0, last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db.rows(sql, [model, last, BATCH]);
    if (rows.length === 0) return count;
    const vectors = await embed(rows.map((row) => memoryIn(row).content));
    if (vectors.length !== rows.length) throw new Error(`${model} gave too few vectors.`);
    await db.all(rows.flatMap(({ n }, at) => renewal(model, vectors[at], Number(n))));
    last = Number(rows.at(-1)?.n);
    count += rows.length;
  }
}

/** By its number: a file from elsewhere may have an id that is no text, which no text is equal to. */
const renewal = (model: string, vector: Vector | undefined, n: number): Statement[] => {
  const sql = "UPDATE memories SET model = ?, vector = vector8(?) WHERE n = ?";
  return vector ? [{ sql, args: [model, bytesOf(vector), n] }] : [];
};
