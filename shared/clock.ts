// shared/clock · the time and its timers: real, and movable by a spec.

/**
 * A clock that runs with real time and can be moved ahead. `now` is the date; waits are measured by a clock that nobody
 * sets, so they last as long as they say even when the date is changed meanwhile.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment, for measuring how long something takes. */
  elapsed(): number;
  /** Runs `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
  /**
   * Runs `action` every `ms` until the returned function is called. For watching in the background: no turn waits
   * for it, so a spec is not told about these timers.
   */
  every(ms: number, action: () => void): () => void;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** How many timers are set. */
  armed(): number;
  /**
   * True when no timer is about to do anything, and all that watch have looked since `elapsed()` was `since`. Those
   * that have not look now, so that a spec need not wait for them.
   */
  settle(since: number): boolean;
  /** Sets the date. Timers keep the rest of their wait. */
  setNow(time: number): void;
  /** Jumps ahead by `ms` and runs, in order, every timer that is due by then. */
  advance(ms: number): void;
  /**
   * Calls the listener for every timer that is set. There is one listener: who drives the agent. If it `isMoved`, a timer
   * that is set from then on for more than five seconds waits for the clock to be moved, so that a busy machine, on which
   * everything takes long, changes nothing.
   */
  onTimer(listener: (due: number) => void, isMoved?: boolean): void;
}

interface Timer {
  /** On the clock that nobody sets. */
  due: number;
  /** The ms by which the clock must still be moved, while real time does not count for it. */
  held: number | undefined;
  /** When it was set, if it only watches. */
  watches: number | undefined;
  action(): void;
  handle: NodeJS.Timeout | undefined;
}

const LONGEST_TIMEOUT = 2 ** 31 - 1;
/** A spec does not wait for a timer that is due later than this: it moves the clock. */
const SOON_MS = 5000;

/** What a clock reads: the date, which a person or a server may set, and the milliseconds since some moment. */
const REAL = { date: () => Date.now(), ticks: () => performance.now() };

/** A new clock; the agent uses `clock` below. */
export function createClock({ date, ticks } = REAL): Clock {
  const timers = new Set<Timer>();
  let set = 0;
  let jumped = 0;
  let announce: (due: number) => void = () => {};
  let isHolding = false;
  const now = () => date() + set + jumped;
  const elapsed = () => ticks() + jumped;

  function remove(timer: Timer) {
    clearTimeout(timer.handle);
    timers.delete(timer);
  }

  function fire(timer: Timer) {
    remove(timer);
    timer.action();
  }

  function arm(timer: Timer) {
    const wait = timer.held === undefined ? Math.max(0, timer.due - elapsed()) : LONGEST_TIMEOUT;
    const again = () => (timer.due <= elapsed() ? fire(timer) : arm(timer));
    timer.handle = setTimeout(again, Math.min(wait, LONGEST_TIMEOUT));
  }

  function start(ms: number, action: () => void, watches?: number) {
    const held = isHolding && ms > SOON_MS ? ms : undefined;
    const timer: Timer = { due: elapsed() + ms, held, watches, action, handle: undefined };
    timers.add(timer);
    arm(timer);
    return timer;
  }

  function after(ms: number, action: () => void) {
    const timer = start(ms, action);
    announce(now() + ms);
    return () => remove(timer);
  }

  function every(ms: number, action: () => void) {
    const again = () => {
      timer = start(ms, again, elapsed());
      action();
    };
    let timer = start(ms, again, elapsed());
    return () => remove(timer);
  }

  function sleep(ms: number, signal?: AbortSignal) {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = after(ms, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  /** The clock has been moved by `ms`: what is soon due now, is so in real time. */
  function release(timer: Timer, ms: number) {
    if (timer.held === undefined) return;
    timer.held -= ms;
    timer.due = elapsed() + timer.held;
    if (timer.held > SOON_MS) return;
    timer.held = undefined;
    clearTimeout(timer.handle);
    arm(timer);
  }

  function advance(ms: number) {
    jumped += ms;
    for (const timer of timers) release(timer, ms);
    const due = [...timers].filter((timer) => timer.held === undefined && timer.due <= elapsed());
    for (const timer of due.sort((a, b) => a.due - b.due)) {
      if (timers.has(timer)) fire(timer);
    }
  }

  function settle(since: number) {
    const isSoon = ({ held, due }: Timer) => held === undefined && due - elapsed() <= SOON_MS;
    const soon = [...timers].filter(isSoon);
    const late = soon.filter(({ watches = since + 1 }) => watches <= since);
    for (const timer of late) if (timers.has(timer)) fire(timer);
    return late.length === 0 && soon.every(({ watches }) => watches !== undefined);
  }

  function setNow(time: number) {
    set += time - now();
  }

  return {
    now,
    elapsed,
    after,
    every,
    sleep,
    armed: () => timers.size,
    settle,
    setNow,
    advance,
    onTimer(listener, isMoved = false) {
      announce = listener;
      isHolding = isMoved;
    },
  };
}

/** The one clock of this process. */
export const clock = createClock();
/** The time, in milliseconds since 1970; a spec can move it. */
export const now = clock.now;
/** Runs something once, after a time in milliseconds; the returned function cancels it. */
export const after = clock.after;
/** Runs something again and again, until the returned function is called. */
export const every = clock.every;
/** Resolves after a time in milliseconds. */
export const sleep = clock.sleep;
