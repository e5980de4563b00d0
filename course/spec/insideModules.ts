// course/spec/insideModules · Node's modules for an agent that runs in this process: relative to its folder, and noted for its end.
import asyncHooks, { AsyncLocalStorage } from "node:async_hooks";
import childProcess, { ChildProcess } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import net, { type Server, Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Ended, type Held } from "./held.ts";
import { type Timers, timerPromisesFor } from "./insideTimers.ts";

/** Where an agent is: with this begin relative paths and its children. */
export interface Place {
  cwd: string;
  env: Record<string, string | undefined>;
  /** Called when the agent may have changed a file, before it goes on. */
  touched?: (() => void) | undefined;
}

/** What a program does not stay for. */
const left = new WeakSet<object>();

type Call = (...args: unknown[]) => unknown;

/** `require` for the file of an agent. All modules that could show it this process are its own. */
export function requireFor(
  file: string,
  place: Place,
  held: Held,
  own: Timers & { process: object },
) {
  const require = createRequire(file);
  const { process, ...timers } = own;
  const files = filesFor(place, held);
  const modules: Record<string, object> = {
    async_hooks: hooksFor(held),
    child_process: childrenFor(place, held),
    fs: files,
    "fs/promises": files.promises,
    net: netFor(held),
    os: systemFor(place),
    path: pathFor(place),
    process,
    timers: timers,
    "timers/promises": timerPromisesFor(held),
  };
  const find = (name: string) => {
    const bare = name.replace(/^node:/, "");
    if (OUT_OF_SIGHT.includes(bare))
      throw new Error(`An agent that uses ${name} needs { real: true }.`);
    return Object.hasOwn(modules, bare) ? modules[bare] : require(name);
  };
  return Object.assign(find, require);
}

/** Node asks each storage at each promise of the process, so those of an ended agent have to go. */
const hooksFor = (held: Held): typeof asyncHooks => ({
  ...asyncHooks,
  AsyncLocalStorage: class<Store> extends AsyncLocalStorage<Store> {
    gone = held.add({ name: "a storage", kind: "", end: () => this.disable(), keeps: () => false });
  },
});

/** What these open would not be seen, and would stay. */
const OUT_OF_SIGHT = ["http", "https", "http2", "tls", "dgram", "cluster", "inspector"];

/** The same module with other functions; `change` gets each under its name. */
function withCalls<Module extends object>(
  module: Module,
  change: (name: string, call: Call) => Call,
): Module {
  const changed = Object.entries(module)
    .filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name))
    .map(([name, value]) => [name, Object.assign(change(name, value), value)]);
  return { ...module, ...Object.fromEntries(changed) };
}

const refuse = () => {
  throw new Ended();
};

/** What an ended agent still does to files has no effect, and none of its code goes on after it. */
function filesFor(place: Place, held: Held): typeof fs {
  const promises = withCalls(fs.promises, (name, call) => (...args) => {
    if (held.isOver()) return new Promise(() => {});
    const result = call(...placed(name, args, place));
    if (place.touched && result instanceof Promise) result.then(place.touched, place.touched);
    return result instanceof Promise ? held.whileAlive(result, "FSReqPromise") : result;
  });
  const files = withCalls(fs, (name, call) => (...args) => {
    if (held.isOver()) refuse();
    const given = placed(name, args, place);
    const back = given.at(-1);
    if (typeof back === "function" && !name.endsWith("Sync"))
      given.splice(-1, 1, callbackFor(held, back, place));
    return call(...given);
  });
  return { ...files, promises };
}

function callbackFor(held: Held, back: CallableFunction, { touched }: Place): Call {
  const done = held.add({ name: "a file", kind: "FSReqCallback", end() {}, keeps: () => true });
  return (...results) => {
    done();
    touched?.();
    if (!held.isOver()) back(...results);
  };
}

/** What these take second is a path, too. */
const TWO_PATHS = /^(rename|copyFile|cp|link)(Sync)?$/;

/** The arguments of a call of `fs`, with the paths made absolute. What a link says stays as it is. */
function placed(name: string, args: unknown[], { cwd }: Place): unknown[] {
  const isPath = (at: number) => {
    if (name.startsWith("symlink")) return at === 1;
    return at === 0 || (at === 1 && TWO_PATHS.test(name));
  };
  return args.map((value, at) =>
    typeof value === "string" && isPath(at) && !path.isAbsolute(value) ? `${cwd}/${value}` : value,
  );
}

const pathFor = ({ cwd }: Place): typeof path => ({
  ...path,
  resolve: (...parts) => path.resolve(cwd, ...parts),
  relative: (from, to) => path.relative(path.resolve(cwd, from), path.resolve(cwd, to)),
});

const systemFor = ({ env }: Place): typeof os => ({
  ...os,
  homedir: () => env.HOME || os.homedir(),
  tmpdir: () => env.TMPDIR || os.tmpdir(),
});

/** The place of a child is the agent's, unless the agent says another one. */
function childrenFor(place: Place, held: Held): typeof childProcess {
  const module = withCalls(childProcess, (_name, call) => (...args) => {
    if (held.isOver()) refuse();
    const child = call(...inPlace(args, place));
    if (child instanceof ChildProcess) keepChild(child, held);
    return child;
  });
  const execFile: Call = (...args) =>
    new Promise((resolve, reject) => {
      const back = (error: Error | null, stdout: unknown, stderr: unknown) =>
        error ? reject(Object.assign(error, { stdout, stderr })) : resolve({ stdout, stderr });
      Reflect.apply(module.execFile, undefined, [...args, back]);
    });
  Object.assign(module.execFile, { [promisify.custom]: execFile });
  return module;
}

/** The arguments of spawn and its kin, with the options there: after the command and its words, before a callback. */
function inPlace(args: unknown[], { cwd, env }: Place): unknown[] {
  const at = Array.isArray(args[1]) ? 2 : 1;
  const given = args[at];
  const isGiven = typeof given === "object" && given !== null;
  const options = { env, ...(isGiven && given), cwd: folderOf(isGiven ? given : {}, cwd) };
  return args.toSpliced(at, isGiven || given === undefined ? 1 : 0, options);
}

const folderOf = (options: object, cwd: string) =>
  "cwd" in options && typeof options.cwd === "string" ? path.resolve(cwd, options.cwd) : cwd;

/**
 * A program does not end with the one that started it: it must be ended, or it is a leak. But the pipes between them are
 * closed at the end, as the system does it, and a program that reads from one may end by that.
 */
function keepChild(child: ChildProcess, held: Held): void {
  const gone = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  Object.assign(child, { unref: () => left.add(child) });
  const done = held.add({
    name: `the program ${child.spawnargs.join(" ")}`,
    kind: "ProcessWrap",
    end() {
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    },
    keeps: () => !left.has(child) && child.exitCode === null && child.signalCode === null,
    gone,
    force: () => child.kill("SIGKILL"),
  });
  void gone.then(done);
}

function netFor(held: Held): typeof net {
  return withCalls(net, (_name, call) => (...args) => {
    if (held.isOver()) refuse();
    const opened = call(...args);
    if (opened instanceof Socket) keepSocket(opened, held);
    if (opened instanceof net.Server) keepServer(opened, held);
    return opened;
  });
}

function keepSocket(socket: Socket, held: Held): void {
  const gone = new Promise<void>((resolve) => socket.once("close", resolve));
  const end = () => void socket.destroy();
  void gone.then(
    held.add({ name: "a socket", kind: "TCPSocketWrap", end, keeps: () => true, gone }),
  );
}

function keepServer(server: Server, held: Held): void {
  const gone = new Promise<void>((resolve) => server.once("close", resolve));
  server.on("connection", (socket: Socket) => keepSocket(socket, held));
  const end = () => void server.close();
  Object.assign(server, { unref: () => left.add(server) });
  const keeps = () => !left.has(server) && server.listening;
  void gone.then(held.add({ name: "a server", kind: "TCPServerWrap", end, keeps, gone }));
}
