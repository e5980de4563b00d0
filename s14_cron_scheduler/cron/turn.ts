// s14 · cron/turn – the prompt that begins the turn of a job, on the screen and in the history.
import type Anthropic from "@anthropic-ai/sdk";
import { asNote } from "../../shared/messages.ts";
import type { Job } from "./job.ts";
import { inWords, localTime, timeNow } from "./schedule.ts";

const MAX_SHOWN = 200;

/** The prompt in an envelope, with what the model must know about it. The person has not typed it. */
export function promptOf(job: Job, now: Date): string {
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
export function announce(job: Job, now: Date): string {
  const late = lateness(job, now);
  return `[cron] ${job.id}${late && ` (${late} late)`}: ${oneLine(job.prompt)}`;
}

const lateness = ({ due }: Job, now: Date) => inWords(now.getTime() - due.getTime());

/** A text as one line, and not too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN).toWellFormed()}…` : line;
}

/** Removes the prompt of a turn from the history. A failed turn is repeated, and the history must not have it twice. */
export function takeBack(messages: Anthropic.MessageParam[], prompt: string): void {
  const isIts = (block: Anthropic.ContentBlockParam) =>
    block.type === "text" && block.text.startsWith(prompt);
  const at = messages.findLastIndex((message) => blocksOf(message).some(isIts));
  const message = messages[at];
  if (message === undefined) return;
  const rest = blocksOf(message).filter((block) => !isIts(block));
  messages.splice(at, 1, ...(rest.length > 0 ? [{ role: "user" as const, content: rest }] : []));
}

const blocksOf = ({ content }: Anthropic.MessageParam): Anthropic.ContentBlockParam[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;
