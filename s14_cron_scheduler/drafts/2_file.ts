// s14 · second draft – the jobs are in a file, so they outlive the program.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { asNote } from "../../shared/messages.ts";
import { inWords, localTime, nextTime, nextTimes, timeNow } from "../../shared/schedule.ts";
import { note, type Submission, takesSubmissions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless } from "../tools.ts";

export const CRON_RULE = "Use schedule_cron for what is to happen later, or again and again.";

const wanted = z.object({
  cron: z.string().describe("Five fields: minute, hour, day of month, month, day of week"),
  prompt: z.string().trim().min(1).max(4000).describe("What to do then"),
  recurring: z.boolean().default(true).describe("false: fires once, at the next time"),
});
const kept = { createdAt: z.coerce.date(), state: z.literal("waiting"), failures: z.number() };
const jobSchema = wanted.extend({ id: z.string(), due: z.coerce.date(), ...kept });
const fileSchema = z.object({ version: z.literal(1), jobs: z.array(jobSchema) });
type Job = z.infer<typeof jobSchema>;
const now = () => new Date(clock.now());

export function createCron(cwd: string, _: unknown, submit: (one: Submission) => void): Mechanism {
  const path = `${cwd}/.scheduled_tasks.json`;
  const load = (): Job[] =>
    existsSync(path) ? fileSchema.parse(JSON.parse(readFileSync(path, "utf8"))).jobs : [];
  const save = (jobs: Job[]) => writeFileSync(path, JSON.stringify({ version: 1, jobs }));
  let stopTicking = () => {};

  const scheduleCron = defineTool({
    name: "schedule_cron",
    description: "Schedule a prompt for a time in the future. It comes as a prompt of its own.",
    input: wanted,
    judge: harmless,
    async run(input) {
      const id = `cron_${randomBytes(4).toString("hex")}`;
      const first = { createdAt: now(), state: "waiting", failures: 0 } as const;
      save([...load(), { ...input, id, due: nextTime(input.cron, now()), ...first }]);
      const times = nextTimes(input.cron, now(), 3).map(localTime).join(", ");
      return `Scheduled ${id}: ${input.cron}\nIt fires at ${times}\n${timeNow(now())}`;
    },
  });

  function tick() {
    const jobs = load();
    const due = jobs.filter((job) => job.due <= now());
    if (due.length === 0) return;
    save(jobs.flatMap((job) => (due.includes(job) ? movedOn(job) : job)));
    for (const job of due) {
      note(`[cron] ${job.id}: ${job.prompt}`, "magenta");
      submit({ source: "cron", prompt: () => promptOf(job) });
    }
  }

  return {
    tools: [scheduleCron],
    commands: { crons: { description: "the file of the jobs", run: () => note(path) } },
    async start() {
      if (takesSubmissions()) stopTicking = clock.every(1000, tick);
    },
    stop: async () => stopTicking(),
  };
}

/** A recurring job with its next time; nothing of a job that fires once. */
const movedOn = (job: Job): Job[] =>
  job.recurring ? [{ ...job, due: nextTime(job.cron, now()) }] : [];

function promptOf({ due, prompt }: Job): string {
  const late = inWords(clock.now() - due.getTime());
  const head = `Its time was ${localTime(due)}${late && `, so it is ${late} late`}.`;
  return asNote("cron", `${head} The prompt:\n${prompt}`);
}
