// shared/clock · the time and its timers: real, and movable by a spec.

/** A clock that runs with real time and can be moved ahead. Times are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Runs `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
  /**
   * Runs `action` every `ms` until the returned function is called. For watching in the background: no turn waits
   * for it, so a spec is not told about these timers.
   */
  every(ms: number, action: () => void): () => void;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Sets the time; timers keep the rest of their wait. */
  setNow(time: number): void;
  /** Jumps ahead by `ms` and runs, in order, every timer that is due by then. */
  advance(ms: number): void;
  /** Calls the listener for every timer that is set. There is one listener: the spec that drives the agent. */
  onTimer(listener: (due: number) => void): void;
}

interface Timer {
  due: number;
  action(): void;
  handle: NodeJS.Timeout | undefined;
}

const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** A new clock; the agent uses `clock` below. */
export function createClock(): Clock {
  const timers = new Set<Timer>();
  let offset = 0;
  let announce: (due: number) => void = () => {};
  const now = () => Date.now() + offset;

  function remove(timer: Timer) {
    clearTimeout(timer.handle);
    timers.delete(timer);
  }

  function fire(timer: Timer) {
    remove(timer);
    timer.action();
  }

  function arm(timer: Timer) {
    const wait = Math.max(0, timer.due - now());
    const again = () => (timer.due <= now() ? fire(timer) : arm(timer));
    timer.handle = setTimeout(again, Math.min(wait, LONGEST_TIMEOUT));
  }

  function set(ms: number, action: () => void) {
    const timer: Timer = { due: now() + ms, action, handle: undefined };
    timers.add(timer);
    arm(timer);
    return timer;
  }

  function after(ms: number, action: () => void) {
    const timer = set(ms, action);
    announce(timer.due);
    return () => remove(timer);
  }

  function every(ms: number, action: () => void) {
    const again = () => {
      timer = set(ms, again);
      action();
    };
    let timer = set(ms, again);
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

  function advance(ms: number) {
    offset += ms;
    const due = [...timers].filter((timer) => timer.due <= now());
    for (const timer of due.sort((a, b) => a.due - b.due)) {
      if (timers.has(timer)) fire(timer);
    }
  }

  function setNow(time: number) {
    const shift = time - now();
    offset += shift;
    for (const timer of timers) timer.due += shift;
  }

  return {
    now,
    after,
    every,
    sleep,
    setNow,
    advance,
    onTimer(listener) {
      announce = listener;
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
