// shared/process · commands in bash: limited in time and output, and ended with all they started.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, isAbsolute } from "node:path";
import { after } from "./clock.ts";
import { UserError } from "./errors.ts";
import { contains } from "./files.ts";
import { once } from "./once.ts";
import { endSessions } from "./session.ts";

export interface ProcessOptions {
  cwd: string;
  signal: AbortSignal;
  /** Milliseconds until the command is stopped; default 120,000. Infinity for no limit. */
  timeout?: number;
  /** Characters of output kept: the first two thirds and the last third; default 30,000. */
  maxOutput?: number;
  /** Kilobytes that the command may write into one file; default 1,048,576 (1 GB). A larger file ends it. */
  maxFile?: number;
  /** Gets all output as it comes. Must not throw. */
  onOutput?(bytes: Uint8Array): void;
}

/** What a command printed, and how it ended. */
export interface ProcessResult {
  /** stdout and stderr as they came, decoded as UTF-8, the middle left out when there is too much. */
  output: string;
  /** 0–255, or undefined when a signal ended the command. */
  exitCode: number | undefined;
  /** Why the command did not end by itself. */
  stopped: "timeout" | "interrupted" | undefined;
  /** The signal that ended it, if one did. */
  killedBy: NodeJS.Signals | undefined;
  /** The processes that could not be ended when the command was stopped. The output says so, too. */
  survivors: number[];
}

/** Names of variables that look like keys, tokens, passwords or other secrets. PWD alone is the folder. */
const SECRET =
  /^ANTHROPIC_|KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|(^|_)(PAT|PASS|CREDS)(_|$)|_PWD(_|$)/i;
/** Variables that change how bash and git find programs or files. */
const STEERS =
  /^(CDPATH|OLDPWD|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|GLOBIGNORE|GLOBSORT|BASH_FUNC_.*|GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|EXEC_PATH|EXTERNAL_DIFF|PAGER|CONFIG_(PARAMETERS|COUNT|KEY_\d+|VALUE_\d+)))$/;
/**
 * Git ignores a bare repository that it only happens to find, because its configuration may name
 * programs to run; and git commands that only read take no locks.
 */
const PLAIN_GIT = {
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "safe.bareRepository",
  GIT_CONFIG_VALUE_0: "explicit",
  GIT_CONFIG_KEY_1: "diff.autoRefreshIndex",
  GIT_CONFIG_VALUE_1: "false",
  GIT_OPTIONAL_LOCKS: "0",
};
const OURS = ["AGENT_CONTROL", "TRACE"];
const GIT_BASH = "C:\\Program Files\\Git\\bin\\bash.exe";
/** How long the pipe may stay open after the session was ended: a process that left the session holds it. */
const DRAIN_MS = 200;
/** How long a command that was stopped may take to end. One that runs as another user cannot be stopped. */
const PATIENCE_MS = 2000;

/** The commands that are still alive, for all agents. Each leads a session; all are ended when this process ends. */
const leaders = new Set<number>();
const endSessionsAtExit = once(() => {
  process.on("exit", () => endSessions([...leaders]));
  process.on("SIGQUIT", () => process.exit(131));
});

/** When this program exits, the session that this process leads is ended. The returned function ends it at once. */
export function ownSession(pid: number): () => void {
  endSessionsAtExit();
  leaders.add(pid);
  return () => {
    leaders.delete(pid);
    endSessions([pid]);
  };
}

/**
 * Runs a command in bash, in a session of its own, with no input.
 * The session is ended when the command ends, is aborted, runs out of time, or this process exits:
 * nothing it started in the background stays, unless it left the session by `setsid`.
 * Rejects only when bash cannot be started; a failing command is a result.
 */
export async function runProcess(command: string, options: ProcessOptions): Promise<ProcessResult> {
  const { signal, timeout = 120_000, maxOutput = 30_000, maxFile = 1_048_576, onOutput } = options;
  signal.throwIfAborted();
  endSessionsAtExit();
  const child = start(command, options.cwd, maxFile);
  const output = createCapture(maxOutput);
  child.stdout?.on("data", output.add);
  if (onOutput) child.stdout?.on("data", onOutput);

  let stopped: ProcessResult["stopped"];
  let patience: NodeJS.Timeout | undefined;
  const abandoned = new AbortController();
  const stop = (why: ProcessResult["stopped"]) => {
    stopped ??= why;
    endSessionOf(child);
    patience ??= setTimeout(() => abandoned.abort(), PATIENCE_MS);
  };
  const interrupt = () => stop("interrupted");
  signal.addEventListener("abort", interrupt, { once: true });
  const cancelTimeout =
    timeout === Number.POSITIVE_INFINITY ? () => {} : after(timeout, () => stop("timeout"));
  try {
    const { exitCode, killedBy, survivors } = await ended(child, options.cwd, abandoned.signal);
    const isTooLarge = killedBy === "SIGXFSZ" || exitCode === TOO_LARGE;
    const text = [
      output.text(),
      ...(isTooLarge ? [LARGE_FILE] : []),
      ...survivors.map(notEnded),
    ].join("\n");
    return { output: text, exitCode, killedBy, stopped, survivors };
  } finally {
    cancelTimeout();
    clearTimeout(patience);
    signal.removeEventListener("abort", interrupt);
    if (child.pid !== undefined) leaders.delete(child.pid);
  }
}

const notEnded = (pid: number) => `[process ${pid} could not be ended; it may run as another user]`;

/** What bash says of a program that the system ended because of a file's size: 128 and the number of SIGXFSZ. */
const TOO_LARGE = 128 + (constants.signals.SIGXFSZ ?? 25);
const LARGE_FILE = "[ended: a command may write at most 1 GB into one file]";

/**
 * The outer bash sets the limit, joins stderr to stdout and replaces itself by the inner one, so that the output keeps
 * its order.
 */
function start(command: string, cwd: string, maxFile: number): ChildProcess {
  if (command.includes("\0"))
    throw new Error("A command line cannot hold a NUL character. Write it as \\0 in quotes.");
  const script = `ulimit -f ${maxFile} 2> /dev/null; exec "$BASH" -c -- "$1" bash 2>&1`;
  const args = ["-c", script, "bash", command];
  try {
    const child = spawn(findBash(), args, {
      cwd,
      env: environmentFor(process.env, cwd),
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
      windowsHide: true,
    });
    if (child.pid !== undefined) leaders.add(child.pid);
    return child;
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

type End = Pick<ProcessResult, "exitCode" | "killedBy" | "survivors">;

/** Waits for the end of a command and of its output, or until it is abandoned. */
function ended(child: ChildProcess, cwd: string, abandoned: AbortSignal): Promise<End> {
  return new Promise((resolve, reject) => {
    abandoned.addEventListener("abort", () => {
      child.stdout?.destroy();
      child.unref();
      const denied = endSessionOf(child);
      const survivors = denied.length === 0 ? [child.pid ?? 0] : denied;
      resolve({ exitCode: undefined, killedBy: undefined, survivors });
    });
    child.once("error", (error) => reject(startFailure(error, cwd)));
    child.once("exit", (code, signal) => {
      const survivors = endSessionOf(child);
      const drain = setTimeout(() => child.stdout?.destroy(), DRAIN_MS);
      child.once("close", () => {
        clearTimeout(drain);
        resolve({ exitCode: code ?? undefined, killedBy: signal ?? undefined, survivors });
      });
    });
  });
}

/** Gives the processes that could not be ended. */
const endSessionOf = ({ pid }: ChildProcess) => (pid === undefined ? [] : endSessions([pid]));

/** The environment for programs that run in `cwd`: without secrets, and without what steers bash and git. */
export function environmentFor(environment: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !SECRET.test(name) && !STEERS.test(name) && !OURS.includes(name),
  );
  const PATH = pathFor(environment.PATH ?? "", cwd);
  // One encoding and one order of letters, so that the permission check reads the same characters as bash.
  return { ...Object.fromEntries(kept), ...PLAIN_GIT, LC_ALL: "C.UTF-8", PATH };
}

/**
 * Programs are not looked for in the folder itself, where an agent could have put them, nor in the one in which our
 * own program was started: a command may run in a part of that one (s18).
 */
function pathFor(path: string, cwd: string): string {
  const folders = [cwd, process.cwd()].map(realOf);
  const isOutside = (entry: string) =>
    isAbsolute(entry) && !folders.some((folder) => contains(folder, realOf(entry)));
  return path.split(delimiter).filter(isOutside).join(delimiter);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is not there, so nothing is found in it
  }
}

function findBash(): string {
  if (process.platform !== "win32") return "bash";
  if (existsSync(GIT_BASH)) return GIT_BASH;
  throw new UserError("No bash found: install Git for Windows (its Git Bash is used), or use WSL.");
}

/** Keeps the first two thirds and the last third of `limit` characters, whatever comes between. */
function createCapture(limit: number) {
  const decoder = new TextDecoder();
  const headRoom = Math.floor((limit * 2) / 3);
  const tailRoom = limit - headRoom;
  let head = "";
  let tail = "";
  let dropped = 0;

  function addText(text: string) {
    const room = headRoom - head.length;
    head += text.slice(0, room);
    const rest = tail + text.slice(room);
    dropped += Math.max(0, rest.length - tailRoom);
    tail = rest.length > tailRoom ? rest.slice(-tailRoom) : rest;
  }

  return {
    add: (bytes: Uint8Array) => addText(decoder.decode(bytes, { stream: true })),
    text() {
      addText(decoder.decode());
      const gap = dropped > 0 ? `\n… (${dropped} characters left out)\n` : "";
      return (head + gap + tail).toWellFormed();
    },
  };
}
