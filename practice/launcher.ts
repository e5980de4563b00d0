// practice/launcher · notices when the npm that started this process ends, because npm does not tell its children.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface Row {
  pid: number;
  parent: number;
  command: string;
}

/** How many processes npm may be away: itself, its shell, the script that it ran. */
const NEAREST = 4;
const CHECK_MS = 300;

/**
 * Calls `ended` once when npm, or a process between it and this one, is gone. Does nothing when this
 * process was not started by npm, or on a system without `ps`. The returned function stops watching.
 */
export async function watchLauncher(ended: () => void): Promise<() => void> {
  const chain = launchersOf(process.ppid, await processes());
  const timer = setInterval(() => {
    if (chain.every(isAlive)) return;
    clearInterval(timer);
    ended();
  }, CHECK_MS);
  if (chain.length === 0) clearInterval(timer);
  return () => clearInterval(timer);
}

/** Aborted by the first Ctrl-C, or when the process is told to end. */
export function stopSignal(): AbortController {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  return stop;
}

async function processes(): Promise<Row[]> {
  const listed = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,command="]).catch(
    () => ({ stdout: "" }), // a system without ps: nothing is watched
  );
  return listed.stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The processes from this one's parent up to npm; none when npm is not near. */
export function launchersOf(parent: number, rows: readonly Row[]): number[] {
  const chain: number[] = [];
  let next = rows.find(({ pid }) => pid === parent);
  while (next && chain.length < NEAREST) {
    const { pid, parent: above, command } = next;
    chain.push(pid);
    if (/^npm\b|[/\\]npm(-cli\.js)?( |$)/.test(command)) return chain;
    next = rows.find((row) => row.pid === above);
  }
  return [];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
