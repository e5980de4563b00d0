// site/node/clockwork · what the program in this worker waits for: its timers and its files, counted as Node counts them.

const waiting = { timers: new Set<unknown>(), files: 0 };

/** How many timers are set, and how many files are being read or written. */
export const waitedFor = (): { timers: number; files: number } => ({
  timers: waiting.timers.size,
  files: waiting.files,
});

/** The commands and programs that run now. */
export const running = { count: 0 };

/** How much has happened in this worker, and how many modules are being fetched. */
export const activity = { count: 0, loading: 0 };

/** Waits for something that has to be fetched first, which counts as work. */
export async function whileLoading<Value>(loading: Promise<Value>): Promise<Value> {
  activity.loading++;
  try {
    return await loading;
  } finally {
    activity.loading--;
    activity.count++;
  }
}

const { port1, port2 } = new MessageChannel();
const queue: (() => void)[] = [];
Object.assign(port1, { onmessage: () => queue.shift()?.() });

/** Runs something after what is waiting now, with messages and timers between. */
export function soon(action: () => void): void {
  activity.count++;
  queue.push(action);
  port2.postMessage(undefined);
}

/** Does something with files a little later, as a disk does. */
export function later<Result>(action: () => Result): Promise<Result> {
  waiting.files++;
  return new Promise((resolve, reject) => {
    soon(() => {
      waiting.files--;
      try {
        resolve(action());
      } catch (error) {
        reject(error);
      }
    });
  });
}

type Action = (...given: unknown[]) => void;
const real = {
  set: globalThis.setTimeout.bind(globalThis),
  clear: globalThis.clearTimeout.bind(globalThis),
};

/** A timer that nobody counts: what it waits for keeps no program alive. */
export const uncounted = (action: () => void, ms?: number): unknown => real.set(action, ms);

/** Node gives an object for a timer; packages call `unref` on it. */
class Timer {
  readonly handle: ReturnType<typeof setTimeout>;
  constructor(action: () => void, ms: number | undefined) {
    this.handle = real.set(action, ms);
    waiting.timers.add(this);
  }
  ref() {
    waiting.timers.add(this);
    return this;
  }
  unref() {
    waiting.timers.delete(this);
    return this;
  }
  hasRef() {
    return waiting.timers.has(this);
  }
  refresh() {
    return this;
  }
  [Symbol.toPrimitive]() {
    return Number(this.handle);
  }
}

function setCounted(action: Action, ms?: number, ...given: unknown[]): Timer {
  const timer: Timer = new Timer(() => {
    waiting.timers.delete(timer);
    activity.count++;
    action(...given);
  }, ms);
  return timer;
}

function clearCounted(timer: unknown) {
  waiting.timers.delete(timer);
  real.clear(timer instanceof Timer ? timer.handle : Number(timer ?? 0));
}

function setImmediate(action: Action, ...given: unknown[]) {
  soon(() => action(...given));
}

/** From here on, the timers of all that runs in this worker are counted. */
Object.assign(globalThis, { setTimeout: setCounted, clearTimeout: clearCounted, setImmediate });
