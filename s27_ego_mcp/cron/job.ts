// s14 · cron/job – one cron job: its fields, and the steps from one state to the next.
import { z } from "zod";
import { nextTime } from "../../shared/schedule.ts";

export const MAX_PROMPT = 4000;
const MINUTE = 60_000;
const LONGEST_WAIT = 60 * MINUTE;

const time = z.iso.datetime().transform((text) => new Date(text));

/** A job as it is in the file. */
export const jobSchema = z.strictObject({
  id: z.string().regex(/^cron_[0-9a-f]{8}$/),
  cron: z.string().refine(fires, "not a schedule of five fields that fires"),
  prompt: z.string().trim().min(1).max(MAX_PROMPT),
  recurring: z.boolean(),
  createdAt: time,
  /** The time when it fires next or, unless it waits, the time when it fired. */
  due: time,
  /** delivered: its turn has begun, and has no reply yet. pending: it had a turn without a reply, and gets another. */
  state: z.enum(["waiting", "pending", "delivered"]),
  /** How many of its turns have failed since it fired. */
  failures: z.int().min(0),
  /** After a failure: no new turn before this time. */
  notBefore: time.optional(),
});
export type CronJob = z.infer<typeof jobSchema>;

/** A job with a schedule that never fires would have no next time, so it could not be acknowledged. */
function fires(cron: string): boolean {
  try {
    nextTime(cron, new Date(0)); // no field is a year, so one start is as good as another
    return true;
  } catch {
    return false;
  }
}

/** True when a turn is to begin: its time has come, or it had a turn before that no reply has acknowledged. */
export function isReady(job: CronJob, now: Date): boolean {
  return (job.notBefore ?? job.due) <= now;
}

/** Its turn begins. */
export function delivered(job: CronJob): CronJob {
  return { ...job, state: "delivered" };
}

/** The model has replied: a recurring job waits for its next time after `now`, any other is done. */
export function acknowledged(job: CronJob, now: Date): CronJob | undefined {
  if (!job.recurring) return undefined;
  if (job.state === "waiting" && job.due > now) return job;
  const { notBefore, ...rest } = job;
  return { ...rest, state: "waiting", due: nextTime(job.cron, now), failures: 0 };
}

/** Its turn ended without a reply: it gets another one, after 1, 2, 4, … at most 60 minutes. */
export function failed(job: CronJob, now: Date): CronJob {
  const wait = Math.min(MINUTE * 2 ** job.failures, LONGEST_WAIT);
  const notBefore = new Date(now.getTime() + wait);
  return { ...job, state: "pending", failures: job.failures + 1, notBefore };
}
