// practice/brain/intents/planLines · steps as the lines of a plan that the lead reviews: what is read, changed and run.

import { stringOf } from "../blocks.ts";
import { tell } from "../tell.ts";
import type { Language, Offer, Step } from "../types.ts";

/** One line a step; what a step finds out by looking is not known yet, and is said so. */
export function planLines(steps: readonly Step[], offer: Offer, language: Language): string[] {
  const told = steps.filter(({ isQuiet }) => isQuiet !== true);
  return told.map((step, at) => `${at + 1}. ${lineOf(step, offer, language)}`);
}

function lineOf(step: Step, offer: Offer, language: Language): string {
  const input = step.call(offer, [])?.input ?? {};
  const [old, next] = [stringOf(input.old_text), stringOf(input.new_text)];
  if (step.leadsTo !== undefined) return looking(step, language);
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

function looking({ rule, task }: Step, language: Language): string {
  if (rule === "run-tests") return tell(language, "runTestsOrder");
  if (rule === "fix-it") return tell(language, "runTestsTryMistake");
  return tell(language, "andWhatFollows", { task });
}
