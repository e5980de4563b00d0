// site/host/program-globals · the globals of Node that agents and packages name. The build puts them before every file.
import { Buffer } from "buffer/";
import { save } from "../disk/image.ts";
import { disk } from "../disk/paths.ts";
import "../node/clockwork.ts";
import { EventEmitter } from "../node/events.ts";
import { link } from "./link.ts";

/** Thrown by `process.exit`, so that nothing after it runs. */
export class Ended extends Error {}

class Output extends EventEmitter {
  isTTY = false;
  columns = 80;
  readonly #fd: 1 | 2;
  constructor(fd: 1 | 2) {
    super();
    this.#fd = fd;
  }
  write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    if (text !== "" && !program.isOver) link.post({ type: "out", fd: this.#fd, text });
    const done = rest.find((one) => typeof one === "function");
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  }
}

export class Input extends EventEmitter {
  isTTY = false;
  #rest = "";
  /** Tells of bytes, and of the lines in them. */
  take(text: string) {
    this.emit("data", Buffer.from(text));
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.emit("line", line);
  }
  resume() {
    return this;
  }
  pause() {
    return this;
  }
  setEncoding() {
    return this;
  }
}

/** The one program of this worker. */
export const program = { isOver: false };

/** Ends the program, and hands over the disk as it is. */
export function die(code: number | null, signal: string | null, crash?: string): void {
  if (program.isOver) return;
  program.isOver = true;
  const image = save();
  link.post({ type: "exit", code, signal, image, ...(crash !== undefined && { crash }) });
}

const MEGABYTE = 1024 * 1024;

class Process extends EventEmitter {
  env: Record<string, string | undefined> = {};
  argv = ["node", ""];
  execArgv: string[] = [];
  execPath = "/usr/bin/node";
  platform = "linux";
  arch = "x64";
  pid = 4241;
  version = "v20.20.0";
  versions = { node: "20.20.0" };
  exitCode: number | undefined;
  stdin = new Input();
  stdout = new Output(1);
  stderr = new Output(2);
  cwd = () => disk.cwd;
  nextTick = (action: (...given: unknown[]) => void, ...given: unknown[]) =>
    queueMicrotask(() => action(...given));
  hrtime = Object.assign(() => [0, 0], {
    bigint: () => BigInt(Math.round(performance.now() * 1e6)),
  });
  uptime = () => performance.now() / 1000;
  memoryUsage = () => ({ rss: 64 * MEGABYTE, heapUsed: 32 * MEGABYTE });
  umask = () => 0o022;
  getuid = () => 1000;
  kill = () => true;
  emitWarning = (warning: unknown) => void this.stderr.write(`${warning}\n`);
  exit = (code = this.exitCode ?? 0): never => {
    this.exitCode = code;
    this.emit("exit", code);
    die(this.exitCode, null);
    throw new Ended();
  };
}

export const process = new Process();
process.setMaxListeners(0);
/** What `setImmediate` is before a program has patched it. */
export const setImmediate = (action: (...given: unknown[]) => void, ...given: unknown[]) =>
  Object(globalThis).setImmediate(action, ...given);
export const clearImmediate = () => {};
export { Buffer };

Object.assign(globalThis, { Buffer, process, global: globalThis, clearImmediate });

/** What nobody has caught ends the program, as in Node. */
function crash(error: unknown) {
  if (error instanceof Ended) return;
  const text = error instanceof Error ? (error.stack ?? String(error)) : `Uncaught: ${error}`;
  process.stderr.write(`${text}\n\nNode.js ${process.version}\n`);
  die(1, null, text);
}
addEventListener("error", (event) => {
  event.preventDefault();
  crash(event.error);
});
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  crash(event.reason);
});
