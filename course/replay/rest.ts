// course/replay/rest · whether the programs of a session are at work, or all wait for something.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Whether the system tells what its processes do. Where it does not, a session has real time. */
export const CAN_SEE_REST = process.platform === "linux";

/** For so long nothing may have run. A program that waits for a processor counts as running, so no load makes this wrong. */
const REST_MS = 80;

/** An agent in this process rests while this process does nothing but wait. For so many ms of a moment it may look around. */
const LOOKING_MS = 25;

/** All processes, by their folders in /proc; none where there is no such folder. */
export const processes = () =>
  CAN_SEE_REST ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];

/**
 * Resolves when no program whose environment names `mark` has run for a moment, or when `isOver` says that nobody wants
 * to know any more. At those that are in `old` nobody looks.
 */
export async function atRest(mark: string, old: Set<string>, isOver: () => boolean): Promise<void> {
  let before: string | undefined;
  let since = performance.eventLoopUtilization();
  while (!isOver()) {
    const { active } = performance.eventLoopUtilization(since);
    const now = isReading() ? undefined : lookAt(mark, old);
    if (now !== undefined && now === before && active < LOOKING_MS) return;
    before = now;
    since = performance.eventLoopUtilization();
    await pause(REST_MS);
  }
}

/** Whether this process waits for the disk, which no program in it may be said to do at rest. */
const isReading = () => process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));

/** How often each thread of the session has run so far; undefined while one of them runs or wants to. */
function lookAt(mark: string, old: Set<string>): string | undefined {
  const seen: string[] = [];
  for (const pid of processes()) {
    if (old.has(pid) || !readIfThere(`/proc/${pid}/environ`).includes(mark)) continue;
    for (const thread of threadsOf(pid)) {
      const status = readIfThere(`/proc/${pid}/task/${thread}/status`);
      if (/^State:\s+[^STZI]/m.test(status)) return undefined;
      seen.push(`${thread}:${status.match(/^\w+_ctxt_switches:.*/gm)}`);
    }
  }
  return seen.join(" ");
}

const threadsOf = (pid: string) => ifThere(() => readdirSync(`/proc/${pid}/task`), []);
const readIfThere = (path: string) => ifThere(() => readFileSync(path, "latin1"), "");

function ifThere<Seen>(look: () => Seen, nothing: Seen): Seen {
  try {
    return look();
  } catch {
    return nothing; // it has ended since, or is another user's
  }
}
