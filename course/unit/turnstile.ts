// course/unit/turnstile · for tests of agents that work at the same time: one step at a time, and a list of numbers says whose.
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as others } from "node:timers/promises";
import type { Clock } from "../../shared/clock.ts";

/** Something that an agent has done between two waits. */
export interface Step {
  who: string;
  what: string;
  /** How many others could have gone on instead, and were there before. */
  overtook: number;
}

/** A place where all wait that do something at the same time. One goes on, comes to the end of its step, then the next. */
export interface Turnstile {
  /** What was done, in its order. */
  steps: Step[];
  clock: Clock;
  /** Waits for its turn, then runs the action to its end. In the action, nothing waits again. */
  step<Result>(what: string, action: () => Promise<Result> | Result): Promise<Result>;
  /** Waits until another one calls `wake`, and then for its turn. */
  sleep(what: string): Promise<void>;
  wake(): void;
  /** Runs work, and all that it leads to, under this name. */
  as<Result>(who: string, work: () => Result): Result;
  /**
   * Lets all of them go on until it is enough, or until none waits any more; with `timers`, nor for the clock. Throws when
   * one waits for ever.
   */
  untilQuiet(until?: { timers?: boolean; isEnough?(): boolean }): Promise<void>;
}

interface Waiting {
  step: Omit<Step, "overtook">;
  run(): Promise<void>;
}

interface State {
  order: readonly number[];
  steps: Step[];
  waiting: Waiting[];
  asleep: Waiting[];
  timers: Timers;
}

/** Whose work it is, and whether it is inside of a step. One for all turnstiles: each further one makes every promise slower. */
const place = new AsyncLocalStorage<{ who: string; isInside: boolean }>();

/** In an order: the one that came last. It goes on until it waits for something else. */
export const LAST = 59;

/** No story is so long. One that is never ends. */
const MAX_ROUNDS = 5000;
const TIME = Date.UTC(2026, 0, 5, 8);

/**
 * `order` decides who does the n-th step: 0 is the one that waits longest, LAST the one that came last, and the numbers
 * between them stand for those between. After the end of the list it is the one that waits longest. The same order gives the same steps again. `look` gets each step that was done.
 */
export function createTurnstile(order: readonly number[], look: (step: Step) => void): Turnstile {
  const state: State = { order, steps: [], waiting: [], asleep: [], timers: createTimers() };
  return {
    steps: state.steps,
    clock: clockOf(state.timers),
    step: (what, action) => queued(state.waiting, what, action),
    sleep: (what) => queued(state.asleep, what, () => {}),
    wake: () => void state.waiting.push(...state.asleep.splice(0)),
    as: (who, work) => place.run({ who, isInside: false }, work),
    untilQuiet: ({ timers = true, isEnough = () => false } = {}) =>
      untilQuiet(state, look, { timers, isEnough }),
  };
}

function queued<Result>(
  queue: Waiting[],
  what: string,
  action: () => Promise<Result> | Result,
): Promise<Result> {
  const { who, isInside } = place.getStore() ?? { who: "nobody", isInside: false };
  if (isInside) return Promise.resolve(action());
  return new Promise((resolve, reject) => {
    const inside = () => place.run({ who, isInside: true }, async () => action());
    queue.push({ step: { who, what }, run: () => inside().then(resolve, reject) });
  });
}

async function untilQuiet(
  state: State,
  look: (step: Step) => void,
  { timers, isEnough }: { timers: boolean; isEnough(): boolean },
): Promise<void> {
  await others(); // all that can go on without a step has done so afterwards
  for (let rounds = 0; state.waiting.length > 0 || (timers && state.timers.skip()); rounds++) {
    if (isEnough()) return;
    if (rounds >= MAX_ROUNDS) throw new Error(`it does not end: ${MAX_ROUNDS} steps and timers`);
    const step = await oneStep(state);
    await others();
    if (step) look(step);
  }
  const [lost] = isEnough() ? [] : state.asleep;
  if (lost) throw new Error(`${lost.step.who} ${lost.step.what}, and nobody wakes it`);
}

async function oneStep({ order, steps, waiting }: State): Promise<Step | undefined> {
  const overtook = Math.floor(((order[steps.length] ?? 0) / (LAST + 1)) * waiting.length);
  const [next] = waiting.splice(overtook, 1);
  if (next === undefined) return undefined; // only the time went on
  const step = { ...next.step, overtook };
  steps.push(step);
  await next.run();
  return step;
}

interface Timers {
  now(): number;
  add(ms: number, action: () => void): () => void;
  /** Goes on to the next timer, and runs it. False when there is none. */
  skip(): boolean;
  advance(ms: number): void;
  set(time: number): void;
}

function createTimers(): Timers {
  const timers = new Set<{ due: number; action(): void }>();
  let now = TIME;
  function skip(until = Number.POSITIVE_INFINITY): boolean {
    const [next] = [...timers].sort((one, other) => one.due - other.due);
    if (next === undefined || next.due > until) return false;
    now = Math.max(now, next.due);
    timers.delete(next);
    place.run({ who: "clock", isInside: false }, next.action);
    return true;
  }
  return {
    now: () => now,
    add(ms, action) {
      const timer = { due: now + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    skip: () => skip(),
    advance(ms) {
      const end = now + ms;
      while (skip(end));
      now = end;
    },
    set: (time) => {
      now = time;
    },
  };
}

/** Time passes only when nothing else can happen. */
function clockOf(timers: Timers): Clock {
  function every(ms: number, action: () => void) {
    const again = () => {
      cancel = timers.add(ms, again);
      action();
    };
    let cancel = timers.add(ms, again);
    return () => cancel();
  }
  return {
    now: timers.now,
    elapsed: timers.now,
    after: timers.add,
    every,
    sleep: (ms, signal) => sleep(timers, ms, signal),
    setNow: timers.set,
    advance: timers.advance,
    armed: () => 0,
    settle: () => true,
    onTimer() {},
  };
}

function sleep(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = timers.add(ms, resolve);
    const stop = () => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
