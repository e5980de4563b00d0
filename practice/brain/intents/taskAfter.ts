// practice/brain/intents/taskAfter · a task that waits for another one, which the list of tasks names.
import { spansOf } from "../clauses.ts";
import { fill } from "../decide.ts";
import { callOf, rowOf, said, stepOf } from "../rows/call.ts";
import { entriesIn, fitting, idIn } from "../rows/listed.ts";
import { tokensOf } from "../tokens.ts";
import type { Clause, Language, Outcome, PlanContext, Reading, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";

/** The task that comes first is said first. */
const IN_ORDER =
  /\bbefore\b(?!.*\b(?:finished|done|complete)\b)|\bblocks\b|\bprerequisite\b|^\s*(?:order.*)?first\b|^\s*先|先に|先で|まず|→|之前/i;

/** "Write docs after the tests are done": the list, then a new task that is blocked by the only one that fits. */
export function taskAfter(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  const row = rowOf("task-after", context.rows);
  const list = rowOf("task-list", context.rows);
  const names = fill(clause, "task-after", context.learned)
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
  const one = (words: string, [tasks]: Outcome[]) => found(words, tasks?.text ?? "");
  const blocked = (done: Outcome[]) => {
    const [id, more] = one(first, done);
    return more === undefined && one(last, done).length === 0 ? id : undefined;
  };
  const look: Step = {
    ...stepOf(list, {}, language),
    say: (result, done) => (blocked(done) ? "" : notOne(language, { last, first, result })),
  };
  const put: Step = {
    ...stepOf(row, { name: last, id: first }, language),
    call(offer, done) {
      const id = done.length === 0 ? "?" : blocked(done);
      return id === undefined ? undefined : callOf(row, { name: last, id }, offer);
    },
    say: (result, _, call) => said(row, { tool: call?.name ?? "" }, language, result),
  };
  return { kind: "steps", steps: [look, put] };
}

/** The ids of the tasks that these words may mean. */
function found(words: string, list: string): string[] {
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
