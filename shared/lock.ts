// shared/lock · one process at a time: several agents may work in one folder.
import { mkdir, rmdir, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { isMissing } from "./files.ts";

const STALE_MS = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;
const LOOK_AGAIN_MS = 25;
/** Ten seconds in all: longer than the five seconds after which the lock of a dead process is taken over. */
const MAX_LOOKS = 400;

/**
 * Runs `action` while no other process runs one with this `path`, and gives what it gives. The lock is the
 * folder `path`.lock, for as long as it runs. One that a dead process has left is taken over after five seconds,
 * and one whose time lies more than a day ahead at once.
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
  await removeAbandoned(`${path}.lock`);
  try {
    const release = await locks.lock(path, {
      lockfilePath: `${path}.lock`,
      realpath: false,
      stale: Number.POSITIVE_INFINITY, // the lock of a dead process is removed above
      update: STALE_MS / 2,
      onCompromised,
    });
    return { isLost: () => isLost, release: async () => (isLost ? undefined : release()) };
  } catch (error) {
    if (isTaken(error)) return undefined;
    throw error;
  }
}

/** True while a living process holds the lock of `path`: until five seconds after its holder died. */
export async function isHeld(path: string): Promise<boolean> {
  const age = await ageOf(`${path}.lock`);
  return age !== undefined && !isOld(age);
}

/**
 * Removes the folder of a dead process. Only the maker of a second folder does this: proper-lockfile's own way lets
 * a second process, which has found the same old lock, remove the new lock of the first, and then both would hold
 * it. The maker of the second folder may die, too; then that one is removed in the same way.
 */
async function removeAbandoned(lock: string): Promise<void> {
  if (!(await isAbandoned(lock))) return;
  const removal = `${lock}.removal`;
  await removeAbandoned(removal);
  if (!(await make(removal))) return; // another process is about to remove it
  try {
    if (await isAbandoned(lock)) await remove(lock);
  } finally {
    await remove(removal);
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const age = await ageOf(lock);
  return age !== undefined && isOld(age);
}

/** Milliseconds since the holder of `lock` last touched it. undefined when there is no such folder. */
async function ageOf(lock: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * More than a day ahead, the clock was wrong when the lock was touched, and a living holder would have touched it
 * since. Less may be the clock of another machine that shares the folder.
 */
const isOld = (age: number) => age > STALE_MS || age < -DAY_MS;

/** False when it is there already. */
async function make(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function remove(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

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
