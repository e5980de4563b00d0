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
  const release = await take(path, signal);
  try {
    return await action();
  } finally {
    await release();
  }
}

/** Waits in real time, because it waits for another process, and that one does not use our clock. */
async function take(path: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  signal?.throwIfAborted();
  const { default: locks } = await import("proper-lockfile"); // imported on first use, because few programs need it
  let isLost = false;
  const options = {
    lockfilePath: `${path}.lock`,
    realpath: false,
    stale: STALE_MS,
    onCompromised: () => {
      isLost = true; // somebody removed it, or this process slept for long: there is nothing to give back
    },
  };
  for (let looks = 1; ; looks++) {
    try {
      const release = await locks.lock(path, options);
      return async () => (isLost ? undefined : release());
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (looks === MAX_LOOKS)
        throw new Error(`${path} is in use by another process. Try it again.`);
    }
    await pause(LOOK_AGAIN_MS, undefined, { signal });
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ELOCKED";
