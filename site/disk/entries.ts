// site/disk/entries · what is on the disk of the page: files, folders and links in memory, with Linux's words for what goes wrong.

interface Common {
  ino: number;
  /** Its permissions, without its kind. */
  mode: number;
  links: number;
  /** Milliseconds since 1970. */
  modified: number;
  changed: number;
  born: number;
}
export interface File extends Common {
  kind: "file";
  /** May be longer than the file. */
  data: Uint8Array;
  size: number;
}
export interface Folder extends Common {
  kind: "folder";
  entries: Map<string, Entry>;
}
export interface Link extends Common {
  kind: "link";
  target: string;
}
export type Entry = File | Folder | Link;

/** Bits of a mode that no file begins with. */
export const UMASK = 0o022;

const counter = { ino: 0, time: 0 };

/** Two changes never have the same time, so that who compares times sees each change. */
export function tick(): number {
  counter.time = Math.max(Date.now(), counter.time + 0.001);
  return counter.time;
}

/** What a new entry begins with. */
export function fresh(mode: number, ino = counter.ino + 1): Common {
  counter.ino = Math.max(counter.ino, ino);
  const time = tick();
  return { ino, mode: mode & 0o7777, links: 1, modified: time, changed: time, born: time };
}

/** Notes that the content of an entry is another one now. */
export function touch(entry: Entry): void {
  entry.modified = tick();
  entry.changed = entry.modified;
}

const WORDS: Record<string, [errno: number, words: string]> = {
  EPERM: [-1, "operation not permitted"],
  ENOENT: [-2, "no such file or directory"],
  EBADF: [-9, "bad file descriptor"],
  EACCES: [-13, "permission denied"],
  EEXIST: [-17, "file already exists"],
  ENOTDIR: [-20, "not a directory"],
  EISDIR: [-21, "illegal operation on a directory"],
  EINVAL: [-22, "invalid argument"],
  ENAMETOOLONG: [-36, "name too long"],
  ENOTEMPTY: [-39, "directory not empty"],
  ELOOP: [-40, "too many symbolic links encountered"],
};

/** The error that Node gives for a system call that failed. */
export function failure(code: string, syscall: string, path?: string, dest?: string): Error {
  const [errno, words] = WORDS[code] ?? [-5, code];
  const to = dest === undefined ? "" : ` -> '${dest}'`;
  const named = path === undefined ? "" : ` '${path}'${to}`;
  const about = { ...(path !== undefined && { path }), ...(dest !== undefined && { dest }) };
  const error = new Error(`${code}: ${words}, ${syscall}${named}`);
  return Object.assign(error, { errno, code, syscall, ...about });
}

/** The code of an error of the file system. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
