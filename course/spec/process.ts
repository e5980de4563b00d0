// course/spec/process · the agent as a child process: its pipes, its signals, its end.
import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { messageOf } from "../base/text.ts";

/** How a child is started. */
export interface Launch {
  command: string;
  args: string[];
  /** The agent is a descendant of the child: the one whose command line has all of these words. */
  agentWords?: string[];
  /** Ctrl-C goes to the child and all it started, so that it reaches an agent behind any launcher. */
  interruptsGroup?: true;
}

/** How a child ended; `missing` when it could not be started. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  missing?: string;
  /** What should have ended with an agent that runs in this process, and did not. */
  leaks?: string[];
}

export interface AgentProcess {
  /** It runs in the process of its spec. */
  isInside?: true;
  /** Writes one line to its stdin. */
  write(line: string): void;
  closeInput(): void;
  /** SIGINT to the agent alone; to the whole process group, as a terminal does it, where the launch says so. */
  interrupt(): Promise<void>;
  /** A signal to the child and everything in its process group. */
  kill(signal: NodeJS.Signals): void;
  /** How many bytes of its stdout have been read. */
  received(): number;
  /** Its stdout from a byte on. */
  text(from: number): string;
  errors(): string;
  /** Undefined while it runs, or while its output is still being read. */
  exit(): Exit | undefined;
}

/** Starts a child in its own process group; `changed` is called for all it prints and when it ends. */
export function startProcess(
  launch: Launch,
  options: { cwd: string; env: Record<string, string> },
  changed: () => void,
): AgentProcess {
  const child = spawn(launch.command, launch.args, { ...options, detached: true });
  const printed: Buffer[] = [];
  const complained: Buffer[] = [];
  let ended: Exit | undefined;
  const end = (exit: Exit) => {
    ended ??= exit;
    changed();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    printed.push(chunk);
    changed();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complained.push(chunk);
    changed();
  });
  // A child that has gone no longer reads; its exit says more than EPIPE would.
  child.stdin.on("error", () => {});
  child.on("error", (error) => end({ code: null, signal: null, missing: messageOf(error) }));
  child.on("close", (code, signal) => end({ code, signal }));

  return {
    write: (line) => void child.stdin.write(`${line}\n`),
    closeInput: () => void child.stdin.end(),
    async interrupt() {
      if (launch.interruptsGroup && child.pid !== undefined)
        return signalProcess(-child.pid, "SIGINT");
      const pid = launch.agentWords ? await descendant(child.pid, launch.agentWords) : child.pid;
      if (pid !== undefined) signalProcess(pid, "SIGINT");
    },
    kill: (signal) => child.pid !== undefined && signalProcess(-child.pid, signal),
    received: () => printed.reduce((sum, chunk) => sum + chunk.length, 0),
    text: (from) => Buffer.concat(printed).subarray(from).toString("utf8"),
    errors: () => Buffer.concat(complained).toString("utf8"),
    exit: () => ended,
  };
}

function signalProcess(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** How a launcher passes Ctrl-C on depends on timing, so the signal goes to the agent that it started. */
async function descendant(root: number | undefined, words: string[]): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="]);
  const all = stdout.split("\n").map(readRow);
  let level = [root];
  while (level.length > 0) {
    const children = all.filter(({ parent }) => level.includes(parent));
    const found = children.find(({ line }) => words.every((word) => line.includes(word)));
    if (found) return found.pid;
    level = children.map(({ pid }) => pid);
  }
  throw new Error(`No process under ${root} has ${words.join(" and ")} in its command line.`);
}

function readRow(row: string) {
  const [, pid, parent, line = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
  return { pid: Number(pid), parent: Number(parent), line };
}
