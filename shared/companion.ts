// shared/companion · a program that runs beside ours as long as we need it, and that we talk to over its pipes.
import { type ChildProcess, spawn } from "node:child_process";
import { environmentFor, ownSession } from "./process.ts";

export interface CompanionOptions {
  command: string;
  args: string[];
  /** More environment. Secrets of ours are not passed on, unless they stand here. */
  env: Record<string, string>;
  cwd: string;
  /** How many milliseconds it may take to end after its input was closed: one second, except in tests. */
  patience?: number;
  onOutput(bytes: Buffer): void;
  /** Called once, also when we have stopped it; `how` is "exit code 1" or "SIGKILL". */
  onEnd(how: string): void;
}

/** A program that runs beside ours, and how it is spoken to and ended. */
export interface Companion {
  pid: number;
  /** Resolves when there is room for more. A program that has ended reads nothing, which is no error here. */
  write(text: string): Promise<void>;
  /** The end of what it has written to stderr. */
  lastWords(): string;
  /** Closes its input, and ends it with all it has started when it does not end by itself. */
  stop(): Promise<void>;
}

const MAX_WORDS = 2000;
const PATIENCE_MS = 1000;
/** How long its pipes may stay open after its end: a program that has left its session holds them. */
const DRAIN_MS = 200;

/**
 * Starts a program, without a shell, in a session of its own: Ctrl-C in our terminal does not reach it. It is ended
 * when our program exits. Throws an Error that names the command when it cannot be started.
 */
export async function startCompanion(options: CompanionOptions): Promise<Companion> {
  const { command, args, env, cwd, patience = PATIENCE_MS, onOutput, onEnd } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...environmentFor(process.env, cwd), ...env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true,
  });
  let words = "";
  child.stdin.on("error", () => {}); // it has ended, and `exit` says so
  child.stdout.on("data", onOutput);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-MAX_WORDS);
  });
  const pid = await spawned(child, command);
  const endSession = ownSession(pid);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      endSession(); // it may have left programs behind that hold its pipes
      const drain = setTimeout(() => closePipes(child), DRAIN_MS);
      child.once("close", () => {
        clearTimeout(drain);
        onEnd(signal ?? `exit code ${code}`);
        resolve();
      });
    });
  });
  return {
    pid,
    lastWords: () => words.trim().toWellFormed(),
    write: (text) => written(child, text),
    async stop() {
      child.stdin.end();
      const late = setTimeout(endSession, patience);
      await ended;
      clearTimeout(late);
    },
  };
}

function closePipes({ stdin, stdout, stderr }: ChildProcess): void {
  for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
}

function spawned(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid ?? 0));
    child.once("error", (error) => reject(new Error(whyNotStarted(error, command))));
  });
}

function whyNotStarted(error: Error, command: string): string {
  const isGone = "code" in error && error.code === "ENOENT";
  return isGone
    ? `there is no program ${command}. Install it, or correct the command.`
    : `${command} did not start: ${error.message}.`;
}

function written({ stdin }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (!stdin?.writable) return resolve();
    stdin.write(text, () => resolve());
  });
}
