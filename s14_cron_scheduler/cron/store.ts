// s14 · cron/store – where the jobs are: durable ones in a file, the others in memory.
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isMissing, resolveInside, writeAtomic } from "../../shared/files.ts";
import { withLock } from "../../shared/lock.ts";
import { type Job, jobSchema } from "./job.ts";

export const FILE = ".scheduled_tasks.json";
/** In the file and in memory together. */
export const MAX_JOBS = 50;
/** More than MAX_JOBS of the longest prompts need, even if each character becomes six, as in \ud800. */
const MAX_BYTES = 2_000_000;
const MAX_REASON = 1000;

const fileSchema = z.strictObject({
  version: z.literal(1),
  jobs: z.array(z.unknown()).max(MAX_JOBS).pipe(z.array(jobSchema)), // counts them before it reads any
});

/** A list of jobs that can be changed. */
export interface Shelf {
  jobs(): Promise<Job[]>;
  /**
   * Replaces the list by what `change` makes of it. Throws what `change` throws, and an Error when the list cannot be
   * read or written; then the old list stays.
   */
  update(change: (jobs: Job[]) => Job[]): Promise<void>;
}

/** Jobs that end with the program. */
export function createMemoryShelf(): Shelf {
  let jobs: Job[] = [];
  return {
    jobs: async () => jobs,
    async update(change) {
      jobs = change(jobs);
    },
  };
}

/** The jobs of all programs in this folder. A file that cannot be read is never overwritten. */
export function createFileShelf(cwd: string): Shelf {
  const path = join(cwd, FILE);
  let last: { stamp: string; jobs: Job[] } | undefined;

  /** Reads the file only when it has changed, because the scheduler asks every second. */
  async function jobs(): Promise<Job[]> {
    const stamp = await stampOf(path);
    if (stamp === undefined) return [];
    if (last?.stamp !== stamp) last = { stamp, jobs: await load(path, cwd) };
    return last.jobs;
  }

  async function update(change: (jobs: Job[]) => Job[]) {
    await withLock(path, async () => {
      const before = (await stampOf(path)) === undefined ? [] : await load(path, cwd);
      const after = change(before);
      if (after === before) return;
      const text = `${JSON.stringify({ version: 1, jobs: after }, null, 2)}\n`;
      await writeAtomic(path, text, 0o600);
    });
  }

  return { jobs, update };
}

/** Changes whenever the file is replaced; undefined when there is no file. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeMs } = await lstat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function load(path: string, cwd: string): Promise<Job[]> {
  await resolveInside(FILE, cwd, [cwd]);
  const file = await lstat(path);
  if (!file.isFile()) throw unusable("it is not a file");
  if (file.size > MAX_BYTES) throw unusable(`it has more than ${MAX_BYTES} bytes`);
  const checked = fileSchema.safeParse(parsed(await readFile(path, "utf8")));
  if (!checked.success) throw unusable(z.prettifyError(checked.error));
  const { jobs } = checked.data;
  if (new Set(jobs.map(({ id }) => id)).size < jobs.length) throw unusable("two jobs have one id");
  return jobs;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusable(`it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

const unusable = (reason: string) =>
  new Error(
    `${FILE} cannot be used, and is left as it is: ${reason.slice(0, MAX_REASON).toWellFormed()}\nThe person has to mend or delete it.`,
  );
