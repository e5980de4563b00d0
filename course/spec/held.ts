// course/spec/held · what an agent that runs in this process holds of it, and the end of all that.

/** Something that ends with the agent: a timer, a socket, a child … */
export interface Thing {
  /** For a reader, such as "the program sleep 5". */
  name: string;
  /** What Node calls it among the active resources. */
  kind: string;
  /** Ends it. */
  end(): void;
  /** Whether a program with nothing else to do would stay for it. */
  keeps(): boolean;
  /** Resolves when it is gone; without it, `end` is enough. */
  gone?: Promise<unknown>;
  /** Ends what did not go by itself, and is a leak. */
  force?(): void;
}

/** What an ended agent does with files, programs, timers and connections throws this. */
export class Ended extends Error {
  override name = "Ended";

  constructor() {
    super("This agent has ended.");
  }
}

/** All that one agent holds. */
export interface Held {
  /** True from the agent's end on: whatever of its code still runs has no effect any more. */
  isOver(): boolean;
  /** A signal that is aborted at the end, or by the given one. */
  within(signal: AbortSignal | null | undefined): AbortSignal;
  /** The promise, as long as the agent lives; after that it never settles. `kind` is what a program stays for meanwhile. */
  whileAlive<Value>(promise: Promise<Value>, kind?: string): Promise<Value>;
  /** Notes a thing; the returned function says that it is gone. */
  add(thing: Thing): () => void;
  /** The kinds of all things that a program would stay for. */
  keeping(): string[];
  /** Ends all things; gives the names of those that did not go. What a killed agent has left is not waited for. */
  end(isKilled?: boolean): Promise<string[]>;
}

/** What was killed, or was nearly done, is gone within a moment, also on a busy machine. What is not is a leak. */
const PATIENCE_MS = 10_000;

/** Nothing yet; `patience` is how long a thing may take to go, in ms. */
export function createHeld(patience = PATIENCE_MS): Held {
  const things = new Set<Thing>();
  const life = new AbortController();
  const isOver = () => life.signal.aborted;
  const awaited = new Set<{ kind: string }>();

  function whileAlive<Value>(promise: Promise<Value>, kind = ""): Promise<Value> {
    const entry = { kind };
    if (kind !== "") awaited.add(entry);
    return new Promise((resolve, reject) => {
      const unlessOver =
        <Result>(settle: (result: Result) => void) =>
        (result: Result) => {
          awaited.delete(entry);
          if (!isOver()) settle(result);
        };
      promise.then(unlessOver(resolve), unlessOver(reject));
    });
  }

  async function end(isKilled = false) {
    life.abort();
    const going = [...things].map(async (thing) => {
      thing.end();
      await thing.gone;
      things.delete(thing);
    });
    await within(Promise.all(going), isKilled ? 0 : patience);
    const leaks = [...things];
    for (const { force } of leaks) force?.();
    return leaks.map(({ name }) => name);
  }

  return {
    isOver,
    within: (signal) => (signal ? AbortSignal.any([signal, life.signal]) : life.signal),
    whileAlive,
    add(thing) {
      if (isOver()) thing.end();
      else things.add(thing);
      return () => void things.delete(thing);
    },
    keeping: () =>
      [...requestsHere(), ...awaited, ...[...things].filter((thing) => thing.keeps())].map(
        ({ kind }) => kind,
      ),
    end,
  };
}

/** Files that somebody in this process reads or writes: of one that an agent has opened, nothing else is seen. */
const requestsHere = () =>
  process
    .getActiveResourcesInfo()
    .filter((name) => /Req|Zlib/.test(name))
    .map((kind) => ({ kind }));

async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, ms);
    timer.signal.addEventListener("abort", () => clearTimeout(timeout));
  });
  await Promise.race([promise, late]);
  timer.abort();
}
