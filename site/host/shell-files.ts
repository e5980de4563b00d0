// site/host/shell-files · the disk of the page as just-bash wants it. What is written to a sink is the output of a command.
import type { IFileSystem } from "just-bash";
import { later } from "../node/clockwork.ts";
import { calls } from "../node/fs-calls.ts";

/** Takes what commands print, by a path that is no file. */
export const sinks = new Map<string, (bytes: Uint8Array) => void>();

type Given = { encoding?: string | null } | string | undefined;
type Content = string | Uint8Array;

const encodingOf = (given: Given) => (typeof given === "string" ? given : given?.encoding);
const bufferEncoding = (given: Given): BufferEncoding => {
  const name = encodingOf(given) ?? "utf8";
  return name === "binary" || !Buffer.isEncoding(name) ? "latin1" : name;
};

const bytesOf = (content: Content, given: Given): Uint8Array =>
  typeof content === "string" ? Buffer.from(content, bufferEncoding(given)) : content;

const SINK = { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0o600, size: 0 };

function statOf(path: string, stat: typeof calls.stat) {
  if (sinks.has(path)) return { ...SINK, mtime: new Date(0) };
  const found = Object(stat(path));
  return {
    isFile: found.isFile(),
    isDirectory: found.isDirectory(),
    isSymbolicLink: found.isSymbolicLink(),
    mode: found.mode & 0o7777,
    ...{ size: found.size, mtime: found.mtime, ino: found.ino, dev: found.dev },
  };
}

function write(path: string, content: Content, given: Given, put: typeof calls.writeFile): void {
  const bytes = bytesOf(content, given);
  const sink = sinks.get(path);
  if (sink) {
    if (bytes.length > 0) sink(bytes);
  } else if (path !== "/dev/null") put(path, bytes);
}

function names(path: string) {
  return calls.readdir(path, { withFileTypes: true }).map((one) => {
    const entry = Object(one);
    return {
      name: String(entry.name),
      isFile: entry.isFile(),
      isDirectory: entry.isDirectory(),
      isSymbolicLink: entry.isSymbolicLink(),
    };
  });
}

function remove(path: string, options: { recursive?: boolean; force?: boolean } = {}) {
  const isFolder = Object(calls.lstat(path, { throwIfNoEntry: false }))?.isDirectory?.();
  if (isFolder && !options.recursive) return calls.rmdir(path);
  return calls.rm(path, options);
}

function resolvePath(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

const contentOf = (path: string) => Buffer.from(Object(calls.readFile(path)));

export const shellFiles: IFileSystem = {
  readFile: (path, given) => later(() => contentOf(path).toString(bufferEncoding(given))),
  readFileBuffer: (path) => later(() => new Uint8Array(contentOf(path))),
  writeFile: (path, content, given) => later(() => write(path, content, given, calls.writeFile)),
  appendFile: (path, content, given) => later(() => write(path, content, given, calls.appendFile)),
  exists: (path) => later(() => sinks.has(path) || calls.exists(path)),
  stat: (path) => later(() => statOf(path, calls.stat)),
  lstat: (path) => later(() => statOf(path, calls.lstat)),
  mkdir: (path, options) => later(() => void calls.mkdir(path, options ?? {})),
  readdir: (path) => later(() => names(path).map(({ name }) => name)),
  readdirWithFileTypes: (path) => later(() => names(path)),
  rm: (path, options) => later(() => remove(path, options)),
  cp: (from, to, options) => later(() => calls.cp(from, to, options ?? {})),
  mv: (from, to) => later(() => calls.rename(from, to)),
  chmod: (path, mode) => later(() => calls.chmod(path, mode)),
  symlink: (target, path) => later(() => calls.symlink(target, path)),
  link: (from, to) => later(() => calls.link(from, to)),
  readlink: (path) => later(() => calls.readlink(path)),
  realpath: (path) => later(() => (sinks.has(path) ? path : calls.realpath(path))),
  utimes: (path, read, modified) => later(() => calls.utimes(path, read, modified)),
  resolvePath,
  getAllPaths: () => [],
};
