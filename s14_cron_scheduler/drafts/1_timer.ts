// s14 · first draft – a timer looks every second which prompts are due.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { asNote } from "../../shared/messages.ts";
import { localTime, nextTime, nextTimes, timeNow } from "../../shared/schedule.ts";
import { note, type Submission } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless } from "../tools.ts";

export const CRON_RULE = "Use schedule_cron for what is to happen later, or again and again.";

const wanted = z.object({
  cron: z.string().describe("Five fields: minute, hour, day of month, month, day of week"),
  prompt: z.string().trim().min(1).max(4000).describe("What to do then"),
  recurring: z.boolean().default(true).describe("false: fires once, at the next time"),
});
type Job = z.infer<typeof wanted> & { id: string; due: Date };
const now = () => new Date(clock.now());

export function createCron(_cwd: string, _: unknown, submit: (one: Submission) => void): Mechanism {
  let jobs: Job[] = [];
  let stopTicking = () => {};

  const scheduleCron = defineTool({
    name: "schedule_cron",
    description: "Schedule a prompt for a time in the future. It comes as a prompt of its own.",
    input: wanted,
    judge: harmless,
    async run(input) {
      const id = `cron_${randomBytes(4).toString("hex")}`;
      jobs.push({ ...input, id, due: nextTime(input.cron, now()) });
      const times = nextTimes(input.cron, now(), 3).map(localTime).join(", ");
      return `Scheduled ${id}: ${input.cron}\nIt fires at ${times}\n${timeNow(now())}`;
    },
  });

  function tick() {
    const due = jobs.filter((job) => job.due <= now());
    jobs = jobs.flatMap((job) => (due.includes(job) ? movedOn(job) : job));
    for (const { id, prompt } of due) {
      note(`[cron] ${id}: ${prompt}`, "magenta");
      submit({ source: "cron", prompt: () => asNote("cron", `The prompt:\n${prompt}`) });
    }
  }

  return {
    tools: [scheduleCron],
    async start() {
      stopTicking = clock.every(1000, tick);
    },
    stop: async () => stopTicking(),
  };
}

/** A recurring job with its next time; nothing of a job that fires once. */
const movedOn = (job: Job): Job[] =>
  job.recurring ? [{ ...job, due: nextTime(job.cron, now()) }] : [];
