// s14 · cron/turn – the prompt that begins the turn of a job, in the history and on the screen.
import { asNote } from "../../shared/messages.ts";
import { inWords, localTime, timeNow } from "../../shared/schedule.ts";
import { oneLine } from "../../shared/text.ts";
import type { CronJob } from "./job.ts";

/** The prompt in an envelope, with what the model must know about it. The person has not typed it. */
export function promptOf(job: CronJob, now: Date): string {
  const { id, cron, recurring, due, failures, prompt } = job;
  const late = lateness(job, now);
  const lines = [
    `Cron job ${id} (${cron}, ${recurring ? "recurring" : "once"}) fired for ${localTime(due)}.`,
    timeNow(now),
    late && `It is ${late} late.${recurring ? " Other times that it has missed are skipped." : ""}`,
    failures > 0 && `Turns for it that failed before a reply: ${failures}.`,
    "No person is there to answer a question. The prompt:",
    prompt,
  ];
  return asNote("cron", lines.filter(Boolean).join("\n"));
}

/** The line that a person sees when the turn begins. */
export function headline(job: CronJob, now: Date): string {
  const late = lateness(job, now);
  return `[cron] ${job.id}${late && ` (${late} late)`}: ${oneLine(job.prompt)}`;
}

const lateness = ({ due }: CronJob, now: Date) => inWords(now.getTime() - due.getTime());
