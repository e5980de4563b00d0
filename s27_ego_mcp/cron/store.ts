// s14 · cron/store – where the jobs are: durable ones in a file, the others in memory.
import { join } from "node:path";
import { z } from "zod";
import { type Held, hold } from "../../shared/lock.ts";
import { createStateFile } from "../../shared/stateFile.ts";
import { type CronJob, jobSchema } from "./job.ts";

export const FILE = ".scheduled_tasks.json";
/** In the file and in memory together. */
export const MAX_JOBS = 50;
/** More than MAX_JOBS of the longest prompts need. */
const MAX_BYTES = 2_000_000;

const fileSchema = z.strictObject({
  version: z.literal(1),
  jobs: z
    .array(z.unknown())
    .max(MAX_JOBS)
    .pipe(z.array(jobSchema)) // counts them before it reads any
    .refine((jobs) => new Set(jobs.map(({ id }) => id)).size === jobs.length, "an id comes twice"),
});

/** Each function throws an Error when the file is needed and cannot be read or written; then it stays as it is. */
export interface JobStore {
  /** The jobs that end with this program. */
  inMemory(): CronJob[];
  /** The jobs in the file. */
  durable(): Promise<CronJob[]>;
  /** The jobs in the file that this program fires: all or none. One program in a folder does it, until it ends. */
  ours(): Promise<CronJob[]>;
  /** The jobs in the file that another program is to fire; none after `ours` when this program does it. */
  others(): Promise<CronJob[]>;
  /** Adds the job that `make` gives; it gets the ids that are in use. */
  add(make: (taken: string[]) => CronJob, durable: boolean): Promise<CronJob>;
  /** Changes one job, and gives it as it is then; undefined when it is gone. A step that gives undefined removes it. */
  change(id: string, step: Step): Promise<CronJob | undefined>;
  close(): Promise<void>;
}

type Step = (job: CronJob) => CronJob | undefined;

/** The jobs of this program, and those of all programs in `cwd`. */
export function createJobStore(cwd: string): JobStore {
  const empty: z.infer<typeof fileSchema> = { version: 1, jobs: [] };
  const options = { cwd, name: FILE, schema: fileSchema, maxBytes: MAX_BYTES, empty };
  const file = createStateFile(options);
  let memory: CronJob[] = [];
  let held: Held | undefined;

  const durable = async () => (await file.read()).jobs;

  /** Changes the list in the file or the one in memory. */
  async function update<Result>(inFile: boolean, change: (jobs: CronJob[]) => Change<Result>) {
    if (inFile)
      return file.update((value) => {
        const [jobs, result] = change(value.jobs);
        return [jobs === value.jobs ? value : { ...value, jobs }, result] as const;
      });
    const [jobs, result] = change(memory);
    memory = jobs;
    return result;
  }

  return {
    inMemory: () => memory,
    durable,
    async ours() {
      const jobs = await durable();
      if (jobs.length > 0) held ??= await hold(join(cwd, ".scheduled_tasks"));
      return held === undefined ? [] : jobs;
    },
    others: async () => (held === undefined ? durable() : []),
    async add(make, isDurable) {
      const others = isDurable ? memory : await durable().catch(() => []);
      return update(isDurable, (jobs) => added(jobs, others, make));
    },
    change: (id, step) =>
      update(!memory.some((job) => job.id === id), (jobs) => changed(jobs, id, step)),
    async close() {
      await held?.release();
      held = undefined;
    },
  };
}

/** A new list, and what the caller of the change wants to know of it. */
type Change<Result> = readonly [jobs: CronJob[], result: Result];

function added(
  jobs: CronJob[],
  others: CronJob[],
  make: (taken: string[]) => CronJob,
): Change<CronJob> {
  const taken = [...jobs, ...others].map(({ id }) => id);
  if (taken.length >= MAX_JOBS)
    throw new Error(`There are ${MAX_JOBS} cron jobs already. Cancel one with cancel_cron.`);
  const job = make(taken);
  return [[...jobs, job], job];
}

function changed(jobs: CronJob[], id: string, step: Step): Change<CronJob | undefined> {
  const job = jobs.find((one) => one.id === id);
  const next = job && step(job);
  if (next === job) return [jobs, next];
  return [jobs.flatMap((one) => (one === job ? (next ?? []) : one)), next];
}
