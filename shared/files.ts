// shared/files · where a path really leads, and writes that happen whole or not at all.
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import writeFileAtomically from "write-file-atomic";

/**
 * The real, absolute path of `path`, seen from `cwd`, with every symbolic link followed;
 * for a path that does not exist yet, that of its nearest existing folder plus the rest.
 * Throws an Error in plain words for a path that no file can have.
 */
export async function realPath(path: string, cwd: string): Promise<string> {
  if (path.includes("\0")) throw new Error("A path cannot hold a NUL character. Use another name.");
  const absolute = resolve(cwd, path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (!isMissing(error) || dirname(absolute) === absolute) throw inWords(error, path);
  }
  const folder = await realPath(dirname(absolute), cwd);
  const target = await linkTarget(absolute);
  if (target?.split("/").includes(".."))
    // the system follows it step by step, through other links
    throw new Error(`${path.slice(0, 200)} is a link that leads nowhere. Use another path.`);
  return target === undefined ? join(folder, basename(absolute)) : realPath(target, folder);
}

const WORDS: Record<string, string> = {
  ELOOP: "is a link that leads in a circle",
  ENAMETOOLONG: "is longer than a file name may be",
  ENOTDIR: "goes through something that is not a folder",
};

/** The system's code for a path that cannot be followed, as a sentence; any other error as it is. */
function inWords(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = WORDS[code];
  return words === undefined
    ? error
    : new Error(`${path.slice(0, 200)} ${words}. Use another path.`);
}

/** Where a link points whose target does not exist: a write would create that target. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch {
    return undefined;
  }
}

/** True when `path` is `root` or lies in it. Both real paths; compared part by part, not as text. */
export function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The real path of `path` if it lies in one of `roots`; otherwise throws an Error that says so. The working folder may
 * be reached through a link; another root has been allowed as a real path, and is none once it leads elsewhere.
 * A check, not a jail: something else may put a link there between this check and its use.
 */
export async function resolveInside(path: string, cwd: string, roots: string[]): Promise<string> {
  const real = await realPath(path, cwd);
  for (const root of roots) {
    const place = await realPath(root, cwd);
    if (!contains(place, real)) continue;
    if (root === cwd || root === place) return real;
    throw new Error(`${path} leads to ${real} by now, and ${root} was allowed. Call again to ask.`);
  }
  throw new Error(`${path} is outside the working folder. Use a path inside ${cwd}.`);
}

/** True for a file, a folder, and a link, wherever it leads. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** True for a folder and for a link to one. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );

/** True for an ordinary file with a single name: no folder, no symbolic link, no hard link. */
export async function isPlainFile(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true && info.nlink === 1;
}

/** True for an ordinary file with several names (hard links): who writes under one of them may change what the others name. */
export const hasNames = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile() && info.nlink > 1,
    () => false,
  );

/** True for what is neither a file nor a folder, such as a pipe or a device: opening it may take for ever. */
export const isOddFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => !info.isFile() && !info.isDirectory(),
    () => false,
  );

/** True for an ordinary file that may be run as a program. */
export const isProgram = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile() && (info.mode & 0o111) !== 0,
    () => false,
  );

/** True for the error of a file or folder that does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/**
 * Writes a file so that it is either the old one or the new one, never half of it:
 * a temporary file in the same folder, flushed, then renamed. Keeps the mode of an existing file.
 * The path is a real one. It does not write through a link: the path may have been checked before the link was there.
 */
export async function writeAtomic(path: string, content: string, mode?: number): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== folder)
    throw new Error(
      `${folder} was replaced by a link just now. Look where it leads, and write again.`,
    );
  const tmpfileCreated = (temporary: string) => {
    if (temporary.startsWith(`${path}.`)) return; // the library has found no link
    throw new Error(`${path} is a link. Give the path of the file to which it leads.`);
  };
  await writeFileAtomically(path, content, {
    tmpfileCreated,
    ...(mode === undefined ? {} : { mode }),
  });
}

/** What the system says of a disk or a folder on which nothing can be written, in words that say what to do. */
const OF_DISK: Record<string, string> = {
  ENOSPC: "cannot be written: the disk is full. Free some room, then try again.",
  EDQUOT: "cannot be written: your share of the disk is used up. Free some room, then try again.",
  EROFS: "cannot be written: the disk is read-only. Use a folder on another one.",
  EACCES: "may not be used by you. Change its owner or its rights, then try again.",
  EPERM: "may not be used by you. Change its owner or its rights, then try again.",
  ENOTDIR: "cannot be used: there is a file where a folder belongs. Move that file away.",
  EISDIR: "cannot be written: there is a folder where a file belongs. Move that folder away.",
};

/** What went wrong with `name` on the disk, in our words; what is not known as it is. The system's code stays. */
export function inDiskWords(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = OF_DISK[code];
  return words === undefined ? error : Object.assign(new Error(`${name} ${words}`), { code });
}
