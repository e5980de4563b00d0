// course/replay/time · the time of a session: it stands while something is at work, and passes quickly while all of it sleeps.
import { atRest, CAN_SEE_REST, processes } from "./rest.ts";
import { offerSleep } from "./sleepers.ts";

/** The time of a session. */
export interface SessionTime {
  /** From now on this clock goes ahead with it. */
  drive(clock: Clock | undefined): void;
  /** Lets so many ms pass once nothing is at work, which need not be looked at when it `isIdle`; false when no command waits for them. */
  goAhead(ms: number, isIdle: boolean): Promise<boolean>;
  /** Resolves once nothing is at work, while no time passes; at the latest after some seconds. */
  rests(): Promise<void>;
  close(): Promise<void>;
}

/** The clock of an agent. */
interface Clock {
  ahead(ms: number): void;
}

/**
 * The least by which the clock goes ahead at once. Background work of an agent has timers that it does not report: after
 * small steps they end in the same order as in real time. When commands sleep for long, a step is a fourth of the time that has
 * passed so far.
 */
const STEP_MS = 1000;

/** What is at work for longer than this may go on beside what comes next. */
const PATIENCE_MS = 5000;

/**
 * The time of a session whose commands have `bin` first on their PATH. While one of them sleeps and nothing else is at
 * work, time goes ahead by itself, step by step and never past the moment for which a command waits. So what is at work
 * has all the time that it needs, on any machine, and a command still sleeps when something else is done first.
 */
export async function startTime(bin: string): Promise<SessionTime> {
  let clock: Clock | undefined;
  let isClosed = false;
  /** Who lets time pass now: by itself, or as the page says. Only one of them does. */
  let passing: Promise<void> | undefined;
  let asked: Promise<unknown> | undefined;
  const old = new Set(processes()); // what is there before the session is none of its programs
  const sleepers = await offerSleep(bin, begin);

  /** Lets at most so many ms pass, once all is at rest. Gives what is left of them. */
  async function step(most: number): Promise<number> {
    await atRest(bin, old, () => isClosed);
    if (isClosed || sleepers.wake()) return most;
    const ms = Math.min(most, sleepers.next() ?? most);
    clock?.ahead(ms);
    sleepers.pass(ms);
    return most - ms;
  }

  function begin() {
    passing ??= pass().finally(() => {
      passing = undefined;
    });
  }

  async function pass() {
    let slept = 0;
    while (!isClosed && !asked && sleepers.next() !== undefined) {
      const most = clock ? Math.max(STEP_MS, slept / 4) : Number.MAX_SAFE_INTEGER;
      slept += most - (await step(most));
    }
  }

  async function passAsAsked(ms: number, isIdle: boolean) {
    if (!isIdle) await restNow(); // a command that has just been started may be about to wait
    if (sleepers.next() === undefined) return false;
    for (let left = ms; left > 0 && !isClosed; ) left = await step(left);
    return true;
  }

  async function restNow() {
    await passing;
    const end = performance.now() + PATIENCE_MS;
    if (CAN_SEE_REST) await atRest(bin, old, () => isClosed || performance.now() > end);
  }

  /** Meanwhile no time passes by itself. */
  async function asAsked<Result>(work: Promise<Result>): Promise<Result> {
    asked = work;
    const result = await work;
    asked = undefined;
    begin();
    return result;
  }

  return {
    drive(driven) {
      clock = driven;
    },
    goAhead: (ms, isIdle) => asAsked(passAsAsked(ms, isIdle)),
    rests: () => asAsked(restNow()),
    async close() {
      isClosed = true;
      await Promise.all([passing, asked]);
      await sleepers.close();
    },
  };
}
