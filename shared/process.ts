// shared/process · commands in bash: limited in time and output, and ended with all they started.
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { startShell } from "#host/shell.ts";
import { after } from "./clock.ts";
import { contains } from "./files.ts";

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
/** True for the name of a variable, a header or an option whose value is probably a secret. */
export const isSecretName = (name: string): boolean =>
  SECRET.test(name.replaceAll("-", "_")) || /AUTHORIZATION|COOKIE|(^|[_-])AUTH$/i.test(name);

/** Variables that change how bash finds programs or files, and the language in which programs answer. */
const STEERS =
  /^(CDPATH|OLDPWD|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|GLOBIGNORE|GLOBSORT|BASH_FUNC_.*|LANGUAGE)$/;
/** Those that change where git looks: all that `git rev-parse --local-env-vars` lists, and what names programs or patterns. */
const STEERS_GIT =
  /^GIT_(ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|CONFIG|CONFIG_(PARAMETERS|COUNT|KEY_\d+|VALUE_\d+)|DIR|GRAFT_FILE|IMPLICIT_WORK_TREE|INDEX_FILE|INTERNAL_SUPER_PREFIX|NO_REPLACE_OBJECTS|OBJECT_DIRECTORY|PREFIX|REPLACE_REF_BASE|SHALLOW_FILE|WORK_TREE|EXEC_PATH|EXTERNAL_DIFF|PAGER|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)$/;
/**
 * Git ignores a bare repository that it only happens to find, because its configuration may name programs to run; it
 * starts no monitor of the files, which would be such a program; it goes into no submodule that only the history names,
 * because the gate has not checked its configuration; and git commands that only read take no locks.
 */
const PLAIN_GIT = [
  ["safe.bareRepository", "explicit"],
  ["diff.autoRefreshIndex", "false"],
  ["core.fsmonitor", "false"],
  ["diff.submodule", "short"],
  ["status.submoduleSummary", "false"],
];
const OURS = ["AGENT_CONTROL", "TRACE"];

/**
 * Runs a command in bash, in a session of its own, with no input.
 * The session is ended when the command ends, is aborted, runs out of time, or this process exits:
 * nothing it started in the background stays, unless it left the session by `setsid`.
 * Rejects only when bash cannot be started; a failing command is a result.
 */
export async function runProcess(command: string, options: ProcessOptions): Promise<ProcessResult> {
  const {
    cwd,
    signal,
    timeout = 120_000,
    maxOutput = 30_000,
    maxFile = 1_048_576,
    onOutput,
  } = options;
  signal.throwIfAborted();
  if (command.includes("\0"))
    throw new Error("A command line cannot hold a NUL character. Write it as \\0 in quotes.");
  const output = createCapture(maxOutput);
  const onBytes = (bytes: Uint8Array) => {
    output.add(bytes);
    onOutput?.(bytes);
  };
  const env = environmentFor(process.env, cwd);
  const shell = startShell(command, { cwd, env, maxFile, onOutput: onBytes });

  let stopped: ProcessResult["stopped"];
  const stop = (why: ProcessResult["stopped"]) => {
    stopped ??= why;
    shell.stop();
  };
  const interrupt = () => stop("interrupted");
  signal.addEventListener("abort", interrupt, { once: true });
  const cancelTimeout =
    timeout === Number.POSITIVE_INFINITY ? () => {} : after(timeout, () => stop("timeout"));
  try {
    const { exitCode, killedBy, isTooLarge, survivors } = await shell.ended;
    const text = [
      output.text(),
      ...(isTooLarge ? [LARGE_FILE] : []),
      ...survivors.map(notEnded),
    ].join("\n");
    return { output: text, exitCode, killedBy, stopped, survivors };
  } finally {
    cancelTimeout();
    signal.removeEventListener("abort", interrupt);
  }
}

const notEnded = (pid: number) => `[process ${pid} could not be ended; it may run as another user]`;

const LARGE_FILE = "[ended: a command may write at most 1 GB into one file]";

/** The environment for programs that run in `cwd`: without secrets, and without what steers bash and git. */
export function environmentFor(environment: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) =>
      ![SECRET, STEERS, STEERS_GIT].some((kind) => kind.test(name)) && !OURS.includes(name),
  );
  const PATH = pathFor(environment.PATH ?? "", cwd);
  // One encoding and one order of letters, so that the permission check reads the same characters as bash.
  return { ...Object.fromEntries(kept), ...gitConfiguration(environment), LC_ALL: "C.UTF-8", PATH };
}

/** Our entries, after the folders of other owners that the person has called safe in this way. */
function gitConfiguration(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe = Object.entries(environment).flatMap(([name, key]) => {
    const [, at] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? [];
    const isSafe = at !== undefined && key?.toLowerCase() === "safe.directory";
    return isSafe ? [[key, environment[`GIT_CONFIG_VALUE_${at}`] ?? ""]] : [];
  });
  const entries = [...safe, ...PLAIN_GIT];
  const variables = entries.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const count = { GIT_CONFIG_COUNT: String(entries.length), GIT_OPTIONAL_LOCKS: "0" };
  return { ...Object.fromEntries(variables), ...count };
}

/**
 * Programs are not looked for in the folder itself, where an agent could have put them, nor in the one in which our
 * own program was started: a command may run in a part of that one (s18). Nor where the folders above them keep the
 * programs of packages: npx and npm put these into PATH, and the top of a clone may have an `ls` there.
 */
function pathFor(path: string, cwd: string): string {
  const folders = [cwd, process.cwd()].map(realOf);
  const isOutside = (entry: string) =>
    isAbsolute(entry) &&
    !folders.some((folder) => contains(folder, realOf(entry)) || isAbove(entry, folder));
  return path.split(delimiter).filter(isOutside).join(delimiter);
}

const isAbove = (entry: string, folder: string) =>
  /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(entry) &&
  contains(realOf(join(entry, "../..")), folder);

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it is not there, so nothing is found in it
  }
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
