// course/unit/crash · for tests of crashes: runs a module on a disk that stops at a chosen change, as a killed process would.
import callbacks from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { createRequire } from "node:module";
import net, { type Server } from "node:net";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { build } from "esbuild";
import { ROOT } from "../base/root.ts";

type Anything = (...args: unknown[]) => unknown;

/** A simulated process that runs until its disk stops. */
export interface Doomed<Exports> {
  /** What the module exports; all it reads and writes goes through the disk. */
  exports: Exports;
  /** Resolves when the disk stops; what the module does then never ends, and changes nothing more. */
  stopped: Promise<"stopped">;
}

/** Functions that change the disk. One that writes content can also stop with half of the content written. */
const CHANGING = new Set(
  ["open", "close", "fsync", "rename", "unlink", "mkdir", "rmdir", "chmod", "chown"].concat([
    "writeFile",
    "appendFile",
    "write",
    "copyFile",
  ]),
);
/** These functions are done as several smaller changes, and the disk may stop after each. */
const UNSUPPORTED = new Set(["createWriteStream", "symlink", "link", "truncate", "writev"]);

/**
 * Bundles a module of a chapter, with the packages it uses, and gives a way to load it on a disk that stops at
 * the n-th change, counted from 0. The disk is the real one, behind `node:fs` and `node:fs/promises`.
 */
export async function bundleDoomed<Exports>(
  entry: string,
): Promise<(stopsAt: number) => Doomed<Exports>> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "cjs",
    nodePaths: [join(ROOT, "node_modules")],
    write: false,
  });
  const code = compileFunction(outputFiles[0]?.text ?? "", ["require", "module", "__filename"]);
  const builtin = createRequire(import.meta.url);
  return (stopsAt) => {
    const disk = createDisk(stopsAt);
    const module: { exports?: Exports } = {};
    code(
      (name: string) => disk.modules.get(name.replace(/^node:/, "")) ?? builtin(name),
      module,
      entry,
    );
    if (module.exports === undefined) throw new Error(`${entry} exports nothing`);
    return { exports: module.exports, stopped: disk.stopped };
  };
}

const AT_ONCE = 8;

/** Runs `attempt` for each place to stop at, until an attempt ends without a stop; returns the number of stops. */
export async function stopEverywhere(
  attempt: (stopsAt: number) => Promise<"whole" | "stopped">,
): Promise<number> {
  for (let first = 0; ; first += AT_ONCE) {
    const places = Array.from({ length: AT_ONCE }, (_, at) => first + at);
    const attempts = places.map(attempt);
    await Promise.allSettled(attempts); // other attempts may still use the folders
    const whole = (await Promise.all(attempts)).indexOf("whole");
    if (whole >= 0) return first + whole;
  }
}

function createDisk(stopsAt: number) {
  let left = stopsAt;
  let isDead = false;
  let stop = (_: "stopped") => {};
  const stopped = new Promise<"stopped">((resolve) => {
    stop = resolve;
  });

  /** The system closes the sockets of a dead process. */
  const servers: Server[] = [];
  function createServer(...args: Parameters<typeof net.createServer>): Server {
    const server = net.createServer(...args);
    servers.push(server);
    return server;
  }

  /** And its files. */
  const files: FileHandle[] = [];
  function closeFiles() {
    for (const file of files) void file.close().catch(() => {}); // it may be closed already
  }

  /** Counts a change; true once the process is dead. */
  function dies(): boolean {
    if (left-- === 0) {
      isDead = true;
      for (const server of servers) server.close();
      setImmediate(closeFiles); // after a write that is done by half
      stop("stopped");
    }
    return isDead;
  }
  const forever = () => new Promise<never>(() => {});

  /** A function of node:fs/promises. */
  function promised(name: string, original: Anything): Anything {
    return async (...args) => {
      if (isDead) return forever();
      if (CHANGING.has(name)) {
        if (dies()) return forever();
        const half = halfOf(name, args);
        if (half && dies()) {
          await original(...half);
          return forever();
        }
      }
      const result = await original(...args);
      if (name === "open" && isHandle(result)) return appending(result);
      return isDead ? forever() : result;
    };
  }

  /** A file that stays open: what is added to it is a change, too. */
  function appending(file: FileHandle): FileHandle {
    files.push(file);
    const append = promised("appendFile", (_, content) => file.appendFile(`${content}`));
    return new Proxy(file, {
      get(target, name) {
        if (name === "appendFile") return (content: string) => append(target, content);
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** The files that were opened only for reading: that changes nothing. */
  const readOnly = new Set<unknown>();

  /** A function of node:fs, with a callback or synchronous. */
  function called(name: string, original: Anything): Anything {
    const isSync = name.endsWith("Sync");
    return (...args) => {
      if (name === "closeSync" && readOnly.delete(args[0])) return original(...args);
      if (!isDead && name === "openSync" && isReading(args[1])) {
        const file = original(...args);
        readOnly.add(file);
        return file;
      }
      const dead = () => {
        if (isSync && !CHANGING.has(name.slice(0, -4))) throw new Error("this process is dead");
        return undefined;
      };
      if (isDead) return dead();
      if (CHANGING.has(isSync ? name.slice(0, -4) : name)) {
        if (dies()) return dead();
        const half = halfOf(name, args);
        if (half && dies()) return void original(...half);
      }
      const last = args.at(-1);
      if (isSync || typeof last !== "function") return original(...args);
      const callback = (...results: unknown[]) => (isDead ? undefined : last(...results));
      return original(...args.slice(0, -1), callback);
    };
  }

  const wrap = (owner: object, how: (name: string, original: Anything) => Anything) =>
    Object.fromEntries(
      Object.entries(owner).map(([name, value]) => {
        if (UNSUPPORTED.has(name)) return [name, () => unsupported(name)];
        if (typeof value !== "function" || /^[A-Z]/.test(name)) return [name, value];
        return [name, Object.assign(how(name, value), value)];
      }),
    );
  const asPromised = { ...wrap(promises, promised), ...trees(wrap(promises, promised)) };
  const modules = new Map<string, unknown>([
    ["net", { ...net, createServer }],
    ["fs/promises", asPromised],
    ["fs", { ...wrap(callbacks, called), promises: asPromised }],
  ]);
  return { modules, stopped };
}

const isHandle = (value: unknown): value is FileHandle =>
  typeof value === "object" && value !== null && "appendFile" in value;

const { O_WRONLY, O_RDWR, O_CREAT } = callbacks.constants;

const isReading = (flags: unknown) =>
  typeof flags === "number" && (flags & (O_WRONLY | O_RDWR | O_CREAT)) === 0;

function unsupported(name: string): never {
  throw new Error(`course/unit/crash does not know how ${name} is interrupted: teach it`);
}

/** The arguments that write half of the content; undefined where there is none. */
function halfOf(name: string, args: unknown[]): unknown[] | undefined {
  if (!/^(writeFile|appendFile|write)(Sync)?$/.test(name)) return undefined;
  const content = args[1];
  const half =
    typeof content === "string" || content instanceof Uint8Array
      ? content.slice(0, Math.floor(content.length / 2))
      : undefined;
  if (half === undefined || half.length === 0) return undefined;
  const callback = typeof args.at(-1) === "function" ? [() => {}] : [];
  return [args[0], half, ...callback];
}

type Promised = Record<string, Anything>;

/** Copies and deletes whole trees file by file. */
function trees(disk: Record<string, unknown>): Promised {
  const fs: Promised = Object.fromEntries(
    Object.entries(disk).flatMap(([name, value]) =>
      typeof value === "function" ? [[name, (...args) => value(...args)]] : [],
    ),
  );
  const isFolder = async (path: string) =>
    (await promises.lstat(path).catch(() => undefined))?.isDirectory() ?? false;

  async function cp(from: unknown, to: unknown): Promise<void> {
    const [source, target] = [String(from), String(to)];
    if (!(await isFolder(source))) {
      await fs.mkdir?.(join(target, ".."), { recursive: true });
      await fs.copyFile?.(source, target);
      return;
    }
    await fs.mkdir?.(target, { recursive: true });
    for (const name of await promises.readdir(source))
      await cp(join(source, name), join(target, name));
  }

  async function rm(path: unknown, options: unknown): Promise<void> {
    const target = String(path);
    const isForced = typeof options === "object" && options !== null && "force" in options;
    if (await isFolder(target)) {
      for (const name of await promises.readdir(target)) await rm(join(target, name), options);
      await fs.rmdir?.(target);
    } else if (
      !isForced ||
      (await promises.lstat(target).then(
        () => true,
        () => false,
      ))
    )
      await fs.unlink?.(target);
  }

  return { cp, rm };
}
