// practice/brain/intents/planLines · steps as the lines of a plan that the lead reviews: what is read, changed and run.

import { stringOf } from "../blocks.ts";
import type { Offer, Step } from "../types.ts";

/** One line a step. */
export function planLines(steps: readonly Step[], offer: Offer): string[] {
  const told = steps.filter(({ isQuiet }) => isQuiet !== true);
  return told.map((step, at) => `${at + 1}. ${lineOf(step, offer)}`);
}

function lineOf(step: Step, offer: Offer): string {
  const input = step.call(offer, [])?.input ?? {};
  const [old, next] = [stringOf(input.old_text), stringOf(input.new_text)];
  if (old !== "") return `${step.task}: ${short(old)} → ${short(next)}`;
  const content = stringOf(input.content);
  if (content !== "") return `${step.task}: ${short(content)}`;
  const command = stringOf(input.command);
  return command === "" || step.task.includes(command) ? step.task : `${step.task}: \`${command}\``;
}

const MOST_LETTERS = 60;

function short(text: string): string {
  const [first = ""] = text.trimEnd().split("\n");
  const isWhole = first === text.trimEnd() && first.length <= MOST_LETTERS;
  return `"${first.slice(0, MOST_LETTERS)}${isWhole ? "" : "…"}"`;
}
