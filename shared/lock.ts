// shared/lock · one process at a time: several agents may work in one folder.
import { setTimeout as pause } from "node:timers/promises";

const STALE_MS = 5000;
const LOOK_AGAIN_MS = 25;
/** Ten seconds in all: longer than the five seconds after which the lock of a dead process is taken over. */
const MAX_LOOKS = 400;

/**
 * Runs `action` while no other process runs one with this `path`, and gives what it gives. The lock is the
 * folder `path`.lock, for as long as it runs. One that a dead process has left is taken over after five seconds.
 * Throws what `action` throws, an Error when another process keeps the lock for ten seconds, and the reason of
 * `signal` when it is aborted before the lock is there.
 */
export async function withLock<Result>(
  path: string,
  action: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const held = await take(path, signal);
  try {
    return await action();
  } finally {
    await held.release();
  }
}

/** A lock that this process holds. */
export interface Held {
  /** True when another process has taken it over, because this one slept for longer than five seconds. */
  isLost(): boolean;
  release(): Promise<void>;
}

/**
 * Takes the lock of `path` and keeps it until `release` or the end of the process. Gives undefined when a living
 * process holds it, this one included. One that a dead process has left is taken over after five seconds.
 */
export async function hold(path: string): Promise<Held | undefined> {
  const { default: locks } = await import("proper-lockfile"); // imported on first use, because few programs need it
  let isLost = false;
  const onCompromised = () => {
    isLost = true; // somebody removed it, or this process slept for long: there is nothing to give back
  };
  try {
    const release = await locks.lock(path, { ...optionsFor(path), onCompromised });
    return { isLost: () => isLost, release: async () => (isLost ? undefined : release()) };
  } catch (error) {
    if (isTaken(error)) return undefined;
    throw error;
  }
}

/** True while a living process holds the lock of `path`: until five seconds after its holder died. */
export async function isHeld(path: string): Promise<boolean> {
  const { default: locks } = await import("proper-lockfile");
  return locks.check(path, optionsFor(path));
}

const optionsFor = (path: string) => ({
  lockfilePath: `${path}.lock`,
  realpath: false,
  stale: STALE_MS,
});

/** Waits in real time, because it waits for another process, and that one does not use our clock. */
async function take(path: string, signal?: AbortSignal): Promise<Held> {
  signal?.throwIfAborted();
  for (let looks = 1; looks <= MAX_LOOKS; looks++) {
    const held = await hold(path);
    if (held) return held;
    await pause(LOOK_AGAIN_MS, undefined, { signal });
  }
  throw new Error(`${path} is in use by another process. Try it again.`);
}

const isTaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ELOCKED";
