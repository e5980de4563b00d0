// shared/queue · actions one after the other.

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
