// practice/brain/intents/planFirst · a mate that is to plan before it changes anything: its plan, a better one, and the work itself.

import { languageOf } from "../clauses.ts";
import { stepOf } from "../rows/call.ts";
import { submitPlan } from "../rows/rows.ts";
import { protectQuotes } from "../spans.ts";
import { tell } from "../tell.ts";
import type { Language, Offer, Plan, Said, Step } from "../types.ts";
import { type Order, orderIn } from "./orders.ts";
import { planLines } from "./planLines.ts";

/** What it is planned with: what was said before, and how a wish is planned by somebody who has not heard the rest. */
export interface PlannedWith {
  earlier: readonly Said[];
  offer: Offer;
  plan(wish: string): Plan;
}

/** What stands in the place of a feedback that was not given. */
const NO_REASON = "no reason was given";

type Wanted = { task: string; feedbacks: string[] };

/** What a request about a plan comes to: a plan sent, or the work done. Undefined for any other request. */
export function planFirst(request: string, known: PlannedWith): Plan | undefined {
  const order = orderIn(request);
  if (order === undefined || order.kind === "shutdown" || order.kind === "claimed")
    return undefined;
  const wanted = wantedOf(order, known.earlier);
  if (wanted === undefined) return { kind: "talk", rule: "decline", text: forgotten(order.id) };
  const language = languageIn(wanted.task);
  const whole = stepsFor(wanted, known);
  if (whole.kind === "talk" || order.kind === "approved") return whole;
  const remarks = openIn(wanted, known).map((feedback) => tell(language, "noRule", { feedback }));
  return {
    kind: "steps",
    steps: [sendPlan(whole.steps, { offer: known.offer, language }, remarks)],
    language,
  };
}

export const languageIn = (text: string): Language => languageOf(protectQuotes(text).text);

/** The task of a plan, and what was said of its versions so far, by the requests of the conversation. */
function wantedOf(order: Order, earlier: readonly Said[]): Wanted | undefined {
  const before = earlier.map(({ request }) => orderIn(request));
  const own = [...before, order].filter((one) => one?.id === order.id);
  const asked = own.findLastIndex((one) => one?.kind === "plan-wanted");
  const since = own.slice(asked + 1);
  const task = own.findLast((one) => one?.task)?.task;
  const feedbacks = since
    .map((one) => one?.feedback ?? "")
    .filter((feedback) => feedback !== "" && feedback !== NO_REASON);
  return task === undefined ? undefined : { task, feedbacks };
}

/** The steps of the task, behind those that were asked for when it was rejected. */
function stepsFor({ task, feedbacks }: Wanted, { plan }: PlannedWith): Plan {
  const own = plan(task);
  if (own.kind === "talk") return own;
  return { ...own, steps: [...feedbacks.flatMap((one) => stepsOf(one, plan)), ...own.steps] };
}

/** The word that says when, and no more. */
const FIRST = /\s*\bfirst\b|^\s*(?:先|首先|まず|先に|最初に)[、,，]?/gi;

/** What a feedback asks for; none where no rule has it. */
function stepsOf(feedback: string, plan: PlannedWith["plan"]): Step[] {
  const own = plan(
    feedback
      .replace(FIRST, " ")
      .replace(/[\s.。]+$/, "")
      .trim(),
  );
  return own.kind === "steps" ? own.steps : [];
}

/** What was said of a plan and asks for nothing that there is a rule for. */
const openIn = ({ feedbacks }: Wanted, { plan }: PlannedWith): string[] =>
  feedbacks.filter((feedback) => stepsOf(feedback, plan).length === 0);

/** The step that sends these steps as a plan, with remarks. */
export function sendPlan(
  steps: readonly Step[],
  { offer, language }: { offer: Offer; language: Language },
  remarks: string[] = [],
): Step {
  const wish = [...planLines(steps, offer), ...remarks].join("\n");
  return stepOf(submitPlan, { wish }, language);
}

function forgotten(id: string): string {
  return `I did nothing: I no longer know what ${id} was for. Ask for the plan again, with the task.`;
}
