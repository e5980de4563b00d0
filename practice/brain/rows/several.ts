// practice/brain/rows/several · several tasks in one request: a list behind a colon, or a text in quotes for each.

import { isConditional } from "../asking.ts";
import { spansOf } from "../clauses.ts";
import { hanNumber } from "../numbers.ts";
import { MARK, protectQuotes, unmark } from "../spans.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { callOf, rowOf, stepOf, unquoted } from "./call.ts";

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

/** The names in what stands for the name of a new task; undefined where there are to be several and they can't be told apart. */
export function taskNames(whole: Clause, taken: string, language: Language): string[] | undefined {
  const count = countIn(whole.typed(whole.text));
  if (count !== undefined) return parted(taken, count);
  return language === "ja" ? listedIn(whole, taken) : [taken];
}

/** "「A」と「B」をタスクに", "タスク追加: A / B": each quoted text, or each part of a list. */
function listedIn(whole: Clause, taken: string): string[] {
  const quoted = whole.tokens.flatMap(({ span }) => (span?.kind === "quote" ? [span.text] : []));
  if (quoted.length > 1 && !OBJECT.test(protectQuotes(taken).text)) return quoted;
  const parts = split(taken, /\s+[/／・]\s+|\s*[;；]\s*/);
  const listed = split(taken, /\s*[、,，]\s*/);
  if (parts.length > 1) return parts;
  return listed.every((part) => !OPEN_PART.test(part)) ? listed : [taken];
}

/** The parts of a text; what stands in quotes stays whole. */
function split(text: string, form: RegExp): string[] {
  const marked = protectQuotes(text);
  const parts = marked.typed.split(form).filter((part) => part.trim() !== "");
  return parts.map((part) => unmark(marked, part));
}

/** "「A」を読む": the quote is only a part of the name. */
const OBJECT = new RegExp(`${MARK}\\s*を`);

/** What goes on behind a comma. */
const OPEN_PART = /(?:[てでにはがもとばら]|から|ので|けど|たら|あと|して|そして|また)$/;

const SEVERAL =
  /(?<number>[两二三四五六七八九十]|\d+|几)\s*[个条项件]\s*(?:新的?|小)?\s*(?:任务|待办|todo)|\b(?<word>two|three|four|five|six|seven|eight|nine|ten|several|some|a few|\d+)\s+(?:new\s+|separate\s+)?(?:tasks|to-?dos)\b|(?<ja>[二三四五六七八九十]|\d+)\s*(?:つ|個|件)の?(?:タスク|to-?do)|(?:任务|待办|タスク)\S{0,2}(?:加|添加|新增|建|记|追加)\S{0,2}?(?<last>[两二三四五六七八九十]|\d+|几)\s*[个条项件]|タスクを?\s*(?<more>[二三四五六七八九十]|\d+)\s*(?:つ|個|件)/i;
const WORDS = "two three four five six seven eight nine ten".split(" ");
const BETWEEN = /\s*[、,，;；]\s*(?:and\s+|以及|还有|最后)?|(?:^|\s)\d+(?:[.)、．）]\s*|\s+)/;
const NUMBERED = /(?:^|[:\s])1\s*[.)、]?\s*\S[^\n]*?\s2\s*[.)、]?\s*\S/;
const AND = new RegExp(`${BETWEEN.source}|\\s+and\\s+|\\s*(?:和|以及|还有|跟|と)\\s*`);

/** How many tasks are asked for in one breath, 0 for some of them; undefined for one. */
function countIn(text: string): number | undefined {
  const { number, word, ja, last, more } = SEVERAL.exec(text.normalize("NFKC"))?.groups ?? {};
  const said = number ?? word ?? ja ?? last ?? more;
  if (said === undefined) return NUMBERED.test(text.normalize("NFKC")) ? 0 : undefined;
  const count = Number(said) || 2 + WORDS.indexOf(said.toLowerCase());
  if (count > 1) return count;
  return /[一-龠]/.test(said) && said !== "几" ? hanNumber(said) : 0;
}

/** The names of as many; undefined where the words are not as many. */
function parted(text: string, count: number): string[] | undefined {
  for (const form of [BETWEEN, AND]) {
    const names = split(text, form).map(unquoted);
    if (names.length > 1 && (count === 0 || names.length === count)) return names;
  }
  return undefined;
}

/** What is said where the names of several tasks cannot be told apart. */
export const nameEach = (language: Language): string => tell(language, "nameEach");
