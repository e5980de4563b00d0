// shared/git · git as a child process, by its arguments: no shell, no question, no hook.
import { execFile } from "node:child_process";
import { parse } from "node:path";
import { environmentFor } from "./process.ts";
import { oneLine } from "./text.ts";

export interface GitOptions {
  /** The folder that git works in. */
  cwd: string;
  signal?: AbortSignal | undefined;
  /** Milliseconds until git is ended; default 30,000. */
  timeout?: number;
}

/** How one run of git has ended, and all that it printed. */
export interface GitResult {
  code: number;
  stdout: string;
  stderr: string;
}

const PATIENCE_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;
/**
 * A hook is a program of the repository, and runs with nobody asked. So is a monitor of the files. Submodules are
 * repositories of their own.
 */
const NO_PROGRAMS = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "submodule.recurse=false",
];
/** Without these git could wait for a password, or fetch what is missing from a server. */
const ALONE = { GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1" };

/**
 * Runs git. An exit code other than 0 is a result. Throws an Error that says what to do when git is not installed, when
 * it takes too long or prints too much, and the reason of `signal` when that is aborted.
 */
export async function runGit(args: string[], options: GitOptions): Promise<GitResult> {
  const { cwd, signal, timeout = PATIENCE_MS } = options;
  signal?.throwIfAborted();
  const running = {
    cwd: parse(cwd).root, // Windows would look for git.exe in the folder itself
    env: { ...environmentFor(process.env, cwd), ...ALONE },
    maxBuffer: MOST_BYTES,
    timeout,
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["-C", cwd, ...NO_PROGRAMS, ...args],
      running,
      (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        if (typeof code === "number") resolve({ code, stdout, stderr });
        else reject(signal?.aborted ? signal.reason : failureOf(error, args[0], timeout));
      },
    );
    child.stdin?.end();
  });
}

/** What git prints. Throws when it fails: nothing is guessed from a failure. */
export async function askGit(args: string[], options: GitOptions): Promise<string> {
  const result = await runGit(args, options);
  if (result.code === 0) return result.stdout;
  throw new Error(`git ${args[0]} failed: ${firstLine(result)}`);
}

/** Why git has failed, in one line. */
export const firstLine = ({ stderr, stdout }: GitResult): string =>
  oneLine((stderr || stdout).trim());

/** What git prints with `-z`: names as they are, each with a zero after it. */
export const entriesOf = (text: string): string[] =>
  text.split("\0").filter((entry) => entry !== "");

function failureOf(error: unknown, what = "", timeout: number): Error {
  const { code, killed, signal }: Record<string, unknown> = Object(error);
  if (code === "ENOENT") return new Error("git is not installed. Install it, then try again.");
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return new Error(`git ${what} printed more than 64 MB. Do it in a smaller repository.`);
  if (killed === true)
    return new Error(
      `git ${what} was ended after ${timeout / 1000} s. Look whether it waits for a lock.`,
    );
  return typeof signal === "string"
    ? new Error(`git ${what} was ended by ${signal}. Look at what it has left, then try again.`)
    : new Error(`git ${what} could not be run: ${String(error)}`);
}
