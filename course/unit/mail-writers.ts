// course/unit/mail-writers · for tests of mailboxes: programs that write many messages, and are killed while they do.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** What many programs write to one member of a team. */
export interface Writing {
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
export interface Losses {
  /** Files that could not be read. */
  torn: string[];
  /** On the disk for sure, and never read. */
  lost: string[];
  twice: string[];
  /** Read after a later one of the same writer. */
  late: string[];
}

/** Reads while the writers write, until all of them have ended and nothing is left. */
export async function readAll<Message extends { from: string; content: string }>(
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
