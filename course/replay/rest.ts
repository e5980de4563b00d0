// course/replay/rest · whether the programs of a session are at work, or all wait for something.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Whether the system tells what its processes do. Where it does not, a session has real time. */
export const CAN_SEE_REST = process.platform === "linux";

/** For so long nothing may have run. A program that waits for a processor counts as running, so no load makes this wrong. */
const REST_MS = 80;

/** An agent in this process rests while this process does nothing but wait. For so many ms of a moment it may look around. */
const LOOKING_MS = 25;

/**
 * Resolves when no program whose environment names `mark` has run for a moment, or when `isOver` says that nobody wants
 * to know any more.
 */
export async function atRest(mark: string, isOver: () => boolean): Promise<void> {
  let before: string | undefined;
  let since = performance.eventLoopUtilization();
  while (!isOver()) {
    const { active } = performance.eventLoopUtilization(since);
    const now = isReading() ? undefined : lookAt(mark);
    if (now !== undefined && now === before && active < LOOKING_MS) return;
    before = now;
    since = performance.eventLoopUtilization();
    await pause(REST_MS);
  }
}

/** Whether this process waits for the disk, which no program in it may be said to do at rest. */
const isReading = () => process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));

/** How often each thread of the session has run so far; undefined while one of them runs or wants to. */
function lookAt(mark: string): string | undefined {
  const seen: string[] = [];
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid) || !readIfThere(`/proc/${pid}/environ`).includes(mark)) continue;
    for (const thread of threadsOf(pid)) {
      const status = readIfThere(`/proc/${pid}/task/${thread}/status`);
      if (/^State:\s+[^STZI]/m.test(status)) return undefined;
      const switches = [...status.matchAll(/^\w+_ctxt_switches:\s+(\d+)/gm)].map(
        ([, times]) => times,
      );
      seen.push(`${thread}:${switches}`);
    }
  }
  return seen.join(" ");
}

function threadsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // it has ended since
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // it has ended since, or is another user's
  }
}
