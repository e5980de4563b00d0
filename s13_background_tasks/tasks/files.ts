// s12 · tasks/files – one file per task: checked when it is read, written whole or not at all.
import { type BigIntStats, lstatSync, readFileSync } from "node:fs";
import { mkdir, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { z } from "zod";
import { isMissing, resolveInside, writeAtomic } from "../../shared/files.ts";

export const STATUSES = ["pending", "in_progress", "completed"] as const;
export const MAX_DEPENDENCIES = 50;
const ID = /^task_[0-9a-f]{8}$/;
export const SESSION = /^[0-9a-f]{8}$/;

/** Text that the API accepts: JSON can hold half of a character, and a request with it would be refused. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.toWellFormed());

const taskSchema = z.object({
  id: z.string().regex(ID),
  /** One line. */
  subject: text(200).pipe(z.string().trim().min(1)),
  description: text(20_000),
  status: z.enum(STATUSES),
  /** The agent that has claimed the task, or has completed it. */
  owner: text(100).optional(),
  /** The session of the owner. Two programs in one folder both have an agent with the name "lead". */
  session: z.string().regex(SESSION).optional(),
  /** The tasks that must be completed before this one is claimed. */
  blockedBy: z.array(z.string().regex(ID)).max(MAX_DEPENDENCIES),
  createdAt: z.iso.datetime(),
});
export type Task = z.infer<typeof taskSchema>;

export const FOLDER = ".tasks";
const MAX_BYTES = 128 * 1024;
/** A file that an interrupted write left behind: writeAtomic adds a number to the name until the file is complete. */
const ORPHAN = /^task_[0-9a-f]{8}\.json\.\d+$/;
/** So many files are looked at before other work of the program gets its turn: about 5 ms. */
const SLICE = 200;

/** All tasks by id, the oldest first, and one sentence for each file that cannot be used. */
export interface Tasks {
  tasks: Map<string, Task>;
  problems: string[];
}

/** What a file said, and the size, time and inode by which a change of the file shows. */
interface Entry {
  key: string;
  found: Task | { problem: string };
}

export interface TaskFiles {
  /** Reads all tasks. A file that has not changed since the last time is not read again. */
  all(): Promise<Tasks>;
  /** Reads one task anew. Throws an Error for what is no id, for a missing task, and for a file that cannot be used. */
  read(id: string): Promise<Task>;
  /** True when there is a file, readable or not. */
  exists(id: string): Promise<boolean>;
  write(task: Task): Promise<void>;
  /** Makes the folder and returns its path. Throws when it leads out of the workspace. */
  prepare(): Promise<string>;
  /** Removes what interrupted writes have left behind. Only the holder of the lock may do this. */
  tidy(): Promise<void>;
}

/** The files in `cwd`/.tasks. */
export function createTaskFiles(cwd: string): TaskFiles {
  const known = new Map<string, Entry>();
  const folder = () => resolveInside(FOLDER, cwd, [cwd]);
  return {
    all: async () => readAll(await folder(), known),
    async read(id) {
      checkId(id);
      const path = join(await folder(), nameOf(id));
      const file = look(path);
      if (file === undefined)
        throw new Error(`There is no task ${id}. list_tasks shows the tasks and their ids.`);
      return orThrow(readTask(path, id, file));
    },
    async exists(id) {
      checkId(id);
      return look(join(await folder(), nameOf(id))) !== undefined;
    },
    async write(task) {
      const text = `${JSON.stringify(task, undefined, 2)}\n`;
      await writeAtomic(join(await folder(), nameOf(task.id)), text, 0o600);
    },
    async prepare() {
      const path = await folder();
      await mkdir(path, { recursive: true });
      return path;
    },
    async tidy() {
      const path = await folder();
      const left = (await namesIn(path)).filter((name) => ORPHAN.test(name));
      for (const name of left) if (look(join(path, name))?.isFile()) await unlink(join(path, name));
    },
  };
}

/** An id becomes a part of a path, so it is checked before it is used. */
function checkId(id: string): void {
  if (ID.test(id)) return;
  throw new Error(
    `${JSON.stringify(id.slice(0, 100))} is not the id of a task. An id looks like task_1a2b3c4d; list_tasks shows them.`,
  );
}

const nameOf = (id: string) => `${id}.json`;

/**
 * Reads in slices, and synchronously: ten thousand short reads take less than a tenth of a second this way, and several
 * times as long with promises. Between the slices other work of the program gets its turn.
 */
async function readAll(folder: string, known: Map<string, Entry>): Promise<Tasks> {
  const found: Task[] = [];
  const problems: string[] = [];
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".json"));
  for (let at = 0; at < names.length; at += SLICE) {
    for (const name of names.slice(at, at + SLICE)) {
      const result = readKnown(folder, name, known);
      if (result === undefined) continue; // it was deleted after it was listed
      if ("problem" in result) problems.push(result.problem);
      else found.push(result);
    }
    await otherWork();
  }
  forget(known, names);
  return {
    tasks: new Map(found.sort(byAge).map((task) => [task.id, task])),
    problems: problems.sort(),
  };
}

/** Of two tasks of the same millisecond, the id decides, so that the order is always the same. */
function byAge(one: Task, other: Task): number {
  if (one.createdAt === other.createdAt) return one.id < other.id ? -1 : 1;
  return one.createdAt < other.createdAt ? -1 : 1;
}

function forget(known: Map<string, Entry>, names: string[]): void {
  if (known.size === names.length) return;
  const there = new Set(names);
  for (const name of known.keys()) if (!there.has(name)) known.delete(name);
}

function readKnown(folder: string, name: string, known: Map<string, Entry>) {
  const path = join(folder, name);
  const file = look(path);
  if (file === undefined) return undefined;
  const key = `${file.ino} ${file.mtimeNs} ${file.size}`;
  const entry = known.get(name);
  if (entry?.key === key) return entry.found;
  const found = readTask(path, name.slice(0, -".json".length), file);
  known.set(name, { key, found });
  return found;
}

/** Undefined when there is no such file. A link is not followed. */
function look(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Nothing in the file is trusted: a person, another program or a git pull may have written it. */
function readTask(path: string, id: string, file: BigIntStats): Entry["found"] {
  const problem = (what: string) => ({
    problem: `${FOLDER}/${id}.json cannot be used: ${what.replaceAll(/\s+/g, " ").slice(0, 300).toWellFormed()}. It stays as it is, until a person mends or deletes it.`,
  });
  if (!ID.test(id)) return problem("its name is not that of a task");
  if (!file.isFile()) return problem("it is not a file");
  if (file.size > MAX_BYTES) return problem(`it has more than ${MAX_BYTES / 1024} KB`);
  try {
    const checked = taskSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (!checked.success) return problem(z.prettifyError(checked.error));
    return checked.data.id === id ? checked.data : problem("it has the id of another task");
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error));
  }
}

function orThrow(found: Entry["found"]): Task {
  if ("problem" in found) throw new Error(found.problem);
  return found;
}

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
