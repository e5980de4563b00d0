// s09 · memory/store – memories as files that a person can read and that a crash cannot destroy.
import { cp, lstat, mkdir, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isMissing, resolveInside, writeAtomic } from "../../shared/files.ts";
import { formatFrontMatter, parseFrontMatter } from "../../shared/frontMatter.ts";
import { withLock } from "../../shared/lock.ts";

export const TYPES = ["user", "feedback", "project", "reference"] as const;

const line = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1));

/** One memory. Its file is named after `name`; `description` is what a prompt is compared with. */
export const memorySchema = z.object({
  name: line(80),
  description: line(300),
  type: z.enum(TYPES),
  body: z.string().trim().min(1).max(20_000),
});
export type Memory = z.infer<typeof memorySchema>;

const FOLDER = ".memory";
const INDEX = "MEMORY.md";
const TITLE = "# Memory";
const LINK = /^- \[[^\]]*\]\(([^/]+?)\.md\): /;
/** A merge fills a new folder first. Then the old folder becomes the backup, and the new one takes its place. */
const NEXT = ".memory.new";
const BACKUP = ".memory.backup";
/** A file that an interrupted write left behind: writeAtomic adds a number to the name until the file is complete. */
const ORPHAN = /\.md\.\d+$/;
const MAX_BYTES = 32 * 1024;
const MAX_SLUG = 60;

/** Called with the reason for each file that cannot be used. */
type Report = (problem: string) => void;

export interface Store {
  /** All memories by slug, in the order of their files. */
  list(report: Report): Promise<Map<string, Memory>>;
  /** Writes one memory and the index. A memory that already has this name goes to the backup. */
  add(memory: Memory, signal?: AbortSignal): Promise<void>;
  /**
   * Replaces the memories `old`, by slug, with `memories`. The old folder becomes the backup. Throws, and changes
   * nothing, when one of `old` has changed since it was listed.
   */
  replace(
    old: ReadonlyMap<string, Memory>,
    memories: Memory[],
    signal?: AbortSignal,
  ): Promise<void>;
}

/** The memories in `cwd`/.memory. */
export function createStore(cwd: string): Store {
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one action after the other: a list in the middle of a merge would repair it like an interrupted one. */
  function inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = last.then(action);
    last = result.catch(() => {});
    return result;
  }

  return {
    list: (report) => inTurn(() => list(cwd, report)),
    add: (memory, signal) => inTurn(() => exclusively(cwd, () => add(cwd, memory), signal)),
    replace: (old, memories, signal) =>
      inTurn(() => exclusively(cwd, () => replace(cwd, old, memories), signal)),
  };
}

/** Runs `write` while no other process writes, after repairing what a crashed process left behind. */
async function exclusively(
  cwd: string,
  write: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  await resolveInside(FOLDER, cwd, [cwd]);
  const action = async () => {
    await repair(cwd);
    await write();
  };
  await withLock(join(cwd, FOLDER), action, signal);
}

/** If only the new folder is there, a merge was interrupted between its two renames, so the second one is done now. */
async function repair(cwd: string): Promise<void> {
  const [folder, next] = [join(cwd, FOLDER), join(cwd, NEXT)];
  if (!(await exists(folder)) && (await exists(next))) await rename(next, folder);
  await rm(next, { recursive: true, force: true });
  for (const name of await namesIn(folder)) if (ORPHAN.test(name)) await unlink(join(folder, name));
}

/** Takes the lock only when there is something to repair, or when the index does not match the files. */
async function list(cwd: string, report: Report): Promise<Map<string, Memory>> {
  await resolveInside(FOLDER, cwd, [cwd]);
  const folder = join(cwd, FOLDER);
  if (await exists(join(cwd, NEXT))) await exclusively(cwd, nothing);
  const memories = await readMemories(folder, report);
  try {
    if (await isIndexed(folder, memories)) return memories;
    await exclusively(cwd, () => writeIndex(folder));
  } catch (error) {
    report(`${FOLDER}/${INDEX} is not updated: ${reasonOf(error)}`);
  }
  return readMemories(folder, report);
}

const nothing = async () => {};

async function add(cwd: string, memory: Memory): Promise<void> {
  const [folder, name] = [join(cwd, FOLDER), fileOf(memory)];
  await mkdir(folder, { recursive: true });
  if (await exists(join(folder, name)))
    await cp(join(folder, name), join(cwd, BACKUP, name), { force: true, recursive: true });
  await writeMemory(folder, memory);
  await writeIndex(folder);
}

async function replace(
  cwd: string,
  old: ReadonlyMap<string, Memory>,
  memories: Memory[],
): Promise<void> {
  const folder = join(cwd, FOLDER);
  const now = await readMemories(folder, () => {});
  const changed = [...old].find(([slug, one]) => !isDeepStrictEqual(now.get(slug), one));
  if (changed) throw new Error(`${changed[0]}.md was changed by another program in the meantime.`);
  const next = join(cwd, NEXT);
  const backup = join(cwd, BACKUP);
  await cp(folder, next, { recursive: true });
  for (const slug of old.keys()) await unlink(join(next, `${slug}.md`));
  for (const memory of memories) await writeMemory(next, memory);
  await writeIndex(next);
  await rm(backup, { recursive: true, force: true });
  await rename(folder, backup);
  await rename(next, folder);
}

/** Lower case letters and digits of any script, and dashes: a valid file name on every system, and never a path. */
export function slugOf({ name }: Pick<Memory, "name">): string {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = [...words.join("-")].slice(0, MAX_SLUG).join("");
  return slug === "" || slug === "memory" ? `note-${slug}` : slug;
}

const fileOf = (memory: Memory) => `${slugOf(memory)}.md`;

async function writeMemory(folder: string, memory: Memory): Promise<void> {
  const { body, ...fields } = memory;
  const text = formatFrontMatter({ fields, body: `${body}\n` });
  await writeAtomic(join(folder, fileOf(memory)), text, 0o600);
}

/** Writes one link for each memory. Other lines, which a person wrote, stay. */
async function writeIndex(folder: string): Promise<void> {
  const memories = await readMemories(folder, () => {});
  const own = (await indexOf(folder)).filter((text) => !LINK.test(text)).join("\n");
  const links = [...memories].map(([slug, { name, description }]) => {
    return `- [${name.replaceAll(/[[\]]/g, "")}](${slug}.md): ${description}`;
  });
  const head = own.trim() || TITLE;
  if (memories.size === 0 && head === TITLE) return rm(join(folder, INDEX), { force: true });
  await writeAtomic(join(folder, INDEX), `${head}\n\n${links.join("\n")}\n`, 0o600);
}

/** False when a person or another program has added or deleted a memory. */
async function isIndexed(folder: string, memories: ReadonlyMap<string, Memory>): Promise<boolean> {
  const slugs = (await indexOf(folder)).flatMap((text) => LINK.exec(text)?.[1] ?? []);
  return slugs.length === memories.size && slugs.every((slug) => memories.has(slug));
}

async function indexOf(folder: string): Promise<string[]> {
  const path = join(folder, INDEX);
  if (!(await exists(path))) return [];
  if (!(await lstat(path)).isFile()) throw new Error("it is not a file.");
  return (await readFile(path, "utf8")).split("\n");
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readMemories(folder: string, report: Report): Promise<Map<string, Memory>> {
  const memories = new Map<string, Memory>();
  for (const name of (await namesIn(folder)).filter(isMemoryFile)) {
    const slug = name.slice(0, -".md".length);
    try {
      memories.set(slug, await readMemory(join(folder, name)));
    } catch (error) {
      if (isMissing(error)) continue; // it was deleted after it was listed
      report(`${FOLDER}/${name} is skipped: ${reasonOf(error)}`);
    }
  }
  return memories;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.sort();
}

const isMemoryFile = (name: string) =>
  /^[^\r\n]+\.md$/.test(name) && name.toLowerCase() !== INDEX.toLowerCase();

async function readMemory(path: string): Promise<Memory> {
  const file = await lstat(path);
  if (!file.isFile()) throw new Error("it is not a file.");
  if (file.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1024} KB.`);
  const { fields, body } = parseFrontMatter(await readFile(path, "utf8"));
  const checked = memorySchema.safeParse({ ...fields, body });
  if (checked.success) return checked.data;
  throw new Error(`its front matter or text is not valid: ${z.prettifyError(checked.error)}`);
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
