// practice/brain/intents/showPlan · the plan that was written last, shown; one without named steps is declined.
import { isFields, listOf } from "../../json/fields.ts";
import { stringOf } from "../blocks.ts";
import { tell } from "../tell.ts";
import type { Clause, PlanContext, Reading } from "../types.ts";
import { quoted } from "../words.ts";

const MARKS: Readonly<Record<string, string>> = { completed: "[x]", in_progress: "[>]" };

/** The last plan of the conversation, as it was written. */
export function showPlan(_: Clause, { language, earlier }: PlanContext): Reading {
  const calls = earlier.flatMap(({ outcomes = [] }) => outcomes);
  const last = calls.findLast(({ call, failed }) => !failed && Array.isArray(call.input.todos));
  const lines = listOf(last?.call.input.todos)
    .filter(isFields)
    .map(({ content, status }) => `${MARKS[stringOf(status)] ?? "[ ]"} ${stringOf(content)}`);
  const text =
    lines.length === 0
      ? tell(language, "noPlan")
      : tell(language, "lastPlan") + quoted(language, lines.join("\n"));
  return { kind: "talk", rule: "show-plan", text };
}
