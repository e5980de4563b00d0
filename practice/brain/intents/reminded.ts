// practice/brain/intents/reminded · what is said of the open steps of a plan, when a note reminds of them.
import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { messagesOf, stringOf } from "../blocks.ts";
import type { Language } from "../types.ts";
import { pick } from "../words.ts";

const NOTE = /^<note kind="reminder">/;

/** Names the open steps of the last plan that was not refused, where the last message brings a reminder; otherwise "". */
export function saidOfPlan(body: unknown, language: Language): string {
  const messages = messagesOf(body).map(({ content }) => listOf(content).filter(isFields));
  const isReminded = messages.at(-1)?.some(({ text }) => NOTE.test(stringOf(text)));
  const steps = isReminded === true ? openSteps(messages.flat()) : [];
  if (steps.length === 0) return "";
  return pick(
    language,
    `Still open in my plan: ${steps.join("; ")}.`,
    `计划里还没完成的：${steps.join("；")}。`,
    `計画に残っている手順：${steps.join("、")}。`,
  );
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
