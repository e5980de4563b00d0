// site/node/fs-handle · open files as objects, and streams from and to files.
import { openedAt, readInto, writeBytes } from "../disk/open.ts";
import { EventEmitter } from "./events.ts";
import { bytesOf, calls, type Options } from "./fs-calls.ts";

type Data = string | ArrayBufferView;
const CHUNK = 65_536;

interface ReadOptions {
  signal?: AbortSignal;
  start?: number;
  end?: number;
  encoding?: BufferEncoding;
  highWaterMark?: number;
}

/** The part of node:fs's stream that is used: it can be iterated. */
export function createReadStream(path: string, options: ReadOptions = {}) {
  const { signal, start = 0, end = Number.POSITIVE_INFINITY, encoding } = options;
  const { highWaterMark = CHUNK } = options;
  return {
    async *[Symbol.asyncIterator]() {
      const fd = calls.open(path);
      try {
        for (let at = start; at <= end; ) {
          signal?.throwIfAborted();
          const chunk = Buffer.alloc(Math.min(highWaterMark, end - at + 1));
          const size = readInto(openedAt(fd, "read"), chunk, at);
          if (size === 0) return;
          at += size;
          yield encoding ? chunk.toString(encoding, 0, size) : chunk.subarray(0, size);
        }
      } finally {
        calls.close(fd);
      }
    },
  };
}

/** A stream to an open file. */
class FileStream extends EventEmitter {
  writable = true;
  destroyed = false;
  writableFinished = false;
  readonly #fd: number;
  #failed = false;
  constructor(fd: number) {
    super();
    this.#fd = fd;
  }
  write(data: Data, ...rest: unknown[]): boolean {
    try {
      writeBytes(openedAt(this.#fd, "write"), bytesOf(data));
    } catch (error) {
      this.#failed = true;
      queueMicrotask(() => this.emit("error", error));
    }
    const done = rest.find((one) => typeof one === "function");
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  }
  end(data?: Data): this {
    if (data !== undefined) this.write(data);
    queueMicrotask(() => this.#finish(!this.#failed));
    return this;
  }
  destroy(): this {
    queueMicrotask(() => this.#finish(false));
    return this;
  }
  #finish(isGood: boolean) {
    if (this.destroyed) return;
    this.destroyed = true;
    calls.close(this.#fd);
    this.writableFinished = isGood;
    if (isGood) this.emit("finish");
    this.emit("close");
  }
}

export const createWriteStream = (path: string, options: { flags?: string; mode?: number } = {}) =>
  new FileStream(calls.open(path, options.flags ?? "w", options.mode));

/** What `open` of node:fs/promises gives. */
export class FileHandle {
  readonly fd: number;
  constructor(fd: number) {
    this.fd = fd;
  }
  async read(
    first?:
      | Uint8Array
      | { buffer?: Uint8Array; offset?: number; length?: number; position?: number },
    offset?: number | null,
    length?: number | null,
    position?: number | null,
  ) {
    const given = first instanceof Uint8Array ? { buffer: first, offset, length, position } : first;
    const buffer = given?.buffer ?? Buffer.alloc(CHUNK);
    const { buffer: _, ...part } = given ?? {};
    return { bytesRead: calls.read(this.fd, buffer, part), buffer };
  }
  async write(data: Data, first?: number | null, length?: number | null, position?: number | null) {
    return { bytesWritten: calls.write(this.fd, data, first, length, position), buffer: data };
  }
  async readFile(given?: Options | BufferEncoding) {
    return calls.readFile(this.fd, given);
  }
  async writeFile(data: Data) {
    writeBytes(openedAt(this.fd, "write"), bytesOf(data));
  }
  async appendFile(data: Data) {
    return this.writeFile(data);
  }
  async stat(options?: Options) {
    return calls.fstat(this.fd, options);
  }
  async sync() {
    calls.fsync(this.fd);
  }
  async datasync() {
    calls.fsync(this.fd);
  }
  async chmod(mode: number) {
    calls.fchmod(this.fd, mode);
  }
  async truncate(size?: number) {
    calls.ftruncate(this.fd, size);
  }
  async close() {
    calls.close(this.fd);
  }
  createWriteStream() {
    return new FileStream(this.fd);
  }
  async [Symbol.asyncDispose]() {
    await this.close();
  }
}
