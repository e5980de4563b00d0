// shared/host/node/shell · a line of bash as a child process, ended with all that it started.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { UserError } from "../../errors.ts";
import { endAtExit, endSessions } from "./session.ts";

export interface ShellOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Kilobytes that the command may write into one file. */
  maxFile: number;
  /** Gets stdout and stderr as they come. Must not throw. */
  onOutput(bytes: Uint8Array): void;
}

/** How a command ended. */
export interface ShellEnd {
  /** 0–255, or undefined when a signal ended the command. */
  exitCode: number | undefined;
  /** The signal that ended it, if one did. */
  killedBy: NodeJS.Signals | undefined;
  /** The system ended a program that wrote more than `maxFile` into a file. */
  isTooLarge: boolean;
  /** The processes that could not be ended when the command was stopped. */
  survivors: number[];
}

/** A command that runs. */
export interface Shell {
  /** Rejects when bash cannot be started. */
  ended: Promise<ShellEnd>;
  /** Ends the command, and all that it has started. */
  stop(): void;
}

const GIT_BASH = "C:\\Program Files\\Git\\bin\\bash.exe";
/** How long the pipe may stay open after the session was ended: a process that left the session holds it. */
const DRAIN_MS = 200;
/** How long a command that was stopped may take to end. One that runs as another user cannot be stopped. */
const PATIENCE_MS = 2000;
/** What bash says of a program that the system ended because of a file's size: 128 and the number of SIGXFSZ. */
const TOO_LARGE = 128 + (constants.signals.SIGXFSZ ?? 25);

/**
 * Starts a command in bash, in a session of its own, with no input. The session is ended when the command ends, is
 * stopped, or this process exits: nothing it started in the background stays, unless it left the session by `setsid`.
 * Throws when bash cannot be started.
 */
export function startShell(command: string, options: ShellOptions): Shell {
  const { cwd, onOutput } = options;
  const child = start(command, options);
  const forget = child.pid === undefined ? () => {} : endAtExit(child.pid);
  child.stdout?.on("data", onOutput);
  let patience: NodeJS.Timeout | undefined;
  const abandoned = new AbortController();
  const ended = endOf(child, cwd, abandoned.signal).finally(() => {
    clearTimeout(patience);
    forget();
  });
  return {
    ended,
    stop() {
      endSessionOf(child);
      patience ??= setTimeout(() => abandoned.abort(), PATIENCE_MS);
    },
  };
}

/**
 * The outer bash sets the limit, joins stderr to stdout and replaces itself by the inner one, so that the output keeps
 * its order.
 */
function start(command: string, { cwd, env, maxFile }: ShellOptions): ChildProcess {
  const script = `ulimit -f ${maxFile} 2> /dev/null; exec "$BASH" -c -- "$1" bash 2>&1`;
  try {
    return spawn(findBash(), ["-c", script, "bash", command], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
      windowsHide: true,
    });
  } catch (error) {
    throw error instanceof Error ? startFailure(error, cwd) : error;
  }
}

/** For a command line that is longer than the system accepts, where Node only says `spawn E2BIG`. */
const TOO_LONG =
  "The command line is too long for the system. Write it into a file and run the file.";

function startFailure(error: Error, cwd: string): Error {
  if ("code" in error && error.code === "E2BIG") return new Error(TOO_LONG);
  const reason = existsSync(cwd) ? error.message : `the folder ${cwd} is gone`;
  return new UserError(`bash did not start: ${reason}.`);
}

/** Waits for the end of a command and of its output, or until it is abandoned. */
function endOf(child: ChildProcess, cwd: string, abandoned: AbortSignal): Promise<ShellEnd> {
  return new Promise((resolve, reject) => {
    abandoned.addEventListener("abort", () => {
      child.stdout?.destroy();
      child.unref();
      const denied = endSessionOf(child);
      const survivors = denied.length === 0 ? [child.pid ?? 0] : denied;
      resolve({ exitCode: undefined, killedBy: undefined, isTooLarge: false, survivors });
    });
    child.once("error", (error) => reject(startFailure(error, cwd)));
    child.once("exit", (code, signal) => {
      const survivors = endSessionOf(child);
      const drain = setTimeout(() => child.stdout?.destroy(), DRAIN_MS);
      child.once("close", () => {
        clearTimeout(drain);
        const isTooLarge = signal === "SIGXFSZ" || code === TOO_LARGE;
        const end = { exitCode: code ?? undefined, killedBy: signal ?? undefined };
        resolve({ ...end, isTooLarge, survivors });
      });
    });
  });
}

/** Gives the processes that could not be ended. */
const endSessionOf = ({ pid }: ChildProcess) => (pid === undefined ? [] : endSessions([pid]));

function findBash(): string {
  if (process.platform !== "win32") return "bash";
  if (existsSync(GIT_BASH)) return GIT_BASH;
  throw new UserError("No bash found: install Git for Windows (its Git Bash is used), or use WSL.");
}
