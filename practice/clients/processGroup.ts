// practice/clients/processGroup · runs a foreign program in a process group of its own, and ends all of it.
import { type ChildProcess, spawn } from "node:child_process";

/** So much of what a program prints is kept, from the start. */
const MOST_CHARACTERS = 1_000_000;
/** Milliseconds after its end; only a process that has left the group can hold the pipes longer. */
const PIPES_LIMIT = 2000;

export interface Command {
  program: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Milliseconds until the whole group is killed. */
  limit: number;
  /** Ends the group, too. */
  stop?: AbortSignal;
}

export interface Ended {
  /** The exit code; undefined when the program was killed or could not be started. */
  code: number | undefined;
  stdout: string;
  stderr: string;
  /** Whether it was killed because its time was over. */
  late: boolean;
}

/** Must not throw: what cannot be started has its reason in `stderr`. Its group is killed when it resolves. */
export function runGroup({ program, args, cwd, env, limit, stop }: Command): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended: Ended = { code: undefined, stdout: "", stderr: "", late: false };
  const keep = (name: "stdout" | "stderr") => (chunk: string) => {
    if (ended[name].length < MOST_CHARACTERS) ended[name] += chunk;
  };
  child.stdout.setEncoding("utf8").on("data", keep("stdout"));
  child.stderr.setEncoding("utf8").on("data", keep("stderr"));
  const end = () => endGroup(child);
  const timer = setTimeout(() => {
    ended.late = true;
    end();
  }, limit);
  stop?.addEventListener("abort", end, { once: true });
  if (stop?.aborted) end();
  return new Promise((resolve) => {
    let last: NodeJS.Timeout | undefined;
    child.once("error", (error) => keep("stderr")(error.message));
    child.once("exit", (code) => {
      ended.code = code ?? undefined;
      end();
      last = setTimeout(() => closePipes(child), PIPES_LIMIT);
    });
    child.once("close", () => {
      clearTimeout(timer);
      clearTimeout(last);
      stop?.removeEventListener("abort", end);
      resolve(ended);
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // None of the group is left; macOS says EPERM for what has ended and was not yet waited for.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

function closePipes({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}
