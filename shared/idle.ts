// shared/idle · whether this program has anything left to do by itself. A spec that waits for a text asks for it.
import { setTimeout as pause } from "node:timers/promises";
import { workOfProcess } from "#host/work.ts";
import { clock } from "./clock.ts";

/** How often an agent that is asked looks whether it is idle, at first. */
const LOOK_MS = 5;
/**
 * An agent that is at work looks less and less often: it waits for this part of the time since it was asked, and at most
 * so many ms. A replay lets time pass only after a moment (80 ms) in which no process of the session has run.
 */
const [PART, MOST_LOOK_MS] = [1 / 8, 250];
/** A program or a server beside ours may speak by itself: we are idle when it has been silent for so long. */
const GUEST_MS = 3000;

/** Requests that no answer has come to, and what runs beside us and is spoken with: its programs, and all of it. */
const open = { requests: 0, programs: 0, guests: 0 };
/** How many guests there have been. */
let met = 0;

/** Notes a request to the model; the returned function notes its end. */
export function beginRequest(): () => void {
  open.requests += 1;
  return () => {
    open.requests -= 1;
  };
}

/** Notes a program or a server that is spoken with for a while; the returned function notes its end. */
export function beginGuest(kind: "program" | "server"): () => void {
  const programs = kind === "program" ? 1 : 0;
  open.guests += 1;
  open.programs += programs;
  met += 1;
  return () => {
    open.guests -= 1;
    open.programs -= programs;
  };
}

/**
 * Resolves when nothing happens any more unless somebody types, or moves the clock. `unanswered` is the number of open
 * requests that get no answer before that. Rejects when the signal is aborted.
 */
export async function whenIdle(unanswered: number, signal: AbortSignal): Promise<void> {
  const before = met;
  await quiet(unanswered, signal, open.guests > 0 ? GUEST_MS : LOOK_MS);
  await quiet(unanswered, signal, LOOK_MS); // what one that watches has changed, another one may see with its next look
  if (met !== before) await whenIdle(unanswered, signal); // a guest has come that was given no time to speak
}

/** Resolves when it has been idle for `wanted` ms. */
async function quiet(unanswered: number, signal: AbortSignal, wanted: number) {
  const asked = clock.elapsed();
  const since = performance.now();
  let began: number | undefined;
  while (began === undefined || performance.now() - began < wanted) {
    const slower = began === undefined ? (performance.now() - since) * PART : 0;
    const ms = Math.min(Math.max(slower, LOOK_MS), MOST_LOOK_MS);
    await pause(ms, undefined, { ref: false, signal });
    began = isIdle(asked, unanswered) ? (began ?? performance.now()) : undefined;
  }
}

function isIdle(asked: number, unanswered: number): boolean {
  const { programs, timers, others } = workOfProcess();
  const isAlone = open.requests <= unanswered && others === 0 && programs <= open.programs;
  const limits = open.requests; // the SDK sets a timer for each request
  return isAlone && timers <= clock.armed() + limits && clock.settle(asked);
}
