// shared/plainFiles · the agent's own files and folders. A repository can bring a link in their place: none is followed.
import { randomInt } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
} from "node:fs";
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  unlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { inDiskWords, isMissing } from "./files.ts";

/** What is said about a link; before it stands what it is. */
export const LINK =
  "is a symbolic link, which could lead outside the working folder, so it is not followed. Delete it, or put a real file or folder in its place.";

/** Undefined on Windows. There, the comparison after the opening has to do. */
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;
const MAX_TRIES = 100;
/** Bytes of a .gitignore that are looked at. A longer one is replaced, too. */
const MAX_IGNORE = 4096;

/** The files that this process has written here: the notes of its own conversations. */
const own = new Set<string>();

/** True for a file, by its absolute path, that this process has written as one of the agent's own. */
export const isOwn = (path: string): boolean => own.has(path);

/** True for a symbolic link, wherever it leads. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    throw inDiskWords(error, path);
  }
}

/**
 * The absolute path of `name`, which is relative to `cwd` and has "/" between its parts. It need not exist.
 * Throws an Error that says what to do when it, or a folder on the way to it, is a link.
 */
export function plainPath(name: string, cwd: string): string {
  const parts = name.split("/").filter((part) => part !== ".");
  if (parts.includes("..") || isAbsolute(name))
    throw new Error(`${name} is outside the working folder. Use a path inside ${cwd}.`);
  for (const at of parts.keys()) {
    const part = parts.slice(0, at + 1).join("/");
    if (isLink(join(cwd, part))) throw new Error(`${part} ${LINK}`);
  }
  return join(cwd, name);
}

/** Makes a folder, with the folders that it is in, and gives its path. Throws when one of them is a link. */
export async function makePlainFolder(name: string, cwd: string): Promise<string> {
  const path = plainPath(name, cwd);
  await mkdir(path, { recursive: true }).catch((error) => {
    if (error.code === "EEXIST") error.code = "ENOTDIR"; // a file has its name
    throw inDiskWords(error, name);
  });
  return plainPath(name, cwd);
}

/**
 * The bytes of a file. Throws what the system says when there is none, and otherwise an Error that begins with "it"
 * when it is a link, or no file, or has more than `maxBytes`.
 */
export function readPlain(name: string, cwd: string, maxBytes: number): Buffer {
  return reading(name, cwd, (file, { size }) => {
    if (size > maxBytes) throw new Error(`it has more than ${sizeOf(maxBytes)}.`);
    return readFileSync(file);
  });
}

const sizeOf = (bytes: number) => (bytes % 1024 === 0 ? `${bytes / 1024} KB` : `${bytes} bytes`);

/** The first bytes of a file. Throws as `readPlain` does. */
export function beginningOf(name: string, cwd: string, maxBytes: number): Buffer {
  return reading(name, cwd, (file, { size }) => {
    const length = Math.min(size || maxBytes, maxBytes); // a file of another kind of disk may say 0 and have more
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  });
}

/**
 * Synchronous: a thousand short files are read in a fraction of the time that it takes with promises. Another program
 * may replace the file between its opening and the look at where it is; then the new one is opened.
 */
function reading<Result>(
  name: string,
  cwd: string,
  read: (file: number, info: Stats) => Result,
): Result {
  const path = join(cwd, name);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    plainPath(dirname(name), cwd);
    const before = lstatSync(path);
    if (before.isSymbolicLink()) throw new Error(`it ${LINK}`);
    if (!before.isFile()) throw new Error("it is not a file.");
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const info = fstatSync(file);
      if (isAt(info, name, cwd)) return read(file, info);
    } finally {
      closeSync(file);
    }
  }
  throw new Error("it changes all the time.");
}

/** True when the opened file is the one at `name`, so that no link has led to another one. Throws for a link. */
function isAt(opened: Stats, name: string, cwd: string): boolean {
  const found = lstatSync(join(plainPath(dirname(name), cwd), basename(name)));
  return opened.isFile() && found.ino === opened.ino && found.dev === opened.dev;
}

/** Opens a new file that only its owner can read. Throws when there is one, or anything else of that name. */
export const createPlain = (name: string, cwd: string): Promise<FileHandle> =>
  openPlain(name, cwd, O_EXCL);

/** Opens a file that only its owner can read, to add to its end; a new one if there is none. */
export const openPlainEnd = (name: string, cwd: string): Promise<FileHandle> =>
  openPlain(name, cwd, O_APPEND);

/** Adds text to the end of a file that only its owner can read, and waits until it is on the disk. */
export async function appendPlain(name: string, cwd: string, text: string): Promise<void> {
  const file = await openPlainEnd(name, cwd);
  try {
    await file.appendFile(text);
    await file.sync();
  } catch (error) {
    throw inDiskWords(error, name);
  } finally {
    await file.close();
  }
}

async function openPlain(name: string, cwd: string, flags: number): Promise<FileHandle> {
  const how = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | flags;
  const file = await open(plainPath(name, cwd), how, 0o600).catch((error) => {
    throw flags === O_EXCL ? error : inDiskWords(error, name);
  });
  try {
    if (isAt(await file.stat(), name, cwd)) {
      own.add(join(cwd, name));
      return file;
    }
    throw new Error(`${name} was replaced while it was opened. Try it again.`);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Writes a file that only its owner can read, so that it is either the old one or the new one, never half of it: a
 * temporary file of a random name, flushed, then renamed. Throws when there is a link in its place.
 */
export async function writePlain(
  name: string,
  cwd: string,
  content: string | Uint8Array,
): Promise<void> {
  const path = plainPath(name, cwd);
  const half = halfOf(name);
  const temporary = join(cwd, half);
  try {
    await writeFile(temporary, content, { flag: "wx", mode: 0o600, flush: true });
    lstatSync(plainPath(half, cwd)); // it is in no other folder, so that the rename cannot be led to one
    await rename(temporary, path);
    own.add(path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // the first reason counts
    throw inDiskWords(error, name);
  }
}

/** The lines of a .gitignore that ignores all, itself or not. */
const IGNORES_ALL = /^(|#.*|\*|!\/?\.gitignore)$/;

/**
 * Tells git to ignore what is in a folder. A file that says something else is replaced: it may have come with a clone,
 * and what is in the folder would go along with `git add`.
 */
export async function ignoreIn(folder: string, cwd: string): Promise<void> {
  const name = `${folder}/.gitignore`;
  const info = lstatSync(plainPath(name, cwd), { throwIfNoEntry: false });
  const text = info?.isFile() ? beginningOf(name, cwd, MAX_IGNORE).toString("utf8") : "";
  const lines = text.split("\n").map((line) => line.trim());
  if (!lines.includes("*") || !lines.every((line) => IGNORES_ALL.test(line)))
    await writePlain(name, cwd, "*\n");
}

/** Makes a folder that is not for git: it ignores what is in it, or in `above`, a folder that it is in. Gives its path. */
export async function makePrivateFolder(name: string, cwd: string, above = name): Promise<string> {
  const path = await makePlainFolder(name, cwd);
  await ignoreIn(above, cwd);
  return path;
}

/** Removes the files in a folder whose names say that an interrupted write has left them behind. */
export async function removeOrphans(
  folder: string,
  cwd: string,
  isOrphan: (name: string) => boolean,
): Promise<void> {
  const path = plainPath(folder, cwd);
  const names = (await namesIn(path)).filter((name) => HALF.test(name) && isOrphan(name));
  for (const name of names)
    if (lstatSync(join(path, name), { throwIfNoEntry: false })?.isFile())
      await unlink(join(path, name));
}

/** The name of a file that is not whole yet: 17 digits, so that no copy that a person has named after a day is one. */
export const halfOf = (name: string): string =>
  `${name}.1${String(randomInt(2 ** 47)).padStart(16, "0")}`;
const HALF = /\.1\d{16}$/;

/** The names in a folder; none when there is no such folder. */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw inDiskWords(error, path);
  }
}

/** So many files of one kind are read. That takes time for each, and a stranger may have filled the folder. */
const MAX_FILES = 200;

/** The first of these names; `report` gets a sentence about the others in the folder. */
export function firstFiles(
  names: string[],
  folder: string,
  report: (problem: string) => void,
): string[] {
  const next = names[MAX_FILES];
  if (next !== undefined)
    report(`${folder} has more than ${MAX_FILES} files: from ${next} on, they are skipped.`);
  return names.slice(0, MAX_FILES);
}
