// course/spec/acts · what a spec does to its agent, and how it waits for the effect.
import { platform } from "node:process";
import { say } from "../base/say.ts";
import type { Outcome } from "./control.ts";
import { isOnce, needs } from "./elsewhere.ts";
import { NotJudged, quote, SpecBroken, SpecFailure } from "./errors.ts";
import {
  codeOf,
  crashOf,
  endedAtWords,
  hasLeft,
  isRead,
  leftEarly,
  type Parts,
  seenIn,
  situation,
} from "./state.ts";

/** The clocks of two processes differ by a little. */
const CLOCK_TOLERANCE_MS = 50;
/** After Ctrl-C at the prompt the end of the input would race with the signal: it comes only after this. */
const QUIT_MS = 30_000;
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Types a line at the agent's prompt; waits until there is one. */
export async function type(parts: Parts, text: string): Promise<void> {
  if (/[\r\n]/.test(text)) throw new Error("type: one line at a time");
  const { state, process, model, watch } = parts;
  if (isOnce(parts)) return typeOnce(parts, text);
  const what = say`a prompt to type ${JSON.stringify(text)} at`;
  await watch.until(what, () => {
    if (process.exit() === undefined) return isTurnOver(parts);
    if (state.phase === "starting" && !endedAtWords(parts)) throw neverReady(parts);
    throw leftEarly(parts, say`there was ${what}`);
  });
  const [bytes, errors] = [process.received(), process.errors().length];
  const [requests, answered] = [model.requests.length, model.answered.length];
  const typed = { text, bytes, errors, requests, answered };
  Object.assign(state, { phase: "running", isTyped: true, typed, timers: [] });
  process.write(text);
}

/** Runs the agent with the prompt on its command line. A second prompt and a command of the agent's own need a session. */
function typeOnce({ state, outsider }: Parts, text: string) {
  if (outsider?.begun !== undefined || text === "" || text.startsWith("/"))
    throw new NotJudged("lines");
  const typed = { text, bytes: 0, errors: 0, requests: 0, answered: 0 };
  Object.assign(state, { phase: "running", isTyped: true, typed });
  outsider?.begin(text);
}

const neverReady = (parts: Parts) =>
  new SpecBroken(`${leftEarly(parts, say`it was ready`).message}`);

/** True once a prompt waits and all output is read; a question in the way is answered no. */
function isTurnOver(parts: Parts): true | undefined {
  if (!isRead(parts)) return undefined;
  if (!parts.state.stopping) answerOpen(parts, "n");
  return parts.state.phase === "waiting" ? true : undefined;
}

export function answerOpen(parts: Parts, word: string) {
  if (parts.state.question !== undefined) reply(parts, word);
}

/** Answers the question that was asked last. Told of once more, as at the end of a turn, it is not open again. */
export function reply({ state, process }: Pick<Parts, "state" | "process">, word: string) {
  Object.assign(state, { question: undefined, answered: state.asked });
  process.write(word);
}

const isIn = (seen: string, wanted: string | RegExp) =>
  typeof wanted === "string" ? seen.includes(wanted) : seen.search(wanted) >= 0;

const show = (wanted: string | RegExp) =>
  typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted);

/** Resolves when the text has been printed since the last typed line; fails when it no longer can be. */
export async function sees(parts: Parts, wanted: string | RegExp): Promise<void> {
  const { state, watch } = parts;
  await watch.until(say`${show(wanted)} to be printed`, () => {
    if (isIn(seenIn(parts), wanted)) return true;
    if (hasLeft(parts)) throw leftEarly(parts, say`it printed ${show(wanted)}`);
    if (!isTurnOver(parts)) return undefined;
    const end = state.outcome
      ? say`The turn ended (${state.outcome})`
      : say`The agent became ready`;
    throw new SpecFailure(
      [say`${end} without ${show(wanted)}.`, ...undone(parts), situation(parts)].join("\n"),
    );
  });
}

/** What an agent from elsewhere has left undone. */
function undone({ outsider, model }: Parts): string[] {
  if (outsider === undefined || model.isDone()) return [];
  return [say`The model's last reply was ${model.lastReply()}. No request has followed it.`];
}

/** Resolves when the text has been printed since the last typed line; the end of the turn does not matter. */
export async function seesLater(parts: Parts, wanted: string | RegExp): Promise<void> {
  needs(parts, "lines");
  await parts.watch.until(say`${show(wanted)} to be printed`, () => {
    if (isIn(seenIn(parts), wanted)) return true;
    if (parts.process.exit()) throw leftEarly(parts, say`it printed ${show(wanted)}`);
    return undefined;
  });
}

/** Waits for a turn that was not typed; later checks look at its output only. */
export async function begins(parts: Parts, source: string): Promise<void> {
  needs(parts, "control");
  const { state, process, watch, model } = parts;
  const what = say`a turn from "${source}" to begin`;
  const turn = await watch.until(what, () => {
    const at = state.untyped.findIndex((one) => one.source === source);
    if (at >= 0) return state.untyped.splice(at, 1)[0];
    if (process.exit()) throw leftEarly(parts, say`there was ${what}`);
    return undefined;
  });
  const { output, requests } = turn;
  const [errors, answered] = [process.errors().length, model.answered.length];
  state.typed = { text: `(${source})`, bytes: output, errors, requests, answered };
}

/** Waits for the end of the turn, then fails if the text was printed in it. */
export async function seesNot(parts: Parts, unwanted: string | RegExp): Promise<void> {
  await turnEnd(parts);
  const seen = seenIn(parts);
  if (!isIn(seen, unwanted)) return;
  throw new SpecFailure(say`The agent printed ${show(unwanted)}:\n${quote(seen)}`);
}

/** Waits for the end of the turn, or of a one-shot run; gives the outcome of the last turn. */
export async function ended(parts: Parts): Promise<Outcome> {
  await turnEnd(parts);
  const { outcome } = parts.state;
  if (outcome === undefined) throw new Error("ended: nothing was typed yet");
  if (parts.outsider?.isUnclear) throw new NotJudged("control");
  return outcome;
}

/**
 * Resolves when no agent of the test has anything left to do at the present time of its clock: what has not happened by
 * now does not happen. An agent that is not asked for that must have been silent for a while.
 */
export async function rests(parts: Parts): Promise<void> {
  needs(parts, "lines");
  const { control, outsider, watch } = parts;
  const look = () => {
    if (hasLeft(parts)) throw leftEarly(parts, say`it rested`);
    const isAsked = outsider === undefined || control.tellsIdle();
    return (!isAsked && watch.quiet() >= SILENCE_MS) || undefined;
  };
  await watch.until(say`the agent to have nothing left to do`, look, undefined, true);
}

async function turnEnd(parts: Parts) {
  await parts.watch.until(say`the end of the turn`, () => {
    if (hasLeft(parts)) throw leftEarly(parts, say`the turn ended`);
    return isTurnOver(parts);
  });
}

/** Answers the question whose text contains `question`; fails when the turn ends or another one is asked. */
export async function answer(parts: Parts, question: string, reply: string): Promise<void> {
  needs(parts, "control");
  const { state, process, watch } = parts;
  const wanted = say`the question ${JSON.stringify(question)}`;
  await watch.until(wanted, () => {
    if (process.exit()) throw leftEarly(parts, say`it asked ${wanted}`);
    if (state.question?.includes(question)) return true;
    if (!isRead(parts) || (state.phase !== "waiting" && state.question === undefined))
      return undefined;
    const isOver = state.question === undefined;
    const words = isOver
      ? say`The turn ended without ${wanted}.`
      : say`The agent did not ask ${wanted}.`;
    throw new SpecFailure(`${words}\n${situation(parts)}`);
  });
  answerOpen(parts, reply);
}

/** Answers the question whose text contains `question`, also one that is asked while the prompt waits. */
export async function answerLater(parts: Parts, question: string, reply: string): Promise<void> {
  needs(parts, "control");
  const wanted = say`the question ${JSON.stringify(question)}`;
  await parts.watch.until(wanted, () => {
    if (parts.process.exit()) throw leftEarly(parts, say`it asked ${wanted}`);
    return parts.state.question?.includes(question) ? true : undefined;
  });
  answerOpen(parts, reply);
}

/** Ctrl-C. After a typed line it waits for a sign that the turn has begun: a request, a question, a timer. */
export async function interrupt(parts: Parts): Promise<void> {
  needs(parts, "lines");
  if (platform === "win32") throw new NotJudged("another system");
  const { state, process, model, watch } = parts;
  await watch.until(say`the turn to begin`, () => {
    const signs = state.question !== undefined || state.timers.length > 0;
    const hasBegun = signs || model.requests.length > state.typed.requests;
    if (process.exit() || state.phase === "waiting") return true;
    return state.phase === "running" && hasBegun ? true : undefined;
  });
  const stopping = state.phase === "running";
  const interrupted = stopping ? "turn" : "prompt";
  const stoppedAt = model.requests.length;
  Object.assign(state, { question: undefined, interrupted, stopping, stoppedAt });
  await process.interrupt();
}

/** After so much silence an agent that has not asked for the clock will not do so any more. */
const SILENCE_MS = 1000;

/** Sends the agent's clock ahead; with `times` so often, and each time until nothing is left to do. */
export async function advance(parts: Parts, time: string | number, times?: number): Promise<void> {
  if (times === undefined) return step(parts, time);
  if (!Number.isInteger(times) || times < 1)
    throw new Error(`advance: ${times} is no number of times`);
  for (let left = times; left > 0; left--) {
    await step(parts, time);
    await rests(parts);
  }
}

/** One step: in a turn, once a timer is set that is due by then, or the turn has ended. */
async function step(parts: Parts, time: string | number): Promise<void> {
  needs(parts, "control");
  const { state, process, control, watch } = parts;
  const ms = milliseconds(time);
  await watch.until(say`a timer due within ${time}`, () => {
    if (process.exit()) throw leftEarly(parts, say`its clock was advanced`);
    if (state.phase !== "running") return state.phase === "waiting" ? true : undefined;
    if (!control.hasClock() && watch.quiet() >= SILENCE_MS) throw hasNoClock(parts);
    const horizon = control.now() + ms + CLOCK_TOLERANCE_MS;
    const isDue = state.timers.some((due) => due <= horizon);
    return isDue || state.question !== undefined ? true : undefined;
  });
  if (!control.hasClock()) throw hasNoClock(parts);
  const id = control.advance(ms);
  await watch.until(say`the clock to be advanced`, () => {
    if (state.advanced.includes(id)) return true;
    if (process.exit()) throw leftEarly(parts, say`its clock was advanced`);
    return undefined;
  });
  state.timers = state.timers.filter((due) => due > control.now());
}

const hasNoClock = (parts: Parts) =>
  new SpecFailure(say`The agent took no clock, so it cannot be advanced.\n${situation(parts)}`);

/** "90s", "2m", "1h" or a number of ms, as ms. */
export function milliseconds(time: string | number): number {
  if (typeof time === "number") return time;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(time) ?? [];
  const scale = Object.entries(UNITS).find(([name]) => name === unit)?.[1];
  if (scale === undefined)
    throw new Error(`advance: ${JSON.stringify(time)} is no time such as "2m"`);
  return Number(amount) * scale;
}

/** Closes the agent's input and waits for its end; gives its exit code. */
export async function exit(parts: Parts): Promise<number> {
  const { state, process, watch, outsider } = parts;
  if (isOnce(parts) && outsider?.begun === undefined) throw new NotJudged("lines");
  const hasQuit = state.interrupted === "prompt" && (await isGone(parts, QUIT_MS));
  state.ending = "spec";
  if (!hasQuit) process.closeInput();
  const exited = await watch.until(say`the agent to end`, () => process.exit());
  if (crashOf(parts)) throw leftEarly(parts, say`it was done`);
  return codeOf(exited);
}

/** Kills the agent as a power cut would, and waits until it is gone. */
export async function kill({ state, process, watch }: Parts): Promise<void> {
  if (process.isInside)
    throw new Error("kill: only a process can be killed. Start it with { real: true }.");
  state.isKilled = true;
  state.ending = "spec";
  process.kill("SIGKILL");
  await watch.until(say`the agent to be gone`, () => process.exit());
}

/** Whether the agent ends by itself within some ms. */
export const isGone = ({ watch, process }: Parts, within: number): Promise<boolean> =>
  watch.until(say`the agent's end`, () => process.exit() && true, within).catch(() => false);
