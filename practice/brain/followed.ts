// practice/brain/followed · how far the steps of a plan have come, by the outcomes of their calls.
import { goneOutcome, isSameCall } from "./record.ts";
import type { Offer, Outcome, Step } from "./types.ts";
import { isLeftOut } from "./words.ts";

/** The outcomes with those that a summary lost, where the call behind them says which they were. */
export function followed(steps: Step[], outcomes: Outcome[], offer: Offer): Outcome[] {
  const done: Outcome[] = [];
  for (const outcome of outcomes) {
    const made = steps.slice(done.length).map((step) => step.call(offer, seen(steps, done)));
    const missing =
      outcome.gap === true ? made.findIndex((call) => isSameCall(call, outcome.call)) : 0;
    if (missing < 0) return [...done, goneOutcome("")].slice(0, steps.length);
    done.push(...made.slice(0, missing).map((call) => goneOutcome(call?.name ?? "")), outcome);
  }
  return done.slice(0, steps.length);
}

/** Whether nothing can follow: no result came, or one that the step does not expect. */
export function isEnd(outcome: Outcome, step: Step | undefined): boolean {
  const { text = "", failed } = outcome;
  return (failed && step?.accepts?.test(text) !== true) || problemOf(step, outcome) !== undefined;
}

/** What came to nothing: no result came, or one that says so. */
export function problemOf(step: Step | undefined, { text }: Outcome): string | undefined {
  if (text === undefined) return "";
  return isLeftOut(text) ? undefined : step?.problem?.(text);
}

/** The outcomes that a step looks back at: those of what was planned, without the plan itself. */
export const seen = (steps: Step[], done: Outcome[]): Outcome[] =>
  done.filter((_, at) => steps[at]?.rule !== "plan");
