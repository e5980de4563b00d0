// site/node/fs-calls · the calls of node:fs over the disk of the page, synchronously. fs.ts makes the other two forms of them.
import {
  list,
  makeFolder,
  makeLink,
  mayAccess,
  nameAgain,
  realPath,
  remove,
  removeFolder,
  rename,
  setMode,
  setTime,
  targetOf,
  unlink,
} from "../disk/changes.ts";
import { codeOf, failure } from "../disk/entries.ts";
import {
  close,
  contentOf,
  type Open,
  open,
  openedAt,
  readInto,
  resize,
  writeBytes,
} from "../disk/open.ts";
import { get } from "../disk/paths.ts";
import { Dirent, type Listed, statsOf } from "./fs-stats.ts";

type Path = string | URL | Uint8Array;
type Data = string | ArrayBufferView;
type Encoding = BufferEncoding | "buffer" | null | undefined;
export interface Options {
  encoding?: Encoding;
  flag?: string | number;
  mode?: number;
  recursive?: boolean;
  force?: boolean;
  withFileTypes?: boolean;
  bigint?: boolean;
  throwIfNoEntry?: boolean;
  dereference?: boolean;
  errorOnExist?: boolean;
}
type Given = Options | Encoding;

const optionsOf = (given: Given): Options =>
  typeof given === "string" ? { encoding: given } : (given ?? {});

/** A path as text. */
export function textOf(path: Path): string {
  if (typeof path === "string") return path;
  return path instanceof URL ? decodeURIComponent(path.pathname) : new TextDecoder().decode(path);
}

/** What is to be written, as bytes. */
export function bytesOf(data: Data, given?: Given): Uint8Array {
  const { encoding } = optionsOf(given);
  if (typeof data === "string")
    return Buffer.from(data, encoding === "buffer" ? "utf8" : (encoding ?? "utf8"));
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function decoded(bytes: Uint8Array, given: Given): string | Uint8Array {
  const { encoding = null } = optionsOf(given);
  const buffer = Buffer.from(bytes);
  return encoding === null || encoding === "buffer" ? buffer : buffer.toString(encoding);
}

/** Does something with a file that is open, or is opened for it. */
function withFile<Result>(
  file: Path | number | { fd: number },
  { flag = "r", mode = 0o666 }: Options,
  action: (open: Open) => Result,
): Result {
  if (typeof file === "number") return action(openedAt(file, "open"));
  if (typeof file === "object" && "fd" in file) return action(openedAt(file.fd, "open"));
  const fd = open(textOf(file), flag, mode);
  try {
    return action(openedAt(fd, "open"));
  } finally {
    close(fd);
  }
}

function statOf(path: Path, options: Options | undefined, syscall: string, follow: boolean) {
  try {
    return statsOf(get(textOf(path), syscall, follow), options?.bigint);
  } catch (error) {
    if (options?.throwIfNoEntry === false && ["ENOENT", "ENOTDIR"].includes(codeOf(error)))
      return undefined;
    throw error;
  }
}

function exists(path: Path): boolean {
  try {
    get(textOf(path), "access");
    return true;
  } catch {
    return false; // whatever is wrong with the path, nothing can be read there
  }
}

function listed(top: string, isDeep: boolean, above = top): Listed[] {
  return list(above).flatMap(([name, { kind }]) => {
    const below = isDeep && kind === "folder" ? listed(top, isDeep, `${above}/${name}`) : [];
    return [{ name, parentPath: above, kind }, ...below];
  });
}

function copyFile(from: Path, to: Path, mode = 0): void {
  const entry = get(textOf(from), "copyfile");
  if (entry.kind !== "file") throw failure("EISDIR", "copyfile", textOf(from), textOf(to));
  const content = contentOf(entry);
  withFile(to, { flag: mode & 1 ? "wx" : "w", mode: entry.mode }, (file) =>
    writeBytes(file, content),
  );
}

const problem = (message: string, code: string) => Object.assign(new Error(message), { code });

function cp(from: string, to: string, options: Options = {}): void {
  const entry = get(from, "cp", options.dereference === true);
  if (entry.kind === "folder") {
    if (!options.recursive)
      throw problem(`Recursive option not enabled: ${from} is a directory`, "ERR_FS_EISDIR");
    makeFolder(to, true);
    for (const [name] of list(from)) cp(`${from}/${name}`, `${to}/${name}`, options);
  } else if (entry.kind === "link") {
    remove(to, false, true);
    makeLink(entry.target, to);
  } else if (options.force !== false || !exists(to)) copyFile(from, to);
  else if (options.errorOnExist) throw problem(`Target already exists: ${to}`, "ERR_FS_CP_EEXIST");
}

const milliseconds = (time: Date | number | string) =>
  time instanceof Date ? time.getTime() : Number(time) * 1000;

const NAME_LETTERS = 6;
const randomName = () =>
  Math.random().toString(36).slice(2).padEnd(NAME_LETTERS, "0").slice(0, NAME_LETTERS);

/** How many bytes of a buffer, and from where: by one object, or by three numbers. */
interface Part {
  offset?: number | null;
  length?: number | null;
  position?: number | bigint | null;
}

function part(target: Uint8Array, { offset, length }: Part) {
  const from = offset ?? 0;
  return target.subarray(from, length == null ? undefined : from + length);
}

const placeOf = (position: Part["position"]) =>
  position == null || Number(position) < 0 ? undefined : Number(position);

function read(
  fd: number,
  target: Uint8Array,
  first?: Part | number | null,
  length?: number | null,
  position?: number | bigint | null,
): number {
  const given = typeof first === "object" && first ? first : { offset: first, length, position };
  return readInto(openedAt(fd, "read"), part(target, Object(given)), placeOf(given.position));
}

function write(
  fd: number,
  data: Data,
  first?: number | null,
  length?: number | string | null,
  position?: number | null,
): number {
  const file = openedAt(fd, "write");
  if (typeof data === "string") return writeBytes(file, bytesOf(data), placeOf(first));
  const bytes = part(bytesOf(data), {
    offset: first ?? 0,
    length: Number(length ?? data.byteLength),
  });
  return writeBytes(file, bytes, placeOf(position));
}

/** By their names without "Sync". */
export const calls = {
  access(path: Path, wanted = 0) {
    if (!mayAccess(get(textOf(path), "access"), wanted))
      throw failure("EACCES", "access", textOf(path));
  },
  exists,
  readFile: (path: Path | number | { fd: number }, given?: Given) =>
    withFile(path, optionsOf(given), ({ entry }) => {
      if (entry.kind !== "file") throw failure("EISDIR", "read");
      return decoded(contentOf(entry), given);
    }),
  writeFile(path: Path | number | { fd: number }, data: Data, given?: Given) {
    withFile(path, { flag: "w", ...optionsOf(given) }, (file) =>
      writeBytes(file, bytesOf(data, given)),
    );
  },
  appendFile(path: Path | number | { fd: number }, data: Data, given?: Given) {
    withFile(path, { flag: "a", ...optionsOf(given) }, (file) =>
      writeBytes(file, bytesOf(data, given)),
    );
  },
  mkdir(path: Path, given?: Options | number) {
    const { recursive = false, mode } = typeof given === "object" ? given : { mode: given };
    return makeFolder(textOf(path), recursive, mode);
  },
  mkdtemp(prefix: string) {
    const path = prefix + randomName();
    makeFolder(path, false, 0o700);
    return path;
  },
  readdir(path: Path, given?: Given) {
    const { recursive = false, withFileTypes } = optionsOf(given);
    const top = textOf(path);
    const found = listed(top, recursive);
    return withFileTypes
      ? found.map((one) => new Dirent(one))
      : found.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(top.length + 1));
  },
  stat: (path: Path, options?: Options) => statOf(path, options, "stat", true),
  lstat: (path: Path, options?: Options) => statOf(path, options, "lstat", false),
  fstat: (fd: number, options?: Options) => statsOf(openedAt(fd, "fstat").entry, options?.bigint),
  realpath: (path: Path) => realPath(textOf(path)),
  rename: (from: Path, to: Path) => rename(textOf(from), textOf(to)),
  rm: (path: Path, options?: Options) => remove(textOf(path), options?.recursive, options?.force),
  rmdir: (path: Path) => removeFolder(textOf(path)),
  unlink: (path: Path) => unlink(textOf(path)),
  symlink: (target: Path, path: Path) => makeLink(textOf(target), textOf(path)),
  link: (from: Path, to: Path) => nameAgain(textOf(from), textOf(to)),
  readlink: (path: Path) => targetOf(textOf(path)),
  chmod: (path: Path, mode: number) => setMode(get(textOf(path), "chmod"), Number(mode)),
  fchmod: (fd: number, mode: number) => setMode(openedAt(fd, "fchmod").entry, mode),
  chown() {}, // there is one user
  fsync: (fd: number) => void openedAt(fd, "fsync"),
  fdatasync: (fd: number) => void openedAt(fd, "fdatasync"),
  utimes: (path: Path, _read: unknown, modified: Date | number | string) =>
    setTime(get(textOf(path), "utime"), milliseconds(modified)),
  truncate: (path: Path, size = 0) => resize(get(textOf(path), "open"), size),
  ftruncate: (fd: number, size = 0) => resize(openedAt(fd, "ftruncate").entry, size),
  open: (path: Path, flags?: string | number, mode?: number) => open(textOf(path), flags, mode),
  close,
  read,
  write,
  copyFile,
  cp: (from: Path, to: Path, options?: Options) => cp(textOf(from), textOf(to), options),
};
