// course/spec/insideTimers · timers that end with the agent that set them.
import timers from "node:timers/promises";
import type { Held } from "./held.ts";

type Call = (...args: unknown[]) => void;
type Timer = NodeJS.Timeout | NodeJS.Immediate;

/** The timer functions that a program has without an import. */
export function timersFor(held: Held) {
  const forget = new Map<unknown, () => void>();

  /** Notes a timer. In an ended agent, none begins. */
  function keep<One extends Timer>(timer: One, name: string, clear: (timer: One) => void): One {
    const kind = "refresh" in timer ? "Timeout" : "Immediate";
    const gone = held.add({ name, kind, end: () => clear(timer), keeps: () => timer.hasRef() });
    forget.set(timer, () => {
      forget.delete(timer);
      gone();
    });
    return timer;
  }

  const stop = (timer: unknown) => forget.get(timer)?.();

  function setOne(call: Call, ms?: number, ...args: unknown[]) {
    const timer = setTimeout(() => {
      stop(timer);
      if (!held.isOver()) call(...args);
    }, ms);
    return keep(timer, `a timer of ${ms ?? 0} ms`, clearTimeout);
  }

  const setMany = (call: Call, ms?: number, ...args: unknown[]) =>
    keep(setInterval(call, ms, ...args), `a timer for every ${ms ?? 0} ms`, clearInterval);

  function setNext(call: Call, ...args: unknown[]) {
    const timer = setImmediate(() => {
      stop(timer);
      call(...args);
    });
    return keep(timer, "an immediate", clearImmediate);
  }

  const clearing =
    <One>(clear: (timer: One) => void) =>
    (timer: One) => {
      stop(timer);
      clear(timer);
    };

  return {
    setTimeout: setOne,
    setInterval: setMany,
    setImmediate: setNext,
    clearTimeout: clearing(clearTimeout),
    clearInterval: clearing(clearInterval),
    clearImmediate: clearing(clearImmediate),
  };
}

export type Timers = ReturnType<typeof timersFor>;

interface Waiting {
  signal?: AbortSignal;
  ref?: boolean;
}

/** The module node:timers/promises. */
export function timerPromisesFor(held: Held) {
  const within = (options?: Waiting) => ({ ...options, signal: held.within(options?.signal) });
  const kindOf = (options?: Waiting) => (options?.ref === false ? undefined : "Timeout");
  return {
    ...timers,
    setTimeout: <Value>(ms?: number, value?: Value, options?: Waiting) =>
      held.whileAlive(timers.setTimeout(ms, value, within(options)), kindOf(options)),
    setImmediate: <Value>(value?: Value, options?: Waiting) =>
      held.whileAlive(timers.setImmediate(value, within(options)), "Immediate"),
    setInterval: <Value>(ms?: number, value?: Value, options?: Waiting) =>
      timers.setInterval(ms, value, within(options)),
  };
}
