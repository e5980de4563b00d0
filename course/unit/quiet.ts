// course/unit/quiet · for tests of what goes on by itself: it waits until nothing goes on any more, however long that takes.

/** So many things one after the other no test leads to. */
const MAX_ROUNDS = 1000;

/** Knows which of its actions run. */
export interface Tracker {
  /** The same action. While it runs, it is not quiet. */
  tracked<Given extends unknown[], Result>(
    action: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result>;
  /**
   * Resolves when no action runs, and what follows from those that have ended has begun no other one. Then nothing
   * happens before somebody else does something, if the code under test waits for tracked actions only. Throws when
   * one follows the other for ever.
   */
  quiet(): Promise<void>;
}

/** A tracker that knows of no action yet. */
export function createTracker(): Tracker {
  const running = new Set<Promise<unknown>>();

  const tracked: Tracker["tracked"] =
    (action) =>
    (...given) => {
      const result = action(...given);
      const end = () => running.delete(result);
      running.add(result);
      result.then(end, end);
      return result;
    };

  async function quiet() {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await Promise.allSettled(running);
      await new Promise(setImmediate); // all that waits for a promise only has gone on afterwards
      if (running.size === 0) return;
    }
    throw new Error(`It does not end: ${MAX_ROUNDS} times one action followed another one.`);
  }
  return { tracked, quiet };
}
