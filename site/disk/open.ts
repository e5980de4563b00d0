// site/disk/open · open files: their numbers, their positions, what is read and written.
import { type Entry, type File, failure, fresh, touch, UMASK } from "./entries.ts";
import { find, type Place, put, tell } from "./paths.ts";

export const constants = {
  ...{ F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4, COPYFILE_EXCL: 1 },
  ...{ O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000 },
  ...{ O_APPEND: 0o2000, O_NONBLOCK: 0o4000, O_DIRECTORY: 0o200000, O_NOFOLLOW: 0o400000 },
  ...{ S_IFMT: 0o170000, S_IFREG: 0o100000, S_IFDIR: 0o040000, S_IFLNK: 0o120000 },
} as const;
const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NOFOLLOW, O_DIRECTORY } = constants;

export interface Open {
  entry: Entry;
  flags: number;
  at: number;
  path: string;
}

/** By their numbers. The first three are stdin, stdout and stderr, which are no files here. */
const opened = new Map<number, Open>();
const FIRST = 3;
const counter = { last: FIRST - 1 };

const NAMED: Record<string, number> = {
  ...{ r: 0, rs: 0, "r+": O_RDWR, w: O_WRONLY | O_CREAT | O_TRUNC },
  ...{ wx: O_WRONLY | O_CREAT | O_EXCL, "w+": O_RDWR | O_CREAT | O_TRUNC },
  ...{ "wx+": O_RDWR | O_CREAT | O_EXCL, a: O_WRONLY | O_CREAT | O_APPEND },
  ...{ ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL, "a+": O_RDWR | O_CREAT | O_APPEND },
};

const has = (flags: number, flag: number) => (flags & flag) !== 0;

/** Opens a file; gives its number. */
export function open(path: string, given: string | number = "r", mode = 0o666): number {
  const flags = typeof given === "number" ? given : (NAMED[given] ?? 0);
  const isNew = has(flags, O_CREAT) && has(flags, O_EXCL);
  const place = find(path, "open", !(has(flags, O_NOFOLLOW) || isNew));
  const entry = place.entry ?? create(path, place, flags, mode);
  if (place.entry !== undefined) reuse(path, place.entry, flags);
  counter.last += 1;
  opened.set(counter.last, { entry, flags, at: 0, path: place.path });
  return counter.last;
}

function create(path: string, place: Place, flags: number, mode: number): Entry {
  if (!has(flags, O_CREAT)) throw failure("ENOENT", "open", path);
  if (place.mustBeFolder) throw failure("EISDIR", "open", path);
  const file: File = { ...fresh(mode & ~UMASK), kind: "file", data: new Uint8Array(), size: 0 };
  put(place, file);
  return file;
}

function reuse(path: string, entry: Entry, flags: number) {
  const writes = has(flags, O_WRONLY | O_RDWR);
  if (has(flags, O_CREAT) && has(flags, O_EXCL)) throw failure("EEXIST", "open", path);
  if (entry.kind === "link") throw failure("ELOOP", "open", path);
  if (entry.kind === "folder" && writes) throw failure("EISDIR", "open", path);
  if (has(flags, O_DIRECTORY) && entry.kind !== "folder") throw failure("ENOTDIR", "open", path);
  const isDenied =
    (writes && !has(entry.mode, 0o200)) || (!has(flags, O_WRONLY) && !has(entry.mode, 0o400));
  if (isDenied) throw failure("EACCES", "open", path);
  if (!has(flags, O_TRUNC) || entry.kind !== "file") return;
  entry.size = 0;
  touch(entry);
  tell(path);
}

/** The open file of this number. */
export function openedAt(fd: number, syscall: string): Open {
  const found = opened.get(fd);
  if (found === undefined) throw failure("EBADF", syscall);
  return found;
}

export function close(fd: number): void {
  openedAt(fd, "close");
  opened.delete(fd);
}

/** Reads into `target`, from a position or from where it stands; gives the number of bytes. */
export function readInto(file: Open, target: Uint8Array, position?: number): number {
  const { entry } = file;
  if (entry.kind !== "file") throw failure("EISDIR", "read");
  const at = position ?? file.at;
  const part = entry.data.subarray(at, Math.min(at + target.length, entry.size));
  target.set(part);
  if (position === undefined) file.at += part.length;
  return part.length;
}

/** Writes all bytes at a position, at the end, or where it stands. */
export function writeBytes(file: Open, bytes: Uint8Array, position?: number): number {
  const { entry, flags } = file;
  if (entry.kind !== "file") throw failure("EISDIR", "write");
  if (!has(flags, O_WRONLY | O_RDWR)) throw failure("EBADF", "write");
  const at = has(flags, O_APPEND) ? entry.size : (position ?? file.at);
  grow(entry, at + bytes.length);
  entry.data.set(bytes, at);
  entry.size = Math.max(entry.size, at + bytes.length);
  if (position === undefined) file.at = at + bytes.length;
  touch(entry);
  tell(file.path);
  return bytes.length;
}

const MOST_AHEAD = 1 << 20;

function grow(file: File, end: number) {
  const { length } = file.data;
  if (end <= length) return;
  const data = new Uint8Array(Math.max(end, Math.min(length * 2, length + MOST_AHEAD)));
  data.set(file.data.subarray(0, file.size));
  file.data = data;
}

/** Cuts a file, or fills it with zeros. */
export function resize(entry: Entry, size: number): void {
  if (entry.kind !== "file") throw failure("EINVAL", "ftruncate");
  const data = new Uint8Array(size);
  data.set(entry.data.subarray(0, Math.min(size, entry.size)));
  Object.assign(entry, { data, size });
  touch(entry);
}

export const contentOf = (file: File): Uint8Array => file.data.slice(0, file.size);
