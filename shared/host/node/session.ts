// shared/host/node/session · ends all that a command has started, also what has left its process group.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { once } from "../../once.ts";
import { leash } from "./leash.ts";

/** A process may start others while its session is being ended. One that was killed starts none. */
const MAX_LOOKS = 20;

/** The system's own, whatever is named like it in a folder of PATH: npx puts folders of the working folder there. */
const OF_SYSTEM = { encoding: "utf8", env: { PATH: "/bin:/usr/bin" } } as const;
const TASKKILL = `${process.env.SystemRoot ?? "C:\\Windows"}\\System32\\taskkill.exe`;

interface Process {
  pid: number;
  /** The processes that lead its session or, where the system does not tell this, its parent and its group. */
  under: number[];
}

/** The programs that are still alive, for all agents. Each leads a session; all are ended when this process ends. */
const leaders = new Set<number>();
const endSessionsAtExit = once(() => {
  process.on("exit", () => endSessions([...leaders]));
  process.on("SIGQUIT", () => process.exit(131));
});

/**
 * When this program exits, or is killed, the session that this process leads is ended. The returned function takes this
 * back.
 */
export function endAtExit(pid: number): () => void {
  endSessionsAtExit();
  leaders.add(pid);
  leash(`+ ${pid}`);
  return () => {
    if (leaders.delete(pid)) leash(`- ${pid}`);
  };
}

/**
 * Kills all processes of the sessions that these processes lead. A program such as `timeout` makes a process group of
 * its own, but it stays in the session; only what calls `setsid` leaves it. Returns the processes that this program may
 * not kill, because they run as another user. Must not throw. Synchronous, because it also runs while this program exits.
 */
export function endSessions(leaders: number[]): number[] {
  if (leaders.length === 0) return [];
  if (process.platform === "win32") return endTrees(leaders);
  const tried = new Set<number>();
  const denied: number[] = [];
  for (const leader of leaders) kill(-leader);
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const found = membersOf(leaders).filter((pid) => !tried.has(pid));
    if (found.length === 0) break;
    for (const pid of found) {
      tried.add(pid);
      if (kill(pid) === "denied") denied.push(pid);
    }
  }
  return denied;
}

function endTrees(leaders: number[]): number[] {
  for (const leader of leaders)
    spawn(TASKKILL, ["/pid", String(leader), "/T", "/F"], { stdio: "ignore" });
  return [];
}

function kill(pid: number): "killed" | "gone" | "denied" {
  try {
    process.kill(pid, "SIGKILL");
    return "killed";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM" ? "denied" : "gone";
  }
}

function membersOf(leaders: number[]): number[] {
  const all = (process.platform === "linux" && fromProc()) || fromPs();
  const found = new Set(leaders);
  for (let count = 0; count < found.size; ) {
    count = found.size;
    for (const { pid, under } of all) if (under.some((one) => found.has(one))) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid)).map(({ pid }) => pid);
}

const ENDED = ["Z", "X"];

/** Undefined where /proc cannot be read: in a jail it may be missing. */
function fromProc(): Process[] | undefined {
  try {
    const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return names.flatMap((name) => {
      const [state = "X", , , session] = statOf(name);
      return ENDED.includes(state) ? [] : [{ pid: Number(name), under: [Number(session)] }];
    });
  } catch {
    return undefined;
  }
}

/** Holds what `stat` begins with: the first six fields. Reused, because Node takes 64 KB for a file whose size is not known. */
const buffer = Buffer.alloc(512);

/** The fields after the name of the program, which stands in brackets and may hold anything (proc_pid_stat(5)). */
function statOf(pid: string): string[] {
  try {
    const file = openSync(`/proc/${pid}/stat`, "r");
    try {
      const text = buffer.toString("latin1", 0, readSync(file, buffer));
      return text.slice(text.lastIndexOf(")") + 2).split(" ");
    } finally {
      closeSync(file);
    }
  } catch {
    return []; // it has ended since
  }
}

/** The ps of macOS does not name the leader of a session. */
function fromPs(): Process[] {
  try {
    const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], OF_SYSTEM);
    return text.split("\n").flatMap((line) => {
      const [pid, parent, group, state = "X"] = line.trim().split(/\s+/);
      const under = [Number(parent), Number(group)];
      return ENDED.includes(state.slice(0, 1)) ? [] : [{ pid: Number(pid), under }];
    });
  } catch {
    return []; // without ps, only the groups are killed
  }
}
