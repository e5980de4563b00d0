// course/spec/inside · an agent of ours as a function of its bundle, in this process: that costs a third of a process of its own.
import type { Readable } from "node:stream";
import { createHeld, Ended, type Held } from "./held.ts";
import { runFor } from "./insideFailures.ts";
import { requireFor } from "./insideModules.ts";
import { consoleFor, globalsFor, processFor } from "./insideProcess.ts";
import { reportOf, runProgram } from "./insideProgram.ts";
import { timersFor } from "./insideTimers.ts";
import type { AgentProcess, Exit, Launch } from "./process.ts";

/** An ES module that never ends its top-level await ends with this code. */
const UNSETTLED = 13;
/** How often an agent is looked at that may have nothing left to do, in ms. */
const LOOK_MS = 15;

/** Where an agent is. With `isOneStream` its stderr goes to its stdout, in the order in which a terminal shows them. */
interface InsideOptions {
  cwd: string;
  env: Record<string, string>;
  isOneStream?: boolean;
  /** Called when it may have changed a file. */
  touched?: (() => void) | undefined;
  /** How many ms what it holds may take to go. */
  patience?: number;
}

/**
 * Starts the bundle of `launch` as a function. It gets a process, timers and modules of its own, and all that it opens
 * ends with it; what is still there after `patience` ms is a leak. `changed` is called for all it prints and when it ends.
 */
export function startInside(
  launch: Launch,
  { isOneStream, patience, ...place }: InsideOptions,
  changed: () => void,
): AgentProcess {
  const [file = "", ...words] = launch.args;
  const held = createHeld(patience);
  const printed = createText(changed);
  const complained = isOneStream ? printed : createText(changed);
  const told = { printed: printed.add, complained: complained.add, exit: endWith, signal };
  const own = processFor(place, [process.execPath, file, ...words], told, held);
  const as = (work: () => void) => runFor(fail, work);
  let ending: Exit | undefined;
  let ended: Exit | undefined;
  let isSettled = false;
  let isConnected = false;

  function begin() {
    const timers = timersFor(held);
    const globals = globalsFor({
      ...timers,
      process: own,
      console: consoleFor(own.stdout, own.stderr),
      fetch: fetchFor(held, () => {
        isConnected = true;
      }),
    });
    const require = requireFor(file, { ...place, env: own.env }, held, { ...timers, process: own });
    runProgram(file, { require, globals }).then(
      () => {
        isSettled = true;
      },
      (error: unknown) => fail("uncaughtException", error),
    );
  }

  function endWith(code: number) {
    if (ending) return;
    ending = { code, signal: null };
    as(() => own.emit("exit", code));
    leave({ ...ending, code: Number(own.exitCode ?? code) });
  }

  function leave(exit: Exit) {
    ending ??= exit;
    clearInterval(looking);
    own.stdin.destroy();
    void held.end(exit.signal === "SIGKILL").then((leaks) => {
      ended ??= { ...exit, ...(leaks.length > 0 && { leaks }) };
      changed();
    });
  }

  function signal(name: NodeJS.Signals) {
    if (ending) return;
    if (name === "SIGKILL" || own.listenerCount(name) === 0)
      return leave({ code: null, signal: name });
    as(() => own.emit(name, name));
  }

  function fail(event: string, error: unknown) {
    if (held.isOver() || error instanceof Ended) return;
    const isCaught = [event, "uncaughtException"].some((name) => own.listenerCount(name) > 0);
    if (isCaught) return as(() => own.emit(event, error) || own.emit("uncaughtException", error));
    complained.add(Buffer.from(reportOf(error)));
    endWith(1);
  }

  /** A program ends when it has nothing left to do. Whether an answer is still being read cannot be seen here. */
  let wasBusy = true;
  const looking = setInterval(() => {
    const isBusy = isConnected || held.keeping().length > 0 || isRead(own.stdin);
    if (!isBusy && !wasBusy) endWith(Number(own.exitCode ?? (isSettled ? 0 : UNSETTLED)));
    wasBusy = isBusy;
  }, LOOK_MS);

  setImmediate(() => as(begin));

  return {
    isInside: true,
    write: (line) => as(() => held.isOver() || own.stdin.write(`${line}\n`)),
    closeInput: () => as(() => held.isOver() || own.stdin.end()),
    interrupt: async () => signal("SIGINT"),
    kill: signal,
    received: printed.size,
    text: printed.from,
    errors: () => complained.from(0),
    exit: () => ended,
  };
}

/** What was written to a stream, in bytes. */
function createText(changed: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer) {
      chunks.push(chunk);
      size += chunk.length;
      changed();
    },
    size: () => size,
    from: (start: number) => Buffer.concat(chunks).subarray(start).toString("utf8"),
  };
}

/** Whether a program waits for more of its input. */
const isRead = (stdin: Readable) =>
  !stdin.readableEnded && !stdin.isPaused() && stdin.listenerCount("data") > 0;

const fetchFor =
  (held: Held, connected: () => void): typeof fetch =>
  async (input, init) => {
    const sent = fetch(input, { ...init, signal: held.within(init?.signal) });
    const response = await held.whileAlive(sent, "TCPSocketWrap");
    connected();
    return response;
  };
