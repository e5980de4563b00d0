// course/spec/insideFailures · an error that an agent's code does not catch ends that agent, and not the process of the specs.
import { AsyncLocalStorage } from "node:async_hooks";

/** Takes what an agent did not catch, by the event that Node tells it with. */
export type Fail = (event: string, error: unknown) => void;

/** Whose code is running: also in what its timers, promises and sockets call later. */
const running = new AsyncLocalStorage<Fail>();

const UNCAUGHT = ["uncaughtException", "unhandledRejection"];

/** Our function in the place of `process.emit`. A package that puts another one there for a while may leave an older one behind; then ours is put there again. */
let tell: unknown;

/** An error that no code catches ends a program. One that comes from an agent's code shall end that agent, not us: Node reports it here, and we pass it on. */
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
