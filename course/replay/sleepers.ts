// course/replay/sleepers · `sleep` and `timeout` first on a session's PATH: they wait on its clock, not on that of the machine.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { openOnLoopback } from "../spec/loopback.ts";
import { CAN_SEE_REST } from "./rest.ts";

/** The commands of a session that wait for time to pass. */
export interface Sleepers {
  /** In how many ms the first of them is due; undefined when none is, ever. */
  next(): number | undefined;
  /** Tells that so many ms have passed. */
  pass(ms: number): void;
  /** Lets the first go on whose time has come; false when it is nobody's. */
  wake(): boolean;
  close(): Promise<void>;
}

/** A command that waits. */
interface Sleeper {
  /** In ms of the session's time, from its start. */
  due: number;
  /** Of two that are due at the same moment, the one that was started first has the smaller number. */
  started: number;
  wake(): void;
  isGone(): boolean;
}

/** What waits in a session that has real time. */
const NOBODY: Sleepers = {
  next: () => undefined,
  pass: () => {},
  wake: () => false,
  close: async () => {},
};

/** By its /dev/tcp a command reaches the replay. */
const BASH = "/bin/bash";
const REAL = "/usr/bin";

/** Puts both commands into `folder`; `began` is called when one of them begins to wait. */
export async function offerSleep(folder: string, began: () => void): Promise<Sleepers> {
  await mkdir(folder);
  if (!CAN_SEE_REST || !existsSync(BASH)) return NOBODY;
  const sleepers = new Set<Sleeper>();
  let passed = 0;
  const server = createServer((socket) => {
    socket.setEncoding("utf8").on("error", () => {});
    socket.once("data", (line) => {
      const sleeper = readRequest(String(line), socket, passed);
      if (sleeper === undefined) return void socket.end("real\n");
      sleepers.add(sleeper);
      began();
    });
  });
  const { port, close } = await openOnLoopback(server);
  for (const name of ["sleep", "timeout"])
    await writeFile(join(folder, name), scriptOf(name, port), { mode: 0o755 });
  const waiting = () => {
    for (const sleeper of sleepers) if (sleeper.isGone()) sleepers.delete(sleeper);
    return [...sleepers];
  };
  return {
    next() {
      const first = Math.min(...waiting().map(({ due }) => due));
      return Number.isFinite(first) ? Math.max(0, first - passed) : undefined;
    },
    pass(ms) {
      passed += ms;
    },
    wake() {
      const due = waiting().filter((sleeper) => sleeper.due <= passed);
      const [first] = due.sort((a, b) => a.due - b.due || a.started - b.started);
      if (first === undefined) return false;
      sleepers.delete(first);
      first.wake();
      return true;
    },
    close,
  };
}

/**
 * The program of a command. It says what it was asked for and waits for an answer: one process without children, which
 * a signal ends as it ends the real one. `timeout` then goes on as the real one, and gets its alarm from the replay if
 * that is earlier. What the replay does not understand, the real one answers.
 */
const scriptOf = (name: string, port: number) => `#!${BASH}
exec 3<>/dev/tcp/127.0.0.1/${port} || exec ${REAL}/${name} "$@"
words="$*"
echo "${name} $$ \${words//$'\\n'/ }" >&3
read -r -u 3 answer
[ "$answer" = over ] || exec ${REAL}/${name} "$@" 3>&-
`;

/** What a line such as `sleep 4711 1m 30s` asks for; undefined when it is not understood. */
function readRequest(line: string, socket: Socket, now: number): Sleeper | undefined {
  const [command, pid = "", ...words] = line.trim().split(" ");
  return command === "sleep"
    ? readSleep(words, pid, socket, now)
    : readTimeout(words, pid, socket, now);
}

/** `sleep` takes several times and waits for their sum. */
function readSleep(words: string[], pid: string, socket: Socket, now: number): Sleeper | undefined {
  const due = words.map(milliseconds).reduce((sum, time) => sum + time, now);
  if (words.length === 0 || Number.isNaN(due)) return undefined;
  const started = startOf(pid);
  return { due, started, wake: () => socket.end("over\n"), isGone: () => socket.destroyed };
}

/** Its options -k and -s have a word of their own. */
function readTimeout(words: string[], pid: string, socket: Socket, now: number) {
  const isTime = (word: string, at: number) =>
    milliseconds(word) > 0 && !/^-[ks]$/.test(words[at - 1] ?? "");
  const time = words.find(isTime);
  if (time === undefined) return undefined;
  const born = birthOf(pid);
  socket.end("begin\n");
  return {
    due: now + milliseconds(time),
    started: startOf(pid),
    wake: () => void process.kill(Number(pid), "SIGALRM"),
    isGone: () => birthOf(pid) !== born,
  };
}

const UNITS: Record<string, number> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The time of a word such as `1.5m`, in ms; NaN for any other word. */
function milliseconds(word: string): number {
  if (/^inf(inity)?$/i.test(word)) return Number.POSITIVE_INFINITY;
  const [, count, unit = ""] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(word) ?? [];
  return count === undefined ? Number.NaN : Number(count) * (UNITS[unit] ?? 0);
}

/** When a process was started, in ticks since the system was; undefined when there is none any more. */
function birthOf(pid: string): string | undefined {
  const fields = statOf(pid);
  return fields[0] === "Z" ? undefined : fields[19];
}

/**
 * The number of the command that a process belongs to. An agent starts each command in a session of its own, named after
 * its first process; and the system counts processes up.
 */
const startOf = (pid: string): number => Number(statOf(pid)[3] ?? pid);

/** What the system tells of a process, from its state on (proc(5), /proc/PID/stat); empty when it is gone. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
