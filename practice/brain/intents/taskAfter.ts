// practice/brain/intents/taskAfter · a task that waits for another one, which the list of tasks names.
import { spansOf } from "../clauses.ts";
import { fill } from "../decide.ts";
import { lookThen, rowOf, stepOf } from "../rows/call.ts";
import { entriesIn, fitting, idIn } from "../rows/listed.ts";
import { tokensOf } from "../tokens.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { pick, quoted } from "../words.ts";

/** The task that comes first is said first. */
const IN_ORDER =
  /\bbefore\b(?!.*\b(?:finished|done|complete)\b)|\bblocks\b|\bprerequisite\b|^\s*(?:order.*)?first\b|^\s*先|先に|先で|まず|→|之前/i;

/** "Write docs after the tests are done": the list, then a new task that is blocked by the only one that fits. */
export function taskAfter(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  const row = rowOf("task-after", context.rows);
  const list = rowOf("task-list", context.rows);
  const names = fill(clause, "task-after", context.book)
    .tokens.filter(({ slot, span }) => slot === "name" || span?.kind === "quote")
    .map(({ span, word }) => span?.text ?? word);
  const [last = "", first = ""] = IN_ORDER.test(clause.text) ? names.toReversed() : names;
  if (
    row === undefined ||
    list === undefined ||
    names.length !== 2 ||
    spansOf(clause, "order").length > 0
  )
    return { kind: "decline", reason: sayBoth(language) };
  const find = (tasks: string) => {
    const [id, more] = tasksCalled(first, tasks);
    const isNew = tasksCalled(last, tasks).length === 0;
    return id !== undefined && more === undefined && isNew ? { name: last, id } : undefined;
  };
  const none = (result: string) => notOne(language, { last, first, result });
  const task = { name: last, id: first };
  const look = stepOf(list, {}, language);
  return { kind: "steps", steps: lookThen(look, row, task, language, { find, none }) };
}

/** The ids of the tasks that these words may mean. */
export function tasksCalled(words: string, list: string): string[] {
  const own = idIn(words);
  if (own !== undefined) return [own];
  const all = tokensOf(words, () => ({}))
    .map(({ word }) => word)
    .filter((word) => !SMALL.test(word));
  const fit = all.length === 0 ? [] : fitting({ all, needed: all }, entriesIn(list));
  return fit.map(({ id }) => id);
}

const SMALL = /^(?:the|a|an|my|our|task|tasks|is|are|done|を|の|に)$/;

function notOne(
  language: Language,
  { last, first, result }: { last: string; first: string; result: string },
): string {
  const tasks = quoted(language, result);
  return pick(
    language,
    `I did nothing: only a new task can be made to wait for one that is there. "${first}" must name exactly one of these, and "${last}" none:${tasks}`,
    `我什么也没做：只有新任务能排在已有的任务之后。“${first}”要正好对应下面的一个，“${last}”不能在里面：${tasks}`,
    `何もしていません。すでにあるタスクを待てるのは新しいタスクだけです。「${first}」は次のうち一つだけを指し、「${last}」はまだないものにしてください：${tasks}`,
  );
}

function sayBoth(language: Language): string {
  return pick(
    language,
    "Name both tasks in quotes. Try: \"Do 'write docs' after 'run the tests'\"",
    "请用引号写出两个任务。可以试试：“‘写文档’要等‘写测试’完成”",
    "二つのタスクを引用符で囲んでください。例：「『文書を書く』は『テストを書く』が終わってからにして」",
  );
}
