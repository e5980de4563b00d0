// practice/brain/intents/formed · what is done about wishes that are known by their forms, also as parts of a request with others.
import { planOf } from "../plans.ts";
import { callOf, rowOf, stepOf, unquoted } from "../rows/call.ts";
import { FORMED_ROWS } from "../rows/rows.ts";
import { asTyped, protectQuotes, unmark } from "../spans.ts";
import { tell } from "../tell.ts";
import type { Offer, Plan, PlanContext, Reading, Step } from "../types.ts";
import { row as rowOfNames } from "../words.ts";
import { declined } from "./declined.ts";
import { type Formed, formsOf, namesIn } from "./forms.ts";
import { mcpToolReading } from "./mcpTools.ts";

/** `plan` is for what comes before a wish for mates: "create two tasks: …". */
interface Context extends Pick<PlanContext, "language" | "rows" | "offer"> {
  plan(request: string): Plan;
}

/** Where the next wish begins, outside quotes. */
const AND_THEN =
  /\s*[,，;；。]?\s*(?:\b(?:and )?then\b|然后再?|接着|(?<=[,，])\s*再)\s*|\s+and\s+(?=(?:create|make|remove|keep|claim|complete|release|connect|run|read)\b)|(?<=て)、(?:それから|次に)?\s*/i;

/** What a request asks in which each wish is known by its form, or is for a tool of a server; undefined where none is. */
export function formed(request: string, context: Context): Reading | undefined {
  const whole = readingOfPart(request, context);
  if (whole !== undefined) return whole;
  const parts = partsOf(request).map((part) => readingOfPart(part, context));
  const read = parts.filter((reading) => reading !== undefined);
  if (read.length === 0) return undefined;
  if (read.length < parts.length) return { kind: "decline", reason: "" };
  const steps = read.flatMap((reading) => (reading.kind === "steps" ? reading.steps : []));
  return read.find(({ kind }) => kind !== "steps") ?? { kind: "steps", steps };
}

const readingOfPart = (part: string, context: Context): Reading | undefined =>
  formedReading(part, context) ?? mcpToolReading(part, context, true);

function partsOf(request: string): string[] {
  const marked = protectQuotes(request);
  return marked.text
    .split(AND_THEN)
    .map((part) => unmark(marked, asTyped(marked, part)).trim())
    .filter((part) => part !== "");
}

/** The first of the wishes that it may be for which there are tools; else the first that can be nothing else. */
function formedReading(part: string, context: Context): Reading | undefined {
  const readings = formsOf(part).flatMap((one) => readingOf(one, context) ?? []);
  return readings.find((reading) => isOffered(reading, context.offer)) ?? readings.find(isForm);
}

/** Without their tools, "remember that …" and the like are read as any other words. */
const isForm = (reading: Reading): boolean =>
  reading.kind !== "steps" || reading.steps.every(({ rule }) => !rule.startsWith("ego-"));

const isOffered = (reading: Reading, offer: Offer): boolean =>
  reading.kind === "steps" && reading.steps.every((step) => step.call(offer, []) !== undefined);

function readingOf({ intent, slots }: Formed, context: Context): Reading | undefined {
  if (intent === "team-tasks") return teamTasks(slots, context);
  if (intent === "unclear-worktree") return declined(context.language, "nameWorktree");
  const name = slots.name ?? slots.tree;
  const id = slots.id ?? slots.task;
  const said = slots.wish ?? slots.said ?? slots.plain ?? slots.cue;
  const wish = said && unquoted(said);
  const own = { ...slots, ...(name && { name }), ...(id && { id }), ...(wish && { wish }) };
  if (/^plan-(?:approve|reject)$/.test(intent)) return answer(intent, own, context);
  const names = slots.names === undefined ? [name] : namesIn(slots.names);
  const steps = names.map((one) => stepFor(intent, { ...own, name: one }, context));
  return steps.includes(undefined) ? undefined : stepsOf(steps);
}

const stepsOf = (steps: (Step | undefined)[]): Reading => ({
  kind: "steps",
  steps: steps.filter((step) => step !== undefined),
});

type Slots = Formed["slots"];

function stepFor(intent: string, slots: Slots, { language, rows }: Context): Step | undefined {
  const row = rowOf(intent, [...rows, ...FORMED_ROWS]);
  const { role = intent === "team-spawn" ? tell(language, "helper") : undefined } = slots;
  const said = Object.entries({ ...slots, role }).flatMap(([slot, text]) =>
    text === undefined ? [] : [[slot, text] as const],
  );
  return row && stepOf(row, Object.fromEntries(said), language);
}

/** Mates that are started to work on the tasks there are, behind new ones of the same request. */
function teamTasks({ head, names = "" }: Slots, context: Context): Reading | undefined {
  const made = head === undefined ? undefined : context.plan(head);
  const tasks = made?.kind === "steps" ? made.steps : [];
  if (head !== undefined && tasks.length === 0) return undefined;
  if (tasks.some(({ rule }) => rule !== "create-task")) return undefined;
  const wish = tell(context.language, "takeReadyTasks");
  const starts = namesIn(names).map((name) => stepFor("team-spawn", { name, wish }, context));
  return stepsOf([...tasks, ...starts]);
}

/** The answer to the plan that is named, by its id, its mate or as the only one. */
function answer(intent: string, slots: Slots, context: Context): Reading | undefined {
  const { offer } = context;
  const id = slots.id ?? planOf(offer.plans ?? [], slots.name)?.id;
  const row = rowOf(intent, FORMED_ROWS);
  const isThere = row !== undefined && callOf(row, { id: "?" }, offer) !== undefined;
  if (id === undefined && isThere) return noPlan(context, slots.name);
  return stepsOf([stepFor(intent, { ...slots, id: id ?? slots.name ?? "" }, context)]);
}

function noPlan({ language, offer: { plans = [] } }: Context, name = ""): Reading {
  const open = plans.filter(({ isAnswered }) => !isAnswered);
  const each = open.map(({ from, id }) => `${from}: ${id}`);
  const known = each.length === 0 ? "–" : rowOfNames(language, each);
  return declined(language, "whichPlan", { whose: name && ` ${name}`, known });
}
