// s09 · memory/store – memories as files that a person can read and that a crash cannot destroy.
import { cp, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { exists, isMissing } from "../../shared/files.ts";
import { formatFrontMatter, parseFrontMatter } from "../../shared/frontMatter.ts";
import { withLock } from "../../shared/lock.ts";
import {
  firstFiles,
  isLink,
  makePlainFolder,
  namesIn,
  plainPath,
  readPlain,
  removeOrphans,
  writePlain,
} from "../../shared/plainFiles.ts";
import { createQueue } from "../../shared/queue.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { isTrusted } from "../../shared/trust.ts";

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

export const FOLDER = ".memory";
const INDEX = "MEMORY.md";
export const TITLE = "# Memory";
const LINK = /^- \[[^\]]*\]\(([^/]+?)\.md\): /;
/** A merge fills a new folder first. Then the old folder becomes the backup, and the new one takes its place. */
const NEXT = ".memory.new";
const BACKUP = ".memory.backup";
/** A file that an interrupted write left behind: writePlain adds a number to the name until the file is complete. */
const ORPHAN = /\.md\.\d+$/;
const MAX_BYTES = 32 * 1024;
const MAX_INDEX = 4 * 1024 * 1024; // the index is read before each turn
const MAX_SLUG = 60;

/** Called with the reason for each file that cannot be used. */
type Report = (problem: string) => void;

export interface MemoryStore {
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
export function createMemoryStore(cwd: string): MemoryStore {
  const inOrder = createQueue(); // a list in the middle of a merge would repair it like an interrupted one
  return {
    list: (report) => inOrder(() => list(cwd, report)),
    add: (memory, signal) => inOrder(() => exclusively(cwd, () => add(cwd, memory), signal)),
    replace: (old, memories, signal) =>
      inOrder(() => exclusively(cwd, () => replace(cwd, old, memories), signal)),
  };
}

/** Runs `write` while no other process writes, after repairing what a crashed process left behind. */
async function exclusively(
  cwd: string,
  write: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  plainPath(FOLDER, cwd);
  const action = async () => {
    await repair(cwd);
    await write();
  };
  await withLock(join(cwd, FOLDER), action, signal);
}

/**
 * If only the new folder is there, a merge was interrupted between its two renames, so the second one is done now. But
 * no crash has left behind what git tracks: it may have come with the repository, and the rename would hide that.
 */
async function repair(cwd: string): Promise<void> {
  const [folder, next] = [plainPath(FOLDER, cwd), plainPath(NEXT, cwd)];
  const names = await namesIn(next);
  if (names.some(await trackedAt(next, names)))
    throw new Error(`${NEXT} is not used: git tracks it. Delete it, or give it another name.`);
  if (!(await exists(folder)) && (await exists(next))) await rename(next, folder);
  await rm(next, { recursive: true, force: true });
  await removeOrphans(FOLDER, cwd, (name) => ORPHAN.test(name));
}

/** Takes the lock only to repair something, or to write the index anew. In a folder that is not trusted it does neither. */
async function list(cwd: string, report: Report): Promise<Map<string, Memory>> {
  const folder = (await exists(join(cwd, FOLDER))) ? FOLDER : NEXT; // a merge may have been interrupted
  if (!isTrusted()) return readMemories(cwd, folder, report);
  try {
    plainPath(FOLDER, cwd);
    if (await exists(join(cwd, NEXT))) await exclusively(cwd, nothing);
  } catch (error) {
    report(reasonOf(error));
  }
  const memories = await readMemories(cwd, FOLDER, report);
  try {
    if (isIndexed(cwd, memories)) return memories;
    await exclusively(cwd, () => writeIndex(cwd, FOLDER));
  } catch (error) {
    report(`${FOLDER}/${INDEX} is not updated: ${reasonOf(error)}`);
  }
  return readMemories(cwd, FOLDER, report);
}

const nothing = async () => {};

async function add(cwd: string, memory: Memory): Promise<void> {
  plainPath(`${FOLDER}/${INDEX}`, cwd); // before anything is written
  await makePlainFolder(FOLDER, cwd);
  await backUp(cwd, fileOf(memory));
  await writeMemory(cwd, FOLDER, memory);
  await writeIndex(cwd, FOLDER);
}

async function backUp(cwd: string, name: string): Promise<void> {
  const file = `${FOLDER}/${name}`;
  if (!(await exists(plainPath(file, cwd)))) return;
  await makePlainFolder(BACKUP, cwd);
  await writePlain(`${BACKUP}/${name}`, cwd, readPlain(file, cwd, Infinity));
}

async function replace(
  cwd: string,
  old: ReadonlyMap<string, Memory>,
  memories: Memory[],
): Promise<void> {
  const folder = plainPath(FOLDER, cwd);
  plainPath(`${FOLDER}/${INDEX}`, cwd); // before anything is written
  const now = await readMemories(cwd, FOLDER, () => {});
  const changed = [...old].find(([slug, one]) => !isDeepStrictEqual(now.get(slug), one));
  if (changed) throw new Error(`${changed[0]}.md was changed by another program in the meantime.`);
  const next = plainPath(NEXT, cwd);
  const backup = plainPath(BACKUP, cwd);
  await cp(folder, next, { recursive: true, verbatimSymlinks: true });
  for (const slug of old.keys()) await unlink(join(next, `${slug}.md`));
  for (const memory of memories) await writeMemory(cwd, NEXT, memory);
  await writeIndex(cwd, NEXT);
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

async function writeMemory(cwd: string, folder: string, memory: Memory): Promise<void> {
  const { body, ...fields } = memory;
  const text = formatFrontMatter({ fields, body: `${body}\n` });
  await writePlain(`${folder}/${fileOf(memory)}`, cwd, text);
}

/** The line of a memory in the index. */
export const linkOf = (slug: string, { name, description }: Memory): string =>
  `- [${name.replaceAll(/[[\]]/g, "")}](${slug}.md): ${description}`;

/** Writes one link for each memory. Other lines, which a person wrote, stay. */
async function writeIndex(cwd: string, folder: string): Promise<void> {
  const memories = await readMemories(cwd, folder, () => {});
  const own = indexOf(cwd, folder)
    .filter((text) => !LINK.test(text))
    .join("\n");
  const links = [...memories].map(([slug, memory]) => linkOf(slug, memory));
  const head = own.trim() || TITLE;
  if (memories.size === 0 && head === TITLE) return rm(join(cwd, folder, INDEX), { force: true });
  await writePlain(`${folder}/${INDEX}`, cwd, `${head}\n\n${links.join("\n")}\n`);
}

/** False when a person or another program has added or deleted a memory. */
function isIndexed(cwd: string, memories: ReadonlyMap<string, Memory>): boolean {
  const slugs = indexOf(cwd, FOLDER).flatMap((text) => LINK.exec(text)?.[1] ?? []);
  return slugs.length === memories.size && slugs.every((slug) => memories.has(slug));
}

function indexOf(cwd: string, folder: string): string[] {
  try {
    return readPlain(`${folder}/${INDEX}`, cwd, MAX_INDEX).toString("utf8").split("\n");
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readMemories(
  cwd: string,
  folder: string,
  report: Report,
): Promise<Map<string, Memory>> {
  const memories = new Map<string, Memory>();
  const names = isLink(join(cwd, folder)) ? [] : await namesIn(join(cwd, folder));
  for (const name of firstFiles(names.filter(isMemoryFile).sort(), FOLDER, report)) {
    const slug = name.slice(0, -".md".length);
    try {
      memories.set(slug, readMemory(`${folder}/${name}`, cwd));
    } catch (error) {
      if (isMissing(error)) continue; // it was deleted after it was listed
      report(`${FOLDER}/${name} is skipped: ${reasonOf(error)}`);
    }
  }
  return memories;
}

const isMemoryFile = (name: string) =>
  /^[^\r\n]+\.md$/.test(name) && name.toLowerCase() !== INDEX.toLowerCase();

function readMemory(name: string, cwd: string): Memory {
  const { fields, body } = parseFrontMatter(readPlain(name, cwd, MAX_BYTES).toString("utf8"));
  const checked = memorySchema.safeParse({ ...fields, body });
  if (checked.success) return checked.data;
  throw new Error(`its front matter or text is not valid: ${z.prettifyError(checked.error)}`);
}
