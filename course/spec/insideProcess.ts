// course/spec/insideProcess · the `process` of an agent that runs in this process: its own folder, environment, streams, signals and end.
import { Console } from "node:console";
import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { Ended, type Held } from "./held.ts";
import type { Place } from "./insideModules.ts";

/** What the stand-in is told by its agent. */
interface Told {
  printed(chunk: Buffer): void;
  complained(chunk: Buffer): void;
  exit(code: number): void;
  signal(name: NodeJS.Signals): void;
}

/** More than any system gives, so that no program has the same number. */
let lastPid = 5_000_000;

/** A process that reads from the given stream, which is another one than ours for all that agents use. README.md says what they share. */
export function processFor(place: Place, argv: string[], told: Told, held: Held) {
  const pid = ++lastPid;
  const stdout = sink(held, told.printed);
  const stderr = sink(held, told.complained);
  const stdin = new PassThrough();
  const own = Object.create(process);
  EventEmitter.call(own);
  const { emit } = EventEmitter.prototype;
  const exit = (code: unknown = own.exitCode) => {
    own.exitCode = Number(code ?? 0);
    told.exit(own.exitCode);
    throw new Ended();
  };
  const values = {
    ...{ pid, argv, env: { ...place.env }, exitCode: undefined, emit, stdin, stdout, stderr },
    ...{ exit, reallyExit: exit, abort: () => told.signal("SIGABRT"), cwd: () => place.cwd },
    kill(other: number, signal: NodeJS.Signals | 0 = "SIGTERM") {
      if (held.isOver()) return true;
      if (other !== pid) return process.kill(other, signal);
      if (signal !== 0) told.signal(signal);
      return true;
    },
    chdir() {
      throw new Error("An agent that changes its folder needs { real: true }.");
    },
    getActiveResourcesInfo: held.keeping,
    emitWarning: (warning: string | Error) => void stderr.write(`(node:${pid}) ${warning}\n`),
  };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(own, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  own.setMaxListeners(0);
  return own as NodeJS.Process & typeof values;
}

/** A stream that is written at once, as a pipe is on Unix. */
const sink = (held: Held, written: (chunk: Buffer) => void) =>
  new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      if (!held.isOver()) written(chunk);
      done();
    },
  });

/** The global object of the agent: what it sets there stays its own. */
export function globalsFor(own: Record<string, unknown>): Record<string, unknown> {
  const globals: Record<string, unknown> = Object.create(OURS);
  for (const name of ["globalThis", "global"]) own[name] = globals;
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(globals, name, { value, writable: true, configurable: true });
  return globals;
}

/** Setting a name of all programs makes it the agent's own. */
const shadow = (name: string) =>
  function set(this: object, value: unknown) {
    Object.defineProperty(this, name, { value, writable: true, configurable: true });
  };

/** What all programs have: read from this process's own global object, which does not let others read for it. */
const OURS = Object.create(
  null,
  Object.fromEntries(
    Object.getOwnPropertyNames(globalThis).map((name) => [
      name,
      { get: () => Reflect.get(globalThis, name), configurable: true, set: shadow(name) },
    ]),
  ),
);

export const consoleFor = (stdout: Writable, stderr: Writable): Console =>
  new Console(stdout, stderr);
