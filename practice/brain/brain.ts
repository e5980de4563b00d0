// practice/brain/brain · the rule-based model: reads the request, plans, makes one call at a time, quotes what came back.
import type { Reply } from "../protocol/reply.ts";
import { languageOf } from "./clauses.ts";
import { readTurn, type Turn } from "./conversation.ts";
import { readReach } from "./deferred.ts";
import { saidOfEnded } from "./intents/ended.ts";
import { saidOfPlan } from "./intents/reminded.ts";
import { decline } from "./intents/talk.ts";
import { readOffer } from "./offer.ts";
import { planFor } from "./plan.ts";
import { goneOutcome, isSameCall } from "./record.ts";
import type { IntentRow } from "./rows/row.ts";
import { ROWS } from "./rows/rows.ts";
import { answerBeside, isBeside } from "./side.ts";
import type { Language, Offer, Outcome, Plan, Step } from "./types.ts";
import { asWanted } from "./wanted.ts";
import { cutMark, isLeftOut, pick, quoted, row } from "./words.ts";

/**
 * The next reply to a Messages API request: a pure function of its body.
 * It reads the person's last words and the tools offered; `rule` names the rule that fired. A side question, with a
 * `metadata.user_id` such as `side:summary`, gets an extract of itself, or the least its schema takes. Any value is accepted:
 * what cannot be read is declined. It never throws and never makes more calls than it planned steps, but one where
 * the request wants a call. `rows` are the intents that are data.
 */
export function think(given: unknown, rows = ROWS): Reply & { rule: string } {
  if (isBeside(given)) return { text: answerBeside(given), rule: "side" };
  const { request, body, searchFirst, withoutSearches } = readReach(given);
  const read = readTurn(body);
  const turn = { ...read, outcomes: withoutSearches(read.outcomes) };
  const ended = saidOfEnded(body, languageOf(turn.request));
  if (ended !== undefined) return { text: ended, rule: "background" };
  const reply = replyTo(turn, readOffer(body), rows);
  const said = reminded(reply, saidOfPlan(body, languageOf(turn.request)));
  return asWanted(searchFirst(said), request, turn.request);
}

/** A reply that makes no call ends with what is still open in the plan. */
function reminded(reply: Reply & { rule: string }, open: string): Reply & { rule: string } {
  return open === "" || reply.text === undefined
    ? reply
    : { ...reply, text: `${reply.text}\n\n${open}` };
}

function replyTo(
  { request, earlier, outcomes }: Turn,
  offer: Offer,
  rows: readonly IntentRow[],
): Reply & { rule: string } {
  const plan = planFor(request, { earlier, offer, rows });
  if (plan.kind === "talk") return { text: plan.text, rule: plan.rule };
  const reply = carryOut(plan, outcomes, offer);
  const isLast = plan.preface !== undefined && reply.text !== undefined;
  return isLast ? { ...reply, text: `${plan.preface}\n\n${reply.text}` } : reply;
}

function carryOut(
  { steps, language }: Extract<Plan, { kind: "steps" }>,
  outcomes: Outcome[],
  offer: Offer,
): Reply & { rule: string } {
  const missing = steps.find((step) => step.call(offer, []) === undefined);
  if (missing !== undefined)
    return { text: noTool(language, missing, offer.names), rule: "no-tool" };
  const done = aligned(outcomes, steps, offer).slice(0, steps.length);
  const strange = done.some(
    (outcome, at) => outcome.call.name !== steps[at]?.call(offer, done)?.name,
  );
  if (strange) return { text: decline(language), rule: "decline" };
  const failed = done.findIndex((outcome) => outcome.failed || outcome.text === undefined);
  if (failed >= 0) return { text: stopped(language, steps, done, failed), rule: "stopped" };
  const next = steps[done.length];
  const call = next?.call(offer, done);
  if (next !== undefined && call !== undefined) return { calls: [call], rule: next.rule };
  const last = steps.findLast(({ rule }) => rule !== "plan");
  return { text: told(language, steps, done), rule: last?.rule ?? "decline" };
}

/** The outcomes with those filled in that a summary lost, as far as the call behind them says which they were. */
function aligned(outcomes: Outcome[], steps: Step[], offer: Offer): Outcome[] {
  const done: Outcome[] = [];
  for (const outcome of outcomes) {
    const made = steps.slice(done.length).map((step) => step.call(offer, done));
    const missing =
      outcome.gap === true ? made.findIndex((call) => isSameCall(call, outcome.call)) : 0;
    if (missing < 0) return [...done, goneOutcome("")];
    done.push(...made.slice(0, missing).map((call) => goneOutcome(call?.name ?? "")), outcome);
  }
  return done;
}

/** What the results of these steps say, one paragraph per step. */
function told(language: Language, steps: Step[], done: Outcome[]): string {
  const said = done.map(({ text = "", call, other }, at) => {
    const step = steps[at];
    if (step === undefined || step.rule === "plan") return "";
    if (isLeftOut(text)) return leftOut(language, step.task, text);
    const answer = text === "" && other !== undefined ? "" : step.say(text, done, call);
    const noText = other === undefined ? "" : notText(language, step.task, other);
    return [answer, noText, notWhole(language, text, answer)].filter(Boolean).join("\n\n");
  });
  return said.filter((part) => part !== "").join("\n\n");
}

/** The answer mentions a picture, but cannot read it. */
function notText(language: Language, task: string, type: string): string {
  return pick(
    language,
    `The result holds something that is not text (\`${type}\`): ${task}. I can only read text.`,
    `结果里有不是文本的内容（\`${type}\`）：${task}。我只能读文本。`,
    `結果にテキストでないもの（\`${type}\`）があります：${task}。読めるのはテキストだけです。`,
  );
}

/** A result that a tool cut is not told as if it were whole, wherever its own note about that stands. */
function notWhole(language: Language, text: string, answer: string): string {
  const mark = cutMark(text);
  if (mark === undefined || answer.includes(mark)) return "";
  return pick(
    language,
    `The result is not whole: \`${mark}\`.`,
    `结果不完整：\`${mark}\`。`,
    `結果は全部ではありません：\`${mark}\`。`,
  );
}

/** A result that was taken out of the conversation is not told as if it were still there. */
function leftOut(language: Language, task: string, text: string): string {
  return pick(
    language,
    `Done before: ${task}. Its result is no longer in the conversation: \`${text}\`.`,
    `之前已完成：${task}。结果已不在对话里：\`${text}\`。`,
    `実行済み：${task}。結果はもう会話に残っていません：\`${text}\`。`,
  );
}

function noTool(language: Language, step: Step, names: string[]): string {
  const offered = names.length === 0 ? "–" : row(language, names);
  return pick(
    language,
    `I have no tool for this: ${step.task}. The tools I was given: ${offered}. I did nothing.`,
    `我没有做这件事的工具：${step.task}。给我的工具：${offered}。我什么也没做。`,
    `これに使えるツールがありません：${step.task}。渡されているツール：${offered}。何もしていません。`,
  );
}

/** A failure is told with its reason, after what went well and before what was not done. */
function stopped(language: Language, steps: Step[], done: Outcome[], failed: number): string {
  const left = steps
    .slice(failed + 1)
    .filter(({ rule }) => rule !== "plan")
    .map((step) => step.task);
  const before = told(language, steps, done.slice(0, failed));
  const reason = failureText(language, steps[failed]?.task ?? "", done[failed]);
  const rest = left.length === 0 ? "" : notDone(language, left);
  return [before, reason, rest].filter((part) => part !== "").join("\n\n");
}

/** The end of a refusal that says what a model is to do: to tell the person, who need not read it. */
const FOR_THE_MODEL = / Do not [^.\n]*; tell the person [^.\n]*\.$/;

function failureText(language: Language, task: string, outcome: Outcome | undefined): string {
  if (outcome?.text === undefined)
    return pick(
      language,
      `No result came for: ${task}.`,
      `没有收到结果：${task}。`,
      `結果が届きませんでした：${task}。`,
    );
  const reason = quoted(language, outcome.text.replace(FOR_THE_MODEL, ""));
  if (isRefusal(outcome.text))
    return pick(
      language,
      `This was not allowed: ${task}. The answer:${reason}`,
      `未获允许：${task}。回答：${reason}`,
      `許可されませんでした：${task}。ツールの結果：${reason}`,
    );
  return pick(
    language,
    `This failed: ${task}. The result:${reason}`,
    `失败了：${task}。结果：${reason}`,
    `失敗しました：${task}。結果：${reason}`,
  );
}

function isRefusal(text: string): boolean {
  return (
    !/\[exit code \d+\]$/.test(text) &&
    /refus|denied|declined|not allowed|reject|forbidden/i.test(text)
  );
}

function notDone(language: Language, tasks: string[]): string {
  return pick(
    language,
    `Not done: ${tasks.join("; ")}.`,
    `没有做：${tasks.join("；")}。`,
    `行っていないこと：${tasks.join("、")}。`,
  );
}
