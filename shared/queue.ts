// shared/queue · actions one after the other, and which of those that wait is next.

/** Runs an action when all earlier ones have ended, and gives what it gives. A failed action stops no later one. */
export type Queue = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** A new, empty queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const result = last.then(action);
    last = result.catch(() => {}); // its own caller gets the error
    return result;
  };
}

/**
 * Gives a function that runs the action soon, one run after the other. While a run waits to begin, further calls are not
 * needed: it will see what has happened until then. The action must not reject.
 */
export function createRuns(action: () => Promise<void>): () => void {
  const inOrder = createQueue();
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    void inOrder(() => {
      isDue = false;
      return action();
    });
  };
}

/** Takes the next one out of those that wait: by its source, in this order, and within one source the oldest. */
export function takeFirst<Source extends string, One extends { source: Source }>(
  waiting: One[],
  order: readonly Source[],
): One | undefined {
  for (const source of order) {
    const at = waiting.findIndex((one) => one.source === source);
    if (at >= 0) return waiting.splice(at, 1)[0];
  }
  return undefined;
}
