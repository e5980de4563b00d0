// course/spec/track · follows the acts of a spec, so that a forgotten await is noticed.

/** The acts of one test. */
export interface Track {
  /** Runs an act; its failure points to the line of the spec, and is remembered. */
  act<Value>(name: string, run: () => Promise<Value>): Promise<Value>;
  /** The acts that have not come to an end, by name. */
  pending(): string[];
  /** What the acts failed with, also where the spec did not wait for them. */
  failures(): unknown[];
}

/** A new track, for one test. */
export function createTrack(): Track {
  const running = new Set<{ name: string }>();
  const failures: unknown[] = [];

  async function follow<Value>(name: string, run: () => Promise<Value>, here: Error) {
    const entry = { name };
    running.add(entry);
    try {
      return await run();
    } catch (error) {
      failures.push(pointTo(here, error));
      throw error;
    } finally {
      running.delete(entry);
    }
  }

  return {
    act(name, run) {
      const promise = follow(name, run, new Error());
      // The judge reports acts that the spec did not wait for; Node must not see an unhandled rejection.
      promise.catch(() => {});
      return promise;
    },
    pending: () => [...running].map(({ name }) => name),
    failures: () => failures,
  };
}

/** Gives an error, which was made in some callback, the stack of the line that waits for it. */
function pointTo(here: Error, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const frames = framesOf(here).filter(
    (frame) => !/[/\\]course[/\\](?:spec|judge)[/\\]\w+\.ts\b/.test(frame),
  );
  error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n");
  return error;
}

/** The lines of a stack that name a place. */
export const framesOf = (error: Error): string[] =>
  (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
