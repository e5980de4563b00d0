// course/spec/inside · an agent of ours as a function of its bundle, in this process: it costs a third of a process of its own.
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { createHeld } from "./held.ts";
import { requireFor } from "./insideModules.ts";
import { consoleFor, globalsFor, processFor } from "./insideProcess.ts";
import { timersFor } from "./insideTimers.ts";
import type { AgentProcess, Exit, Launch } from "./process.ts";

type Main = (...given: unknown[]) => unknown;

interface Runner {
  compile(file: string, isKept: boolean): Main;
  metaOf(file: string): object;
}
const runner: Runner = createRequire(import.meta.url)("../bundle/run-bundle.cjs");
const stacks: { withSources(text: string): string } = createRequire(import.meta.url)(
  "../bundle/stacks.cjs",
);

/** What a bundle or a part is, compiled once; each agent runs it anew. */
const compiled = new Map<string, Main>();
function mainOf(file: string): Main {
  const known = compiled.get(file) ?? runner.compile(file, true);
  compiled.set(file, known);
  return known;
}

/** How an agent may fail without its promise or its turn: in a listener, a timer, a promise that nobody waits for. */
interface Running {
  fail(event: string, error: unknown): void;
}

/** Whose code is running. */
const running = new AsyncLocalStorage<Running>();

/** Node tells the process of what nobody caught. What an agent did not catch is its own end, and not that of the tests. */
function tellAgents() {
  if (isTelling) return;
  isTelling = true;
  const emit = process.emit.bind(process) as (name: string, ...args: unknown[]) => boolean;
  const tell = (name: string, ...args: unknown[]) => {
    const agent = UNCAUGHT.includes(name) ? running.getStore() : undefined;
    if (agent === undefined) return emit(name, ...args);
    agent.fail(name, args[0]);
    return true;
  };
  Object.assign(process, { emit: tell });
}
let isTelling = false;
const UNCAUGHT = ["uncaughtException", "unhandledRejection"];

/** An ES module that never ends its top-level await ends with this code. */
const UNSETTLED = 13;
/** How often an agent is looked at that may have nothing left to do, in ms. */
const LOOK_MS = 50;

/** Where an agent is. With `isOneStream` its stderr goes to its stdout, in the order in which a terminal shows them. */
interface InsideOptions {
  cwd: string;
  env: Record<string, string>;
  isOneStream?: boolean;
}

/**
 * Starts the bundle of `launch` as a function. It gets a process, timers and modules of its own, and all that it opens
 * ends with it. `changed` is called for all it prints and when it ends.
 */
export function startInside(
  launch: Launch,
  { cwd, env, isOneStream }: InsideOptions,
  changed: () => void,
): AgentProcess {
  tellAgents();
  const [file = "", ...words] = launch.args;
  const printed: Buffer[] = [];
  const complained: Buffer[] = isOneStream ? printed : [];
  const held = createHeld();
  let ended: Exit | undefined;
  let isSettled = false;
  const own = processFor(
    { cwd, env },
    [process.execPath, file, ...words],
    {
      printed(chunk) {
        printed.push(chunk);
        changed();
      },
      complained(chunk) {
        complained.push(chunk);
        changed();
      },
      exit: (code) => end({ code, signal: null }),
      signal,
    },
    held,
  );
  const agent: Running = { fail };
  const as = <Result>(work: () => Result): Result => running.run(agent, work);

  /** The agent's listeners for its exit are the last of its code that has any effect. */
  function end(exit: Exit) {
    if (isEnding) return;
    isEnding = true;
    clearInterval(looking);
    try {
      if (exit.signal === null) as(() => own.emit("exit", exit.code ?? 0));
    } catch (error) {
      complained.push(Buffer.from(reportOf(error)));
    }
    own.stdin.destroy();
    void held.end().then((leaks) => {
      ended = {
        ...exit,
        code: exit.signal === null ? Number(own.exitCode ?? exit.code) : null,
        ...(leaks.length > 0 && { leaks }),
      };
      changed();
    });
  }
  let isEnding = false;

  function signal(name: NodeJS.Signals) {
    if (held.isOver() || name === "SIGKILL" || own.listenerCount(name) === 0)
      return end({ code: null, signal: name });
    as(() => own.emit(name, name));
  }

  function fail(event: string, error: unknown) {
    if (held.isOver()) return;
    if (as(() => own.emit(event, error)) || as(() => own.emit("uncaughtException", error))) return;
    own.stderr.write(reportOf(error));
    end({ code: 1, signal: null });
  }

  /** A program ends when it has nothing left to do. */
  function look() {
    const isReading = own.stdin.listenerCount("readable") + own.stdin.listenerCount("data") > 0;
    const isBusy = held.keeping() > 0 || (isReading && !own.stdin.readableEnded);
    if (isBusy || wasBusy) {
      wasBusy = isBusy;
      return;
    }
    as(() => own.emit("beforeExit", 0));
    if (held.keeping() === 0)
      end({ code: Number(own.exitCode ?? (isSettled ? 0 : UNSETTLED)), signal: null });
  }
  let wasBusy = true;
  const looking = setInterval(look, LOOK_MS);

  function begin() {
    const timers = timersFor(held);
    const ownFetch: typeof fetch = (input, init) =>
      held.whileAlive(fetch(input, { ...init, signal: held.within(init?.signal) }));
    const globals = globalsFor({
      ...timers,
      process: own,
      console: consoleFor(own.stdout, own.stderr),
      fetch: ownFetch,
    });
    const require = requireFor(file, { cwd, env: own.env }, held, { ...timers, process: own });
    const parts = new Map<string, unknown>();
    const part = (path: string) => {
      if (isShared(path)) return sharedPart(path);
      if (!parts.has(path))
        parts.set(
          path,
          runPart(path, [require, runner.metaOf(path), runner.metaOf, part, globals]),
        );
      return parts.get(path);
    };
    const meta = runner.metaOf(file);
    const given = [require, meta, () => meta, part, globals];
    Promise.resolve(mainOf(join(dirname(file), "bundle.js"))(...given)).then(
      () => {
        isSettled = true;
      },
      (error: unknown) => fail("uncaughtException", error),
    );
  }
  setImmediate(() => as(begin));

  return {
    isInside: true,
    write: (line) => void as(() => held.isOver() || own.stdin.write(`${line}\n`)),
    closeInput: () => void as(() => held.isOver() || own.stdin.end()),
    interrupt: async () => signal("SIGINT"),
    kill: signal,
    received: () => printed.reduce((sum, chunk) => sum + chunk.length, 0),
    text: (from) => Buffer.concat(printed).subarray(from).toString("utf8"),
    errors: () => Buffer.concat(complained).toString("utf8"),
    exit: () => ended,
  };
}

function runPart(file: string, given: unknown[]): unknown {
  const module: { exports: { it?: unknown } } = { exports: {} };
  mainOf(file)(...given, module);
  return module.exports.it;
}

/** The practice model's mind only thinks: it has nothing of a process, and to make it anew would take long. */
const isShared = (part: string) => basename(dirname(part)) === "mind";
const shared = new Map<string, unknown>();
function sharedPart(file: string): unknown {
  if (!shared.has(file)) {
    const given = [createRequire(file), runner.metaOf(file), runner.metaOf, sharedPart, globalThis];
    shared.set(file, runPart(file, given));
  }
  return shared.get(file);
}

function reportOf(error: unknown): string {
  const text =
    error instanceof Error ? (error.stack ?? String(error)) : `Uncaught: ${String(error)}`;
  return `${stacks.withSources(text)}\n\nNode.js ${process.version}\n`;
}
