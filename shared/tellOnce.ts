// shared/tellOnce · problems on the screen, each of them once.
import { describeError } from "./errors.ts";
import { note } from "./screen.ts";

/** Prints a problem, unless it was printed already. `prefix` says whose it is: "[memory]". */
export function tellOnce(prefix: string): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (!told.has(problem)) note(`${prefix} ${problem}`, "yellow");
    told.add(problem);
  };
}

/** Runs an action that has a name. Never rejects. */
export type Attempt = (name: string, action: () => Promise<unknown>) => Promise<void>;

/** For actions that run again and again: what one of them throws is printed, but not again until it went well. */
export function createAttempt(prefix: string): Attempt {
  const told = new Map<string, string>();
  return async (name, action) => {
    try {
      await action();
      told.delete(name);
    } catch (error) {
      const problem = describeError(error);
      if (problem !== told.get(name)) note(`${prefix} ${problem}`, "yellow");
      told.set(name, problem);
    }
  };
}
