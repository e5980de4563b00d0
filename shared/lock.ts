// shared/lock · one process at a time: several agents may work in one folder.
import { constants } from "node:fs";
import { lstat, mkdir, open, rename, rm, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isAlive, isElsewhere, isName, ownName } from "#host/life.ts";
import { inDiskWords, isMissing } from "./files.ts";
import { isLink, LINK, namesIn } from "./plainFiles.ts";

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
const LOOK_AGAIN_MS = 25;
/** Ten seconds in all. The lock of a dead process is taken over at once, so this is a living one that does not give it back. */
const MAX_LOOKS = 400;
/** How often another process may come first before the lock counts as held. */
const MAX_TRIES = 100;

/**
 * Runs `action` while no other process runs one with this `path`, and gives what it gives. The lock is the folder
 * `path`.lock with a file in it that has the name of its holder. A holder that has died has lost it at once, whatever
 * the time of the file is; one that lives keeps it, even if it is stopped.
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

/** A lock that this process holds, until it gives it back or ends. */
export interface Held {
  release(): Promise<void>;
}

/**
 * Takes the lock of `path`. Gives undefined when a living process holds it, this one included. What else is in its
 * place is no lock, and removed: a clone may bring it. Throws for a link in its place.
 */
export async function hold(path: string): Promise<Held | undefined> {
  const lock = `${path}.lock`;
  if (isLink(lock)) throw new Error(`${lock} ${LINK}`);
  const name = await ownName();
  await tidy(lock);
  await removeFile(lock);
  for (let tries = 0; !(await publish(lock, name)); tries++) {
    const holders = await namesIn(lock);
    for (const holder of holders) if (!(await remove(lock, holder))) return undefined;
    if (tries > MAX_TRIES) return undefined;
  }
  return {
    async release() {
      await rm(join(lock, name), { force: true });
      await removeEmpty(lock);
    },
  };
}

/** Removes the locks in a folder, of names that `isOne` is true for, whose holders have died. */
export async function removeDeadLocks(folder: string, isOne: (name: string) => boolean) {
  for (const entry of await namesIn(folder)) {
    const lock = join(folder, entry);
    if (!entry.endsWith(".lock") || !isOne(entry.slice(0, -".lock".length)) || isLink(lock))
      continue;
    await removeFile(lock);
    for (const holder of await namesIn(lock)) if (isName(holder)) await remove(lock, holder);
    await removeEmpty(lock);
  }
}

/** A lock is a folder. A file in its place is none, and would be in the way. */
async function removeFile(lock: string): Promise<void> {
  const info = await lstat(lock).catch(() => undefined);
  if (info?.isFile()) await unlink(lock).catch(() => {}); // another process was faster
}

/** True while a living process holds the lock of `path`. A link is no lock. */
export async function isHeld(path: string): Promise<boolean> {
  const lock = `${path}.lock`;
  if (isLink(lock) || (await lstat(lock).catch(() => undefined))?.isFile()) return false;
  const states = await Promise.all((await namesIn(lock)).map((name) => stateOf(lock, name)));
  return states.includes("held");
}

/** True while a process holds the lock of `path` whose life cannot be seen from here: of another computer, or in a container. */
export async function isHeldElsewhere(path: string): Promise<boolean> {
  if (!(await isHeld(path))) return false;
  const names = await namesIn(`${path}.lock`); // none when it was released just now
  return names.length > 0 && names.every((name) => isName(name) && isElsewhere(name));
}

/** The locks whose left-overs this process has removed, and how many it has prepared. */
const seen = { tidied: new Set<string>(), prepared: 0 };

/** Once for each lock: removes what processes have prepared that died before it became the lock. */
async function tidy(lock: string): Promise<void> {
  if (seen.tidied.has(lock)) return;
  seen.tidied.add(lock);
  const start = `${basename(lock)}.`;
  for (const entry of await namesIn(dirname(lock))) {
    const [name = ""] = entry.startsWith(start) ? entry.slice(start.length).split(".") : [];
    if (isName(name) && !(await isAlive(name)))
      await rm(join(dirname(lock), entry), { recursive: true, force: true });
  }
}

/**
 * Makes the folder of the lock, with the name of its holder in it, in one step. False when there is one that is not
 * empty. An empty one is no lock: a process died, or gave the lock back, between two steps.
 */
async function publish(lock: string, name: string): Promise<boolean> {
  const prepared = `${lock}.${name}.${++seen.prepared}`;
  await mkdir(prepared).catch((error) => {
    throw inDiskWords(error, lock);
  });
  try {
    await writeNumber(join(prepared, name));
    if (process.platform === "win32") await removeEmpty(lock); // there, rename replaces no folder
    await rename(prepared, lock);
    return true;
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    if (isTaken(error)) return false;
    throw inDiskWords(error, lock);
  }
}

/**
 * Removes the name of a holder that holds the lock no more, or what is no name. False when the holder does.
 * Two processes may find the same dead one. Each removes that name only, so that none removes the new lock of the other.
 */
async function remove(lock: string, holder: string): Promise<boolean> {
  const state = await stateOf(lock, holder);
  if (state !== "none") return state === "gone";
  await unlink(join(lock, holder)).catch(async (error: unknown) => {
    if (!isMissing(error)) await rm(join(lock, holder), { recursive: true }); // a folder
  });
  return true;
}

/**
 * "held": the holder lives, as far as that can be seen. "gone": it has just given the lock back, and may take it again.
 * "none": it is dead, or what is there is no lock, such as a copy that has come with git or a backup.
 */
async function stateOf(lock: string, holder: string): Promise<"held" | "gone" | "none"> {
  if (!isName(holder) || !(await isAlive(holder))) return "none";
  const path = join(lock, holder);
  try {
    if (!(await lstat(path)).isFile()) return "none"; // a link, for example
    return (await isCopy(path)) ? "none" : "held";
  } catch (error) {
    return isMissing(error) ? "gone" : "held"; // what cannot be looked at counts as held
  }
}

/** Writes the file's own number (inode) into it. No copy has the same one. */
async function writeNumber(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    const { ino } = await file.stat({ bigint: true });
    await file.writeFile(String(ino));
  } finally {
    await file.close();
  }
}

/** The number and the text are of one file: the holder may have given it back, and made another one, between two looks. */
async function isCopy(path: string): Promise<boolean> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { ino } = await file.stat({ bigint: true });
    return (await file.readFile("utf8")).trim() !== String(ino);
  } finally {
    await file.close();
  }
}

/** Leaves a folder that is not empty, because another process has put its name there, or that is gone already. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!isMissing(error) && !isTaken(error)) throw error;
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
  throw new Error(
    `${path} is in use by another process. Try it again. If no other program works in this folder, delete ${path}.lock.`,
  );
}

/** What renaming a folder to one that is not empty says; Windows has a word of its own for it. */
const TAKEN = ["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM"] : [])];

const isTaken = (error: unknown) =>
  error instanceof Error && "code" in error && TAKEN.includes(String(error.code));
