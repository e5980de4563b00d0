// practice/brain/brain · the rule-based model: reads the request, plans, makes one call at a time, quotes what came back.

import type { Reply } from "../protocol/reply.ts";
import { SILENT, stringOf } from "./blocks.ts";
import { languageOf } from "./clauses.ts";
import { readTurn, type Turn } from "./conversation.ts";
import { readReach } from "./deferred.ts";
import { followed, isEnd, problemOf, seen } from "./followed.ts";
import { isSilent } from "./heartbeat.ts";
import { replyToTask } from "./intents/claimed.ts";
import { saidOfEnded } from "./intents/ended.ts";
import { saidOfMail, saidOfMore } from "./intents/mail.ts";
import { orderIn, wantedBy } from "./intents/orders.ts";
import { languageIn, sendPlan } from "./intents/planFirst.ts";
import { saidOfPlan } from "./intents/reminded.ts";
import { standing } from "./intents/standing.ts";
import { decline } from "./intents/talk.ts";
import { readOffer } from "./offer.ts";
import { type Known, planFor } from "./plan.ts";
import type { IntentRow } from "./rows/row.ts";
import { ROWS } from "./rows/rows.ts";
import { answerBeside, isBeside } from "./side.ts";
import { asOrdered, type StandingOrders, standingOrders } from "./standingOrders.ts";
import { speaking, tell } from "./tell.ts";
import type { Call, Language, Offer, Outcome, Plan, Said, Step } from "./types.ts";
import { asWanted } from "./wanted.ts";
import { cutMark, isLeftOut, notDone, quoted, row } from "./words.ts";

/**
 * The next reply to a Messages API request: a pure function of its body.
 * It reads the person's last words and the tools offered; `rule` names the rule that fired. A side question, with a
 * `metadata.user_id` such as `side:summary`, gets an extract of itself, or the least its schema takes. Any value is accepted:
 * what cannot be read is declined. It never throws and never makes more calls than steps are planned or follow from their results, but one where
 * the request wants a call. `rows` are the intents that are data.
 */
export function think(given: unknown, rows = ROWS): Answer {
  if (isBeside(given)) return { text: answerBeside(given), rule: "side" };
  const orders = standingOrders(given);
  return speaking(orders.language, () => answer(given, orders, rows));
}

function answer(given: unknown, orders: StandingOrders, rows: readonly IntentRow[]) {
  const { body, searchFirst, withoutSearches } = readReach(given);
  const read = readTurn(body);
  const turn = { ...read, outcomes: withoutSearches(read.outcomes) };
  const language = languageOf(turn.request);
  const ended = saidOfEnded(body, language);
  if (ended !== undefined) return asOrdered({ text: ended, rule: "background" }, orders);
  const mail = saidOfMail(body, language);
  if (mail !== undefined) return asOrdered({ text: mail, rule: "mail" }, orders);
  const reply = replyTo(turn, { offer: readOffer(body), rows });
  if (isSilent(body, turn.outcomes, reply)) return { text: SILENT, rule: "heartbeat" };
  const said = [saidOfPlan(body, language), saidOfMore(body, language)].reduce(reminded, reply);
  return asWanted(asOrdered(searchFirst(said), orders), given, turn.request);
}

type Answer = Reply & { rule: string };
type Steps = Extract<Plan, { kind: "steps" }>;
type Given = Pick<Known, "offer" | "rows">;

/** A reply that makes no call ends with what is still open in the plan, and with mail that has come meanwhile. */
function reminded(reply: Answer, open: string): Answer {
  return open === "" || reply.text === undefined
    ? reply
    : { ...reply, text: `${reply.text}\n\n${open}` };
}

interface Asked extends Pick<Turn, "request" | "earlier" | "outcomes"> {
  /** True when no person can choose a lead, so a decline offers none. */
  isTried?: boolean;
}

const replyTo = (asked: Asked, given: Given): Answer =>
  asMate(asked, given) ?? replyToWish(asked, given);

/** What a mate answers where it is told to end, or has a task of its own. */
function asMate({ request, earlier, outcomes }: Asked, given: Given): Answer | undefined {
  const order = orderIn(request);
  if (order?.kind === "shutdown") {
    const plan = (job: string, before: Said[]) => planFor(job, { ...given, earlier: before });
    const language = languageOf(earlier.at(-1)?.request ?? "");
    return { text: standing(earlier, given.offer, language, plan), rule: "shutdown" };
  }
  if (order?.kind !== "claimed") return undefined;
  const known = { ...given, earlier: [], isTried: true };
  return replyToTask(order, outcomes, {
    ...given,
    language: languageIn(`${order.subject}\n${order.description}`),
    understands: (wish) => planFor(wish, known).kind === "steps",
    reply: (wish, own) => replyTo({ ...known, request: wish, outcomes: own }, given),
  });
}

function replyToWish({ request, outcomes, earlier, isTried = false }: Asked, given: Given): Answer {
  const plan = planFor(request, { ...given, earlier, isTried });
  if (plan.kind === "talk") return { text: plan.text, rule: plan.rule };
  return planInstead(plan, outcomes, given) ?? carryOut(plan, outcomes, given.offer);
}

/** The plan of what was refused because a plan is wanted; undefined where nothing was, or no tool takes one. */
function planInstead(planned: Steps, outcomes: Outcome[], given: Given): Answer | undefined {
  const { offer } = given;
  const at = outcomes.findIndex(({ failed, text = "" }) => failed && wantedBy(text) !== undefined);
  const task = wantedBy(outcomes[at]?.text ?? "");
  if (task === undefined) return undefined;
  const own = planFor(task, { ...given, earlier: [], isTried: true });
  const { steps, language } = own.kind === "steps" ? own : planned;
  const send = sendPlan(steps, { offer, language });
  if (send.call(offer, []) === undefined) return undefined;
  return carryOut({ kind: "steps", steps: [send], language }, outcomes.slice(at + 1), offer);
}

function carryOut({ steps, language }: Steps, outcomes: Outcome[], offer: Offer): Answer {
  const missing = steps.find((step) => step.call(offer, []) === undefined);
  if (missing !== undefined)
    return { text: noTool(language, missing, offer.names), rule: "no-tool" };
  const done = followed(steps, outcomes, offer);
  const strange = done.some(
    (outcome, at) => outcome.call.name !== steps[at]?.call(offer, seen(steps, done))?.name,
  );
  if (strange) return { text: decline(language), rule: "decline" };
  const failed = done.findIndex((outcome, at) => isEnd(outcome, steps[at]));
  if (failed >= 0) return { text: stopped(language, steps, done, failed), rule: "stopped" };
  const next = steps[done.length];
  const call = next?.call(offer, seen(steps, done));
  if (next !== undefined && call !== undefined) return { calls: [call], rule: next.rule };
  const last = steps.findLast(({ isQuiet }) => isQuiet !== true);
  const since = outcomes.slice(done.length).map((outcome) => outcome.call);
  const said = told(language, steps, done);
  // What was planned has its tool: what was seen says why nothing comes of it.
  if (next !== undefined && said !== "") return { text: said, rule: "decline" };
  const end = next === undefined ? lost(language, since) : noTool(language, next, offer.names);
  const text = [said, end].filter((part) => part !== "").join("\n\n");
  return { text, rule: next === undefined ? (last?.rule ?? "decline") : "no-tool" };
}

/** Calls of which it is no longer known what they were for, because a result before them is gone. */
function lost(language: Language, calls: Call[]): string {
  if (calls.length === 0) return "";
  const names = calls.map(
    ({ name, input }) => `\`${name} ${stringOf(input.path ?? input.command)}\``,
  );
  return tell(language, "cannotGoOn", { names: row(language, names) });
}

/** What the results of these steps say, one paragraph per step. */
function told(language: Language, steps: Step[], done: Outcome[]): string {
  const said = done.map(({ text = "", call, other }, at) => {
    const step = steps[at];
    if (step === undefined || step.isQuiet) return "";
    const { task } = step;
    // What was taken out of the conversation is not told as if it were still there.
    if (isLeftOut(text)) return tell(language, "leftOut", { task, text });
    const answer =
      text === "" && other !== undefined ? "" : step.say(text, seen(steps, done), call);
    // A picture is mentioned, but can't be read.
    const noText = other === undefined ? "" : tell(language, "notText", { type: other, task });
    return [answer, noText, notWhole(language, text, answer)].filter(Boolean).join("\n\n");
  });
  return said.filter((part) => part !== "").join("\n\n");
}

/** A result that a tool cut is not told as if it were whole, wherever its own note about that stands. */
function notWhole(language: Language, text: string, answer: string): string {
  const mark = cutMark(text);
  if (mark === undefined || answer.includes(mark)) return "";
  return tell(language, "notWhole", { mark });
}

function noTool(language: Language, step: Step, names: string[]): string {
  const offered = names.length === 0 ? "–" : row(language, names);
  return tell(language, "noTool", { task: step.task, offered });
}

/** A failure is told with its reason, after what went well and before what was not done. */
function stopped(language: Language, steps: Step[], done: Outcome[], failed: number): string {
  const left = steps
    .slice(failed + 1)
    .filter(({ isQuiet }) => isQuiet !== true)
    .map((step) => step.task);
  const before = told(language, steps, done.slice(0, failed));
  const [step, outcome] = [steps[failed], done[failed]];
  const problem = outcome && !outcome.failed ? problemOf(step, outcome) : undefined;
  const reason = problem || failureText(language, step?.task ?? "", outcome);
  const rest = left.length === 0 ? "" : notDone(language, left);
  return [before, reason, rest].filter((part) => part !== "").join("\n\n");
}

/** The end of a refusal that says what a model is to do: to tell the person, who need not read it. */
const FOR_THE_MODEL = / Do not [^.\n]*; tell the person [^.\n]*\.$/;

function failureText(language: Language, task: string, outcome: Outcome | undefined): string {
  if (outcome?.text === undefined) return tell(language, "noResult", { task });
  const reason = quoted(language, outcome.text.replace(FOR_THE_MODEL, ""));
  if (isRefusal(outcome.text)) return tell(language, "notAllowed", { task, reason });
  return tell(language, "thisFailed", { task, reason });
}

function isRefusal(text: string): boolean {
  return (
    !/\[exit code \d+\]$/.test(text) &&
    /refus|denied|declined|not allowed|reject|forbidden/i.test(text)
  );
}
