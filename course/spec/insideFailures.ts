// course/spec/insideFailures · what nobody has caught is the end of the agent whose code threw it, and not of the specs.
import { AsyncLocalStorage } from "node:async_hooks";

/** Takes what an agent did not catch, by the event that Node tells it with. */
export type Fail = (event: string, error: unknown) => void;

/** Whose code is running: also in what its timers, promises and sockets call later. */
const running = new AsyncLocalStorage<Fail>();

const UNCAUGHT = ["uncaughtException", "unhandledRejection"];

/** What stands for `process.emit`. Packages replace it for a while, too, and put back what was there before: then this does so again. */
let tell: unknown;

/** Node tells the process what nobody has caught; what comes from an agent's code goes to that agent. */
function listen() {
  if (process.emit === tell) return;
  const { emit } = process;
  tell = (name: string, ...args: unknown[]): unknown => {
    const fail = UNCAUGHT.includes(name) ? running.getStore() : undefined;
    if (fail === undefined) return Reflect.apply(emit, process, [name, ...args]);
    fail(name, args[0]);
    return true;
  };
  Object.assign(process, { emit: tell });
}

/** Runs code of an agent. Must not throw: what the code throws is its failure. */
export function runFor(fail: Fail, work: () => void): void {
  listen();
  running.run(fail, () => {
    try {
      work();
    } catch (error) {
      fail("uncaughtException", error);
    }
  });
}
