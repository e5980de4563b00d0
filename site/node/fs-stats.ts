// site/node/fs-stats · what node:fs tells about an entry.
import type { Entry } from "../disk/entries.ts";

const KINDS = { file: 0o100000, folder: 0o040000, link: 0o120000 };
const FOLDER_SIZE = 4096;
const USER = 1000;

/** What can be asked of an entry by its kind. */
class Kind {
  readonly #kind: Entry["kind"];
  constructor(kind: Entry["kind"]) {
    this.#kind = kind;
  }
  isFile() {
    return this.#kind === "file";
  }
  isDirectory() {
    return this.#kind === "folder";
  }
  isSymbolicLink() {
    return this.#kind === "link";
  }
  isFIFO() {
    return false;
  }
  isSocket() {
    return false;
  }
  isBlockDevice() {
    return false;
  }
  isCharacterDevice() {
    return false;
  }
}

export class Stats extends Kind {}

/** A name in a folder. */
export interface Listed {
  name: string;
  parentPath: string;
  kind: Entry["kind"];
}

export class Dirent extends Kind {
  readonly name: string;
  readonly parentPath: string;
  readonly path: string;
  constructor({ name, parentPath, kind }: Listed) {
    super(kind);
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
  }
}

function sizeOf(entry: Entry): number {
  if (entry.kind === "file") return entry.size;
  return entry.kind === "link" ? entry.target.length : FOLDER_SIZE;
}

/** What `stat` gives; with `isBig`, its numbers are bigints, and times are in nanoseconds as well. */
export function statsOf(entry: Entry, isBig = false): Stats {
  const { ino, mode, links, modified, changed, born, kind } = entry;
  const size = sizeOf(entry);
  const times = { atimeMs: modified, mtimeMs: modified, ctimeMs: changed, birthtimeMs: born };
  const numbers = {
    ...{ dev: 1, ino, mode: KINDS[kind] | mode, nlink: kind === "folder" ? 2 : links },
    ...{ uid: USER, gid: USER, rdev: 0, blksize: FOLDER_SIZE, size, blocks: Math.ceil(size / 512) },
    ...times,
  };
  const dates = Object.entries(times).map(([name, ms]) => [name.replace("Ms", ""), new Date(ms)]);
  const all = isBig ? { ...bigOf(numbers), ...nanosecondsOf(times) } : numbers;
  return Object.assign(new Stats(kind), all, Object.fromEntries(dates));
}

const bigOf = (numbers: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, BigInt(Math.floor(value))]),
  );

const nanosecondsOf = (times: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [
      name.replace("Ms", "Ns"),
      BigInt(Math.round(ms * 1e6)),
    ]),
  );
