// shared/host/node/git · git as a child process that starts no other program and asks nobody.
import { execFile } from "node:child_process";
import { parse } from "node:path";
import type { GitResult } from "../../git.ts";

export interface ExecOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal | undefined;
  timeout: number;
  isKilled: boolean;
}

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
/**
 * Without these git could wait for a password, or fetch what is missing from a server, by a program that the repository
 * names. An older git knows only the last one: no protocol has this name.
 */
const ALONE = { GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };

/** Resolves to undefined when git is not installed. Rejects when it takes too long, prints too much, or is aborted. */
export function execGit(args: string[], options: ExecOptions): Promise<GitResult | undefined> {
  const { cwd, env, signal, timeout, isKilled } = options;
  const running = {
    cwd: parse(cwd).root, // Windows would look for git.exe in the folder itself
    env: { ...env, ...ALONE },
    maxBuffer: MOST_BYTES,
    timeout,
    killSignal: isKilled ? ("SIGKILL" as const) : ("SIGTERM" as const),
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
        else if (signal?.aborted) reject(signal.reason);
        else if (code === "ENOENT") resolve(undefined);
        else reject(failureOf(error, args[0], timeout));
      },
    );
    child.stdin?.end();
  });
}

function failureOf(error: unknown, what = "", timeout: number): Error {
  const { code, killed, signal }: Record<string, unknown> = Object(error);
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
