import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { clock } from "../../shared/clock.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import { createMailboxes, type Mailboxes } from "./mailbox.ts";

const mailbox = join(underTest(join(import.meta.dirname, "..")), "team/mailbox.ts");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(PLACE, "mail-"));
});
afterEach(() => rm(folder, { recursive: true }));

const draft = (content: string, to = "lead") =>
  ({ from: "alice", to, type: "message", content }) as const;
const contentsOf = async (boxes: Mailboxes, name: string) =>
  (await boxes.unread(name)).values.map(({ content }) => content);
const filesIn = (part: string) => readdir(join(folder, ".mailboxes", part)).catch(() => []);

test("messages are read in the order in which they were sent, also when the clock was set back", async () => {
  const boxes = createMailboxes(folder);
  const numbers = Array.from({ length: 12 }, (_, at) => String(at));
  for (const content of numbers) {
    await boxes.send(draft(content));
    if (content === "5") clock.setNow(clock.now() - 3_600_000);
  }
  clock.setNow(Date.now());
  expect(await contentsOf(boxes, "lead")).toEqual(numbers);
});

test("messages that are sent at the same time arrive one after the other", async () => {
  const boxes = createMailboxes(folder);
  const numbers = Array.from({ length: 20 }, (_, at) => String(at));
  await Promise.all(numbers.map((content) => boxes.send(draft(content))));
  expect(await contentsOf(boxes, "lead")).toEqual(numbers);
});

test("what is read is moved, and what is set aside is kept", async () => {
  const boxes = createMailboxes(folder);
  const first = await boxes.send(draft("one", "Bob"));
  await boxes.send(draft("two", "bob"));
  await boxes.markRead(first);
  expect(await contentsOf(boxes, "BOB")).toEqual(["two"]);
  expect(await boxes.setAside("bob")).toBe(1);
  expect(await contentsOf(boxes, "bob")).toEqual([]);
  expect(await filesIn("bob/read")).toEqual([`${first.id}.json`]);
  expect(await filesIn("bob/unread")).toHaveLength(1);
  expect(await boxes.setAside("bob")).toBe(0);
});

test("a mailbox is known by its name in lower case, however a clone writes it", async () => {
  const boxes = createMailboxes(folder);
  await boxes.send(draft("one", "lead"));
  await mkdir(join(folder, ".mailboxes/LEAD"));
  await mkdir(join(folder, ".mailboxes/Bob"));
  expect((await boxes.names()).sort()).toEqual(["bob", "lead"]);
});

test("any text arrives as it is, but half of a character", async () => {
  const boxes = createMailboxes(folder);
  const texts = ["x".repeat(100_000), "</note>\u0000\r\n\u2028 \" ' \\", "😀 字 ä", "a\ud800b"];
  for (const text of texts) await boxes.send(draft(text));
  expect(await contentsOf(boxes, "lead")).toEqual([...texts.slice(0, -1), "a\ufffdb"]);
});

test("what is no name is no folder", async () => {
  const boxes = createMailboxes(folder);
  for (const name of ["..", "../out", "a/b", "", "x".repeat(65), "a b"])
    await expect(boxes.send(draft("text", name))).rejects.toThrow("is not a name");
  expect(await readdir(folder)).toEqual([]);
});

test("a file that is no message is a problem of its own, and stays", async () => {
  const boxes = createMailboxes(folder);
  const { id } = await boxes.send(draft("good"));
  const wrong = {
    "1767603600000-000001-0000abcd": "{",
    "1767603600000-000002-0000abcd": JSON.stringify({ id }),
    "no-id": "{}",
  };
  for (const [name, text] of Object.entries(wrong))
    await writeFile(join(folder, `.mailboxes/lead/new/${name}.json`), text);
  await writeFile(join(folder, ".mailboxes/lead/new/half.json.123"), "{");
  const { values, problems } = await boxes.unread("lead");
  expect(values.map(({ content }) => content)).toEqual(["good"]);
  expect(problems).toHaveLength(3);
  for (const problem of problems) expect(problem).toMatch(/cannot be used|is not an id/);
});

test("files that cannot be used take no room from the messages", async () => {
  const boxes = createMailboxes(folder);
  const broken = await boxes.send(draft("broken"));
  await writeFile(join(folder, `.mailboxes/lead/new/${broken.id}.json`), "{");
  await boxes.send(draft("good"));
  const { values } = await boxes.unread("lead", new Set(), 1);
  expect(values.map(({ content }) => content)).toEqual(["good"]);
});

testNeeding("links")("no link is followed, neither to a mailbox nor out of one", async () => {
  const boxes = createMailboxes(folder);
  await mkdir(join(folder, "out"));
  await mkdir(join(folder, ".mailboxes"));
  await symlink(join(folder, "out"), join(folder, ".mailboxes/lead"));
  await expect(boxes.send(draft("text"))).rejects.toThrow("symbolic link");
  expect(await readdir(join(folder, "out"))).toEqual([]);
});

test("wherever the program is stopped, a message is there whole or not at all, and is read or unread", async () => {
  const load = await bundleDoomed<{ createMailboxes: typeof createMailboxes }>(mailbox);
  const stops = await stopEverywhere(async (stopsAt) => {
    const cwd = await mkdtemp(join(folder, "stop-"));
    const { exports, stopped } = load(stopsAt);
    const boxes = exports.createMailboxes(cwd);
    const work = async () => {
      const message = await boxes.send(draft("whole ".repeat(50)));
      await boxes.markRead(message);
      return "whole" as const;
    };
    const end = await Promise.race([work(), stopped]);
    const after = createMailboxes(cwd);
    const { values, problems } = await after.unread("lead");
    expect(problems).toEqual([]);
    for (const { content } of values) expect(content).toBe("whole ".repeat(50));
    const read = await readdir(join(cwd, ".mailboxes/lead/read")).catch(() => []);
    expect(values.length + read.length).toBeLessThanOrEqual(1);
    if (end === "whole") expect(read).toHaveLength(1);
    await after.setAside("lead");
    expect(await readdir(join(cwd, ".mailboxes/lead/new"))).toEqual([]);
    return end;
  });
  expect(stops).toBeGreaterThan(5);
});

/** What many programs write to one member of a team. */
interface Writing {
  /** The module that exports `createMailboxes`. */
  mailbox: string;
  folder: string;
  writers: number;
  /** How many messages each of them writes. */
  messages: number;
  /** How many programs run at the same time. */
  atOnce: number;
  /** At which changes of the disk the program of a writer is killed; then another one goes on. */
  killsOf(writer: number): number[];
}

/** Writes messages from `first` to `end`, and says in a file which it begins and which are on the disk. Kills itself at the given change of the disk. */
const PROGRAM = `
import fs from "node:fs";
import promises from "node:fs/promises";
import { createRequire } from "node:module";
const [bundle, log, from, first, end, killAt] = process.argv.slice(2);
let left = Number(killAt);
const count = () => { if (left-- === 0) process.kill(process.pid, "SIGKILL"); };
const append = fs.appendFileSync;
for (const owner of [fs, promises])
  for (const name of ["rename", "unlink", "mkdir", "open", "writeFile", "write", "fsync", "close"]) {
    const original = owner[name];
    if (original) owner[name] = (...args) => { count(); return original(...args); };
  }
const { createMailboxes } = createRequire(import.meta.url)(bundle);
const { send } = createMailboxes(process.cwd());
for (let at = Number(first); at < Number(end); at++) {
  append(log, "begun " + at + "\\n");
  await send({ from, to: "lead", type: "message", content: String(at) });
  append(log, "sent " + at + "\\n");
}
`;

const logOf = (folder: string, writer: number) => join(folder, `writer-${writer}.log`);

/** Runs the writers. Their logs stay in the folder. */
async function writeFromMany(writing: Writing): Promise<void> {
  const { mailbox, folder, writers, atOnce } = writing;
  await build({
    entryPoints: [mailbox],
    outfile: join(folder, "mailbox.cjs"),
    bundle: true,
    platform: "node",
  });
  await writeFile(join(folder, "writer.mjs"), PROGRAM);
  const waiting = Array.from({ length: writers }, (_, at) => at);
  const next = async (): Promise<void> => {
    const writer = waiting.shift();
    if (writer === undefined) return;
    await writeOne(writing, writer);
    return next();
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function writeOne(writing: Writing, writer: number): Promise<void> {
  const { folder, messages, killsOf } = writing;
  const log = logOf(folder, writer);
  await writeFile(log, "");
  for (const killAt of [...killsOf(writer), -1]) {
    const { begun } = await saidBy(folder, writer);
    const from = `writer-${writer}`;
    const args = [from, begun.length, messages, killAt].map(String);
    await ended(
      spawn(
        process.execPath,
        [join(folder, "writer.mjs"), join(folder, "mailbox.cjs"), log, ...args],
        { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
      ),
    );
  }
}

const ended = (child: ReturnType<typeof spawn>) =>
  new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      code === 0 || signal === "SIGKILL"
        ? resolve()
        : reject(new Error(`a writer ended with ${code}`)),
    );
  });

/** Which messages a writer has begun to write, and which of them are on the disk for sure. */
async function saidBy(
  folder: string,
  writer: number,
): Promise<{ begun: number[]; sent: number[] }> {
  const lines = (await readFile(logOf(folder, writer), "utf8")).trimEnd().split("\n");
  const of = (what: string) =>
    lines.filter((line) => line.startsWith(what)).map((line) => Number(line.split(" ")[1]));
  return { begun: of("begun"), sent: of("sent") };
}

/** Where the messages are read. */
interface Reader<Message> {
  unread(name: string): Promise<{ values: Message[]; problems: string[] }>;
  markRead(message: Message): Promise<void>;
}

/** How the reading of what many programs write went wrong: all of these lists are empty when it went well. */
interface Losses {
  /** Files that could not be read. */
  torn: string[];
  /** On the disk for sure, and never read. */
  lost: string[];
  twice: string[];
  /** Read after a later one of the same writer. */
  late: string[];
}

/** Reads while the writers write, until all of them have ended and nothing is left. */
async function readAll<Message extends { from: string; content: string }>(
  writing: Writing,
  { unread, markRead }: Reader<Message>,
): Promise<Losses> {
  const losses: Losses = { torn: [], lost: [], twice: [], late: [] };
  const seen = new Map<string, number[]>();
  let isOver = false;
  const written = writeFromMany(writing).finally(() => {
    isOver = true;
  });
  for (let isLast = false; !isLast; ) {
    isLast = isOver;
    const { values, problems } = await unread("lead");
    losses.torn.push(...problems);
    for (const message of values) {
      seen.set(message.from, [...(seen.get(message.from) ?? []), Number(message.content)]);
      await markRead(message);
    }
  }
  await written;
  for (let writer = 0; writer < writing.writers; writer++) {
    const from = `writer-${writer}`;
    const read = seen.get(from) ?? [];
    const { sent } = await saidBy(writing.folder, writer);
    const named = (numbers: number[]) => numbers.map((number) => `${from} ${number}`);
    const known = new Set(read);
    losses.lost.push(...named(sent.filter((number) => !known.has(number))));
    losses.twice.push(...named(read.filter((number, at) => read.indexOf(number) !== at)));
    losses.late.push(...named(read.filter((number, at) => number < (read[at - 1] ?? 0))));
  }
  return losses;
}

test("four programs write fifty messages each, and are killed: none is lost, none comes twice, each sender's are in order", async () => {
  const writing: Writing = {
    mailbox,
    folder,
    writers: 4,
    messages: 50,
    atOnce: 4,
    killsOf: (writer) => [31 + 7 * writer, 62 + 5 * writer],
  };
  const losses = await readAll(writing, createMailboxes(folder));
  expect(losses).toEqual({ torn: [], lost: [], twice: [], late: [] });
  expect((await filesIn("lead/read")).length).toBeGreaterThan(180);
});

/** On the newest chapter as many as a long run of it could have; on this one, whose mailbox is nearly the same, a tenth. */
const MESSAGES = process.env.UNIT_ON ? 1000 : 100;
/** A place among the changes of the disk, in proportion. */
const early = (change: number) => Math.round((change * MESSAGES) / 1000);

test.runIf(process.env.TEST_DEPTH)(
  `a hundred programs write ${MESSAGES} messages each, some are killed: none is lost, none comes twice, each sender's are in order`,
  async () => {
    const writing: Writing = {
      mailbox,
      folder,
      writers: 100,
      messages: MESSAGES,
      atOnce: 10,
      killsOf: (writer) =>
        writer % 3 === 0 ? [97 + 31 * writer, 41 + 17 * writer].map(early) : [],
    };
    const losses = await readAll(writing, createMailboxes(folder));
    expect(losses).toEqual({ torn: [], lost: [], twice: [], late: [] });
    expect((await readdir(join(folder, ".mailboxes/lead/read"))).length).toBeGreaterThan(
      100 * MESSAGES - 100, // each kill loses one at most
    );
  },
);
