// practice/brain/intents/reminded · what is said of the open steps of a plan, when a note reminds of them.

import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { messagesOf, stringOf } from "../blocks.ts";
import { tell } from "../tell.ts";
import type { Language } from "../types.ts";

const NOTE = /^<note kind="reminder">/;

/** Names the open steps of the last plan that was not refused, where the last message brings a reminder; otherwise "". */
export function saidOfPlan(body: unknown, language: Language): string {
  const messages = messagesOf(body).map(({ content }) => listOf(content).filter(isFields));
  const isReminded = messages.at(-1)?.some(({ text }) => NOTE.test(stringOf(text)));
  const steps = isReminded === true ? openSteps(messages.flat()) : [];
  if (steps.length === 0) return "";
  return tell(language, "stillOpen", {
    what: steps.join("; "),
    what2: steps.join("；"),
    what3: steps.join("、"),
  });
}

function openSteps(blocks: Fields[]): string[] {
  const refused = blocks
    .filter((block) => block.is_error === true)
    .map((block) => block.tool_use_id);
  const plans = blocks.flatMap(({ id, input }) =>
    isFields(input) && Array.isArray(input.todos) && !refused.includes(id) ? [input.todos] : [],
  );
  const todos = listOf(plans.at(-1)).filter(isFields);
  return todos
    .filter(({ status }) => status !== "completed")
    .map(({ content }) => stringOf(content));
}
