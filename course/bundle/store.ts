// course/bundle/store · puts bundles into the cache: whole, or not at all, however many processes do so at once.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "../base/root.ts";
import { CACHE, hashOf, hashOfFile, knownOf, manifestOf, touch } from "./cache.mjs";

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A bundle in the cache: its file, the hash of each file that it was made from, and for a part the names that each of its modules exports. */
export interface Kept {
  output: string;
  inputs: Record<string, string>;
  /** The number, the time and the size of those of them that were older than a moment when they were read. */
  known: [at: number, mtimeMs: number, size: number][];
  names: string[][];
  /** The parts that it needs. */
  parts: string[];
}

interface Made {
  /** The folder in which the files lie. */
  name: string;
  /** The first is the one that is started, or read as a part. */
  files: Record<string, string>;
  sources: string[];
  parts: Kept[];
  namesOf?(output: string): Promise<string[][]>;
}

/** Keeps what was made of the module `entry`, with a manifest beside it. */
export async function keep(entry: string, made: Made): Promise<Kept> {
  const { name, files, sources, parts, namesOf } = made;
  const output = await store(name, files);
  const own = Object.keys(files).filter((file) => file.endsWith(".js")); // a computer that went down may leave them empty
  const paths = [...sources, output, ...own.map((file) => join(dirname(output), file))];
  const inputs = Object.fromEntries(paths.map((path) => [path, hashOfFile(path)]));
  const all = Object.assign({}, ...parts.map((part) => part.inputs), inputs);
  const kept = {
    output,
    inputs: all,
    known: knownOf(all),
    names: (await namesOf?.(output)) ?? [],
    parts: parts.map((part) => part.output),
  };
  await writeWhole(manifestOf(entry), JSON.stringify(kept));
  pruned ??= prune();
  await pruned;
  return kept;
}

/** Puts files under the hash of what is in them; gives the path of the first. */
async function store(name: string, files: Record<string, string>): Promise<string> {
  const content = JSON.stringify([ROOT, name, files]); // ROOT, because a moved course needs other paths
  const place = join(CACHE, hashOf(content).slice(0, 24));
  const [first = ""] = Object.keys(files);
  const output = join(place, name, first);
  if (existsSync(place)) {
    touch(place);
    const isWhole = Object.entries(files).every(([file, text]) =>
      holds(join(place, name, file), text),
    );
    if (isWhole) return output;
    await rm(place, { recursive: true, force: true });
  }
  const draft = `${place}.${randomUUID()}`;
  try {
    await mkdir(join(draft, name), { recursive: true });
    for (const [file, text] of Object.entries(files))
      await writeFile(join(draft, name, file), text);
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process put the same files there first.
    if (!existsSync(output)) throw error;
  }
  return output;
}

const holds = (path: string, text: string) =>
  existsSync(path) && readFileSync(path, "utf8") === text;

async function writeWhole(path: string, content: string) {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content);
  await rename(draft, path);
}

let pruned: Promise<void> | undefined;

/** Removes bundles that no run has used for a week. It is enough to do so once in a process. */
async function prune() {
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(join(CACHE, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < KEPT_MS) continue;
    await rm(join(CACHE, name), { recursive: true, force: true });
  }
}
