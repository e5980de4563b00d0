// practice/brain/rows/several · several tasks in one request: a list behind a colon, or a text in quotes for each.
import { isConditional } from "../asking.ts";
import { spansOf } from "../clauses.ts";
import type { Clause, PlanContext, Reading } from "../types.ts";
import { callOf, rowOf, stepOf } from "./call.ts";

/** What the list is of, in front of the colon. */
const TASKS = /\b(?:tasks|to-?dos|to do list|(?:to-?do|task|chore) list|chores|things to do)\b/i;
const SINGLE = /\b(?:task|to-?do)s?\b/i;
const MAKES =
  /\b(?:add|create|make|need|want|set up|write|note|jot|put|track|new|here (?:are|is)|start|open|give)\b/i;
/** A program, a plan, or what becomes of tasks that are there. */
const OTHER =
  /\b(?:plan|steps?|program|script|app|game|code|done|complete|finish\w*|delete|remove|delegate|subagent|remind|every|background|first|before|after|depends?|remember)\b/i;
const TODO_LIST = /^[^:]*\bto-?do(?:s|\s+list)\b/i;
const MOST = 12;

/** A step for each; undefined where it is not certain that these are tasks of their own. */
export function severalTasks(whole: Clause, context: PlanContext): Reading | undefined {
  const row = rowOf("task-create", context.rows);
  if (row === undefined || callOf(row, { name: "?" }, context.offer) === undefined)
    return undefined;
  // A plan, where there is a tool for one.
  if (context.offer.todo !== undefined && TODO_LIST.test(whole.text)) return undefined;
  const names = listed(whole) ?? quotedTasks(whole);
  if (names === undefined || names.length < 2 || names.length > MOST) return undefined;
  return { kind: "steps", steps: names.map((name) => stepOf(row, { name }, context.language)) };
}

function listed(whole: Clause): string[] | undefined {
  const { text } = whole;
  const named = /\b(?:tasks|to-?dos)\s+(?:for|called|named)\b/i.exec(text);
  const behind = (named?.index ?? 0) + (named?.[0].length ?? 0);
  const colon = text.includes(":") ? text.indexOf(":") : behind;
  const head = text.slice(0, colon);
  const isMade =
    MAKES.test(head) || /^\s*(?:my |new |the )?[\w-]+(?: list)?(?: for \w+)?\s*$/i.test(head);
  if (colon < 1 || !TASKS.test(head) || !isMade || OTHER.test(head)) return undefined;
  if (isConditional({ ...whole, text: head })) return undefined;
  const items = text
    .slice(colon + 1)
    .split(/\s*(?:\n|;|,\s*(?:and\s+)?|(?:^|\s)\d+[.)]\s+)\s*/)
    .flatMap((item, at, all) => (at > 0 || all.length > 1 ? [item] : item.split(/\s+and\s+(?=\S)/)))
    .map((item) =>
      whole
        .typed(item)
        .trim()
        .replace(/^["“'](.*)["”']$/, "$1")
        .replace(/[.!]+$/, ""),
    )
    .filter((item) => item !== "");
  // "a, b and c": the last two are joined by the word.
  const last = items.at(-1)?.split(/\s+and\s+/) ?? [];
  const isJoined = items.length > 1 && last.length === 2 && !/,\s*and\s/.test(text);
  const all = isJoined ? [...items.slice(0, -1), ...last] : items;
  return all.some((item) => /[.!?]\s+\S/.test(item)) ? undefined : all;
}

/** 'Add a task "a" and another one "b"': nothing but that is said. */
function quotedTasks({ text, tokens, ...whole }: Clause): string[] | undefined {
  const quoted = spansOf({ text, tokens, ...whole }, "literal").filter(
    ({ kind }) => kind === "quote",
  );
  const words = text.replace(/[\uE000-\uF8FF]/g, " ");
  const isSaid = SINGLE.test(words) && MAKES.test(words) && !OTHER.test(words);
  const isOnly =
    /^(?:\W|\b(?:please|can|could|you|i|need|want|to|add|create|make|put|set|up|write|down|new|open|a|an|the|and|also|another|one|two|three|second|third|for|called|named|with|titles?|tasks?|to-?dos?|todos?|do|list|on|my|me|more|then|too|as|well|plus|it|in|items?|saying|that says?)\b)+$/i;
  return isSaid && isOnly.test(words) && quoted.length > 1
    ? quoted.map(({ text: own }) => own)
    : undefined;
}
