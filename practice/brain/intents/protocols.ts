// practice/brain/intents/protocols · requests to a mate that want an answer: to end, to plan first, and the answer to a plan.

import { planOf } from "../plans.ts";
import { callOf, rowOf, type Slots, stepOf } from "../rows/call.ts";
import { PROTOCOL_ROWS } from "../rows/protocols.ts";
import { tell } from "../tell.ts";
import type { Language, Offer, PlanContext, Reading } from "../types.ts";
import { row as rowOfNames } from "../words.ts";
import { PROTOCOL_FORMS } from "./protocolForms.ts";

type Context = Pick<PlanContext, "language" | "offer">;
type Groups = Readonly<Record<string, string | undefined>>;

/** A longer text is no wish of these kinds. */
const MOST_LETTERS = 1500;

/** What a wish of one of these kinds comes to; undefined for any other. */
export function protocolReading(part: string, context: Context): Reading | undefined {
  if (part.length > MOST_LETTERS) return undefined;
  for (const { form, intent, needs } of PROTOCOL_FORMS) {
    const found = needs.test(part) ? form.exec(part) : null;
    if (found !== null) return readingOf(intent, found.groups ?? {}, context);
  }
  const isMeant = ANSWERS.test(part) && isAnswerable(context);
  return isMeant ? { kind: "decline", reason: saySo(context.language) } : undefined;
}

/** Words of an answer to a plan: with a condition, or without a mate. It is not answered then, and nothing else is done. */
const ANSWERS =
  /\b(?:approve|reject)\w*\b[^"`:]*\bplans?\b|\b(?:approve|reject)\w*\s+req_|(?:批准|驳回|拒绝)[^“"：]*(?:计划|req_)|(?:計画|プラン|req_\w+)[^「：]*(?:承認|却下)/i;

const isAnswerable = ({ offer }: Context): boolean => {
  const row = rowOf("plan-approve", PROTOCOL_ROWS);
  return row !== undefined && callOf(row, { id: "?" }, offer) !== undefined;
};

/** Whether there are tools for all of it, or it says by itself why nothing is done. */
export const isOffered = (reading: Reading, offer: Offer): boolean =>
  reading.kind !== "steps" || reading.steps.every((step) => step.call(offer, []) !== undefined);

function readingOf(intent: string, groups: Groups, context: Context): Reading | undefined {
  const { language } = context;
  const row = rowOf(intent, PROTOCOL_ROWS);
  if (row === undefined) return undefined;
  const wish = wishIn(groups);
  if (/^plan-(?:approve|reject)$/.test(intent)) return answer(intent, groups, context);
  const slots: Slots = wish === undefined ? {} : { wish };
  const steps = namesIn(groups).map((name) => stepOf(row, { ...slots, name }, language));
  return { kind: "steps", steps };
}

/** The answer to the plan that is named, by its id, its mate or as the only one. */
function answer(intent: string, groups: Groups, context: Context): Reading | undefined {
  const { language, offer } = context;
  const row = rowOf(intent, PROTOCOL_ROWS);
  if (row === undefined) return undefined;
  const { id = planOf(offer.plans ?? [], groups.name)?.id, name } = groups;
  const isThere = callOf(row, { id: "?" }, offer) !== undefined;
  if (id === undefined && isThere) return { kind: "decline", reason: noPlan(context, name) };
  const wish = wishIn(groups);
  const slots = { id: id ?? name ?? "", ...(wish === undefined ? {} : { wish }) };
  return { kind: "steps", steps: [stepOf(row, slots, language)] };
}

function noPlan({ language, offer: { plans = [] } }: Context, name: string | undefined): string {
  const open = plans
    .filter(({ isAnswered }) => !isAnswered)
    .map(({ from, id }) => `${from}: ${id}`);
  const known = open.length === 0 ? "–" : rowOfNames(language, open);
  const whose = name === undefined ? "" : ` ${name}`;
  return tell(language, "whichPlan", { whose, known });
}

const namesIn = ({ name = "", more = "" }: Groups): string[] => [
  name,
  ...more.split(/\s*(?:,\s*(?:and\s+)?|\band\s+|和|、|と|跟)\s*/).filter((one) => one !== ""),
];

function wishIn({ wish, act }: Groups): string | undefined {
  const said = act === undefined ? wish : infinitive(act);
  return said?.replace(/^["“「『](.*)["”」』]$/s, "$1").trim();
}

const VERBS =
  "rename|change|replace|delete|remove|write|add|touch|fix|move|edit|run|create|make|cop(?:y|i)|read|append|put|commit|clear|count|tr(?:y|i)|go|do";

/** "he renames a.txt and runs the tests": what he is to do. */
function infinitive(act: string): string {
  const verb = new RegExp(`(^|\\b(?:and|then|or)\\s+|,\\s*)(${VERBS})(e?s)\\b`, "gi");
  return act.replace(verb, (_, before: string, stem: string, end: string) => {
    if (/i$/i.test(stem)) return `${before}${stem.slice(0, -1)}y`;
    const isLong = end === "s" || /(?:ch|x|sh|s|o)$/i.test(stem);
    return `${before}${stem}${isLong ? "" : end.slice(0, -1)}`;
  });
}

function saySo(language: Language): string {
  return tell(language, "whichMate");
}
