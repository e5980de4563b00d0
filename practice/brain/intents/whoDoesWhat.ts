// practice/brain/intents/whoDoesWhat · who works on what: the team, and the tasks and whose they are, as far as there are tools.
import { rowOf, stepOf } from "../rows/call.ts";
import type { Clause, PlanContext, Reading } from "../types.ts";

/** Both lists that are offered; with neither, the team's, which then has no tool. */
export function whoDoesWhat(
  _: Clause,
  { language, rows, offer }: PlanContext,
): Reading | undefined {
  const steps = ["team-list", "task-list"].flatMap((intent) => {
    const row = rowOf(intent, rows);
    return row === undefined ? [] : [stepOf(row, {}, language)];
  });
  const offered = steps.filter((step) => step.call(offer, []) !== undefined);
  if (steps.length === 0) return undefined;
  return { kind: "steps", steps: offered.length > 0 ? offered : steps.slice(0, 1) };
}
