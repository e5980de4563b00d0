// s09 · memoryStore – notes as files that a person can read, and that no crash can take away.
import { cp, lstat, mkdir, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isMissing, resolveInside, writeAtomic } from "../shared/files.ts";
import { formatFrontMatter, parseFrontMatter } from "../shared/frontMatter.ts";
import { withLock } from "../shared/lock.ts";

export const TYPES = ["user", "feedback", "project", "reference"] as const;

const line = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1));

/** One note. Its name makes the name of its file, its description is what it is found by. */
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
/** What is being made, and what was there before: the swap of a consolidation. */
const NEXT = ".memory.new";
const BACKUP = ".memory.backup";
const MAX_BYTES = 32 * 1024;
const MAX_SLUG = 60;

export interface Store {
  /** All notes by slug, in the order of their files. `report` hears of each file that cannot be used. */
  list(report: (problem: string) => void): Promise<Map<string, Memory>>;
  /** Writes one note and the index. Another one with this name goes to the backup. */
  add(memory: Memory): Promise<void>;
  /** Puts `memories` in the place of the notes `slugs`; the folder as it was becomes the backup. */
  replace(slugs: Iterable<string>, memories: Memory[]): Promise<void>;
}

/** The notes in `cwd`/.memory. */
export function createStore(cwd: string): Store {
  const at = (...parts: string[]) => join(cwd, ...parts);
  let last: Promise<unknown> = Promise.resolve();

  /** Who reads in the middle of a swap would take it for one that was cut off. */
  function inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = last.then(action);
    last = result.catch(() => {});
    return result;
  }

  /** One writer at a time, also among processes, after what a dead one has left is in order again. */
  async function alone(write: () => Promise<void>) {
    await resolveInside(FOLDER, cwd, [cwd]);
    await withLock(at(FOLDER), async () => {
      await recover();
      await write();
    });
  }

  /** Only a swap that was cut off in its middle leaves the new folder without the old one. Beside it, it is waste. */
  async function recover() {
    if (await exists(at(FOLDER))) await rm(at(NEXT), { recursive: true, force: true });
    else if (await exists(at(NEXT))) await rename(at(NEXT), at(FOLDER));
  }

  /** Needs no lock, unless a swap goes on or somebody else has made or deleted a note. */
  async function list(report: (problem: string) => void) {
    await resolveInside(FOLDER, cwd, [cwd]);
    if (await exists(at(NEXT))) await alone(async () => {});
    const notes = await readNotes(at(FOLDER), report);
    try {
      if (await isIndexed(at(FOLDER), notes)) return notes;
      await alone(() => writeIndex(at(FOLDER)));
    } catch (error) {
      report(`${FOLDER}/${INDEX} stays as it is: ${reasonOf(error)}`);
    }
    return readNotes(at(FOLDER), report);
  }

  async function add(memory: Memory) {
    const name = fileOf(memory);
    await mkdir(at(FOLDER), { recursive: true });
    if (await exists(at(FOLDER, name)))
      await cp(at(FOLDER, name), at(BACKUP, name), { force: true, recursive: true });
    await writeNote(at(FOLDER), memory);
    await writeIndex(at(FOLDER));
  }

  async function replace(slugs: Iterable<string>, memories: Memory[]) {
    await cp(at(FOLDER), at(NEXT), { recursive: true });
    for (const slug of slugs) await unlink(at(NEXT, `${slug}.md`));
    for (const memory of memories) await writeNote(at(NEXT), memory);
    await writeIndex(at(NEXT));
    await rm(at(BACKUP), { recursive: true, force: true });
    await rename(at(FOLDER), at(BACKUP));
    await rename(at(NEXT), at(FOLDER));
  }

  return {
    list: (report) => inTurn(() => list(report)),
    add: (memory) => inTurn(() => alone(() => add(memory))),
    replace: (slugs, memories) => inTurn(() => alone(() => replace(slugs, memories))),
  };
}

/** Lower case, letters and digits of any script, dashes: a file name on every disk, and never a path. */
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

async function writeNote(folder: string, memory: Memory) {
  const { body, ...fields } = memory;
  await writeAtomic(
    join(folder, fileOf(memory)),
    formatFrontMatter({ fields, body: `${body}\n` }),
    0o600,
  );
}

/** A link a note, made anew each time. What a person wrote beside the links stays. */
async function writeIndex(folder: string) {
  const notes = await readNotes(folder, () => {});
  const own = (await indexOf(folder)).filter((text) => !LINK.test(text)).join("\n");
  const links = [...notes].map(([slug, { name, description }]) => {
    return `- [${name.replaceAll(/[[\]]/g, "")}](${slug}.md): ${description}`;
  });
  const head = own.trim() || TITLE;
  if (notes.size === 0 && head === TITLE) return rm(join(folder, INDEX), { force: true });
  await writeAtomic(join(folder, INDEX), `${head}\n\n${links.join("\n")}\n`, 0o600);
}

/** False when somebody else has written or deleted a note. */
async function isIndexed(folder: string, notes: ReadonlyMap<string, Memory>): Promise<boolean> {
  const slugs = (await indexOf(folder)).flatMap((text) => LINK.exec(text)?.[1] ?? []);
  return slugs.length === notes.size && slugs.every((slug) => notes.has(slug));
}

async function indexOf(folder: string): Promise<string[]> {
  const path = join(folder, INDEX);
  if (!(await exists(path))) return [];
  if (!(await lstat(path)).isFile()) throw new Error("it is not a file.");
  return (await readFile(path, "utf8")).split("\n");
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readNotes(folder: string, report: (problem: string) => void) {
  const notes = new Map<string, Memory>();
  for (const name of await markdownIn(folder)) {
    const slug = name.slice(0, -".md".length);
    try {
      notes.set(slug, await readNote(join(folder, name)));
    } catch (error) {
      if (isMissing(error)) continue; // gone since it was listed
      report(`${FOLDER}/${name} is left out: ${reasonOf(error)}`);
    }
  }
  return notes;
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const isNote = (name: string) =>
    /^[^\r\n]+\.md$/.test(name) && name.toLowerCase() !== INDEX.toLowerCase();
  return names.filter(isNote).sort();
}

async function readNote(path: string): Promise<Memory> {
  const file = await lstat(path);
  if (!file.isFile()) throw new Error("it is not a file.");
  if (file.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1024} KB.`);
  const { fields, body } = parseFrontMatter(await readFile(path, "utf8"));
  const checked = memorySchema.safeParse({ ...fields, body });
  if (checked.success) return checked.data;
  throw new Error(`its head or text is not that of a note: ${z.prettifyError(checked.error)}`);
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
