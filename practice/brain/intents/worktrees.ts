// practice/brain/intents/worktrees · a worktree that is made, also for a task, kept or removed.

import { whichOne } from "../rows/among.ts";
import { callOf, rowOf, said, stepOf } from "../rows/call.ts";
import { idIn, tasksCalled } from "../rows/listed.ts";
import type { IntentRow } from "../rows/row.ts";
import { WORKTREE_ROWS } from "../rows/worktrees.ts";
import { tell } from "../tell.ts";
import type { Language, Outcome, Plan, PlanContext, Reading, Step } from "../types.ts";
import { SAYS_TREE, WITH_TREE, WORKTREE_FORMS } from "./worktreeForms.ts";

type Context = Pick<PlanContext, "language" | "rows" | "offer">;
type Groups = Readonly<Record<string, string | undefined>>;

/** What a wish for a worktree comes to; undefined for any other. */
export function worktreeReading(wish: string, context: Context): Reading | undefined {
  if (!SAYS_TREE.test(wish)) return undefined;
  for (const { form, intent } of WORKTREE_FORMS) {
    const found = form.exec(wish);
    if (found !== null) return readingOf(intent, found.groups ?? {}, context);
  }
  return undefined;
}

function readingOf(intent: string, groups: Groups, context: Context): Reading | undefined {
  const { name = groups.quoted, id, it, subject = groups.words } = groups;
  const row = rowOf(intent, WORKTREE_ROWS);
  if (row === undefined) return undefined;
  if (intent === "list-worktrees") return { kind: "steps", steps: [list(row, context)] };
  if (intent !== "create-worktree" || (id ?? it ?? subject) === undefined)
    return name === undefined
      ? { kind: "decline", reason: sayName(context.language) }
      : { kind: "steps", steps: [stepOf(row, { name }, context.language)] };
  if (id !== undefined) return { kind: "steps", steps: [forTask(context, name, () => id)] };
  if (it !== undefined) return { kind: "steps", steps: [forTask(context, name, newest)] };
  return { kind: "steps", steps: lookFirst(subject ?? "", name, context) };
}

/** By git, where no tool lists them. */
function list(row: IntentRow, { language }: Context): Step {
  const step = stepOf(row, {}, language);
  const call: Step["call"] = (offer) =>
    callOf(row, {}, offer) ?? offer.shell?.("git worktree list");
  return { ...step, call };
}

/** The id that the last new task got. */
const newest = (done: Outcome[]): string | undefined =>
  idIn(done.findLast(({ call }) => /^create_?task$/i.test(call.name))?.text ?? "");

/** A worktree for the task of which the results tell the id; without a name it is called after the words of the task. */
function forTask(
  { language }: Context,
  name: string | undefined,
  find: (done: Outcome[]) => string | undefined,
  words = "",
): Step {
  const [row] = WORKTREE_ROWS;
  const slots = (id: string) => ({ name: name ?? nameFor(words, id), id });
  if (row === undefined) throw new Error("There is no row for a new worktree.");
  return {
    ...stepOf(row, slots(words), language),
    call(offer, done) {
      const id = done.length === 0 ? (find(done) ?? "?") : find(done);
      return id === undefined ? undefined : callOf(row, slots(id), offer);
    },
    say: (result, _, call) => said(row, { tool: call?.name ?? "" }, language, result),
  };
}

/** The tasks, and a worktree for the only one that these words name. */
function lookFirst(words: string, name: string | undefined, context: Context): Step[] {
  const { language } = context;
  const list = rowOf("task-list", context.rows);
  if (list === undefined) return [];
  const only = (tasks: string) => {
    const [id, more] = tasksCalled(words, tasks);
    return more === undefined ? id : undefined;
  };
  const isList = ({ call }: Outcome) => list.tools.includes(call.name.toLowerCase());
  const find = (done: Outcome[]) => only(done.findLast(isList)?.text ?? "");
  const look: Step = {
    ...stepOf(list, {}, language),
    say: (tasks) => (only(tasks) === undefined ? whichOne(language, tasks) : ""),
  };
  return [look, forTask(context, name, find, words)];
}

const MOST_WORDS = 3;
const SMALL = /^(?:the|an|to|of|in|on|with|and|for|task)$/;

/** A name from the words of a task; the id, where these have no letters for one. */
function nameFor(words: string, id: string): string {
  const all = words.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const own = all.filter((word) => !SMALL.test(word));
  const name = own.slice(0, MOST_WORDS).join("-").slice(0, 40);
  return /[a-z]{2}/.test(name) ? name : id.replaceAll("_", "-");
}

/** "Create two tasks, each with a worktree: a, b": each task, and then its worktree. Undefined for any other request. */
export function tasksWithTrees(
  request: string,
  context: Context,
  plan: (request: string) => Plan,
): Reading | undefined {
  if (!SAYS_TREE.test(request)) return undefined;
  const form = WITH_TREE.find((one) => one.test(request));
  const rest = form && request.replace(form, "");
  const made = rest === undefined || rest.trim() === "" ? undefined : plan(rest);
  if (made?.kind !== "steps" || !made.steps.every(({ rule }) => rule === "create-task"))
    return undefined;
  const names = new Set<string>();
  const steps = made.steps.flatMap((step) => {
    const input = step.call(context.offer, [])?.input ?? {};
    const words = String(input.subject ?? input.title ?? "");
    const isTaken = names.has(nameFor(words, ""));
    names.add(nameFor(words, ""));
    return [step, forTask(context, undefined, newest, isTaken ? "" : words)];
  });
  return { kind: "steps", steps };
}

function sayName(language: Language): string {
  return tell(language, "nameWorktree");
}
