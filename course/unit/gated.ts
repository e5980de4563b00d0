// course/unit/gated · runs modules of a chapter at a turnstile: each change of the disk, each look at it and each lock is a step.
import fs from "node:fs";
import promises, { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { compileFunction } from "node:vm";
import { build, type Plugin } from "esbuild";
import { type Mutant, mutated } from "../mutants/mutants.ts";
import { createTurnstile, type Turnstile } from "./turnstile.ts";

/** An edit of a file that is made for the test alone; the path is relative to the chapter's folder. */
export type Edit = Pick<Mutant, "file" | "old" | "new">;

/** Modules of a chapter, and the turnstile that they use now. */
export interface Gated<Exports> {
  exports: Exports;
  /** Everything from now on goes through a new turnstile. What still waits at the one before never goes on. */
  begin(...args: Parameters<typeof createTurnstile>): Turnstile;
}

/** What waits at the turnstile: the clock, reading a state file, taking a lock; and who is at work, by name. */
const SEAMS: Edit[] = [
  {
    file: "../shared/clock.ts",
    old: "export const clock = createClock();",
    new: "export const clock = turnstile.clock;",
  },
  {
    file: "../shared/screen.ts",
    old: "return labels.run(label, work);",
    new: "return turnstile.as(label, () => labels.run(label, work));",
  },
  {
    file: "../shared/stateFile.ts",
    old: "read: async (id) => (stamp(id) === undefined ? undefined : loadOne(id)),",
    new: `read: (id) =>
      turnstile.step("reads " + nameOf(id), () => (stamp(id) === undefined ? undefined : loadOne(id))),`,
  },
  {
    file: "../shared/lock.ts",
    old: "export async function hold(path: string): Promise<Held | undefined> {",
    new: `export const hold = (path: string) => turnstile.step("takes the lock " + path, () => holdNow(path));
async function holdNow(path: string): Promise<Held | undefined> {`,
  },
];

/** Bundles what `entry` exports, a text with imports relative to the folder of the chapter. The packages stay outside. */
export async function bundleGated<Exports>(
  chapter: string,
  entry: string,
  edits: Edit[] = [],
): Promise<Gated<Exports>> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: chapter, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    packages: "external",
    write: false,
    logLevel: "error",
    external: ["../practice/api/fetch.ts"], // the model comes from the test
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(chapter, "code.ts"))) },
    plugins: [editing(chapter, [...SEAMS, ...edits])],
  });
  const code = compileFunction(outputFiles[0]?.text ?? "", ["require", "module", "turnstile"]);
  let now = createTurnstile([], () => {});
  const module: { exports?: Exports } = {};
  code(
    requireGated(chapter, () => now),
    module,
    standingFor(() => now),
  );
  if (module.exports === undefined) throw new Error(`${entry} exports nothing`);
  const begin = (...args: Parameters<typeof createTurnstile>) => {
    now = createTurnstile(...args);
    return now;
  };
  return { exports: module.exports, begin };
}

/** Throws unless each edit was made. */
function editing(chapter: string, edits: Edit[]): Plugin {
  const open = new Set(edits);
  const edited = (text: string, edit: Edit) => {
    open.delete(edit);
    return mutated(text, { breaks: "", ...edit });
  };
  return {
    name: "edits",
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const its = edits.filter(({ file }) => join(chapter, file) === path);
        if (its.length === 0) return undefined;
        return { contents: its.reduce(edited, await readFile(path, "utf8")), loader: "ts" };
      });
      bundler.onEnd(() => {
        for (const { file } of open) throw new Error(`${file} is not used, so it is not edited`);
      });
    },
  };
}

/** The one that is used now; the modules are loaded once, and keep this one. */
function standingFor(now: () => Turnstile): Pick<Turnstile, "as" | "step" | "clock"> {
  return {
    as: (who, work) => now().as(who, work),
    step: (what, action) => now().step(what, action),
    clock: {
      now: () => now().clock.now(),
      elapsed: () => now().clock.elapsed(),
      after: (ms, action) => now().clock.after(ms, action),
      every: (ms, action) => now().clock.every(ms, action),
      sleep: (ms, signal) => now().clock.sleep(ms, signal),
      setNow: (time) => now().clock.setNow(time),
      advance: (ms) => now().clock.advance(ms),
      armed: () => 0,
      settle: () => true,
      onTimer() {},
    },
  };
}

function requireGated(chapter: string, now: () => Turnstile) {
  const require = createRequire(join(chapter, "package.json"));
  const modules = new Map<string, unknown>([
    ["fs/promises", gatedDisk(now)],
    ["timers/promises", { setTimeout: () => now().sleep("waits for a lock") }],
  ]);
  return (name: string) => modules.get(name.replace(/^node:/, "")) ?? require(name);
}

const VERBS: Record<string, string> = {
  readdir: "lists",
  readFile: "reads",
  rename: "moves",
  rm: "removes",
  rmdir: "removes",
  unlink: "removes",
  writeFile: "writes",
};

const withSlashes = (path: unknown) => String(path).replaceAll(sep, "/");

/** Functions with two paths. */
const TWO = new Set(["rename", "copyFile", "cp", "link"]);

type Anything = (...args: unknown[]) => unknown;

/**
 * The disk, a step for each call. Each is done by the synchronous function of that name, which takes less time. Nothing
 * here is about a loss of power, so nothing is flushed.
 */
function gatedDisk(now: () => Turnstile) {
  const gate = (name: string, original: Anything): Anything => {
    const pathsOf = (args: unknown[]) =>
      args
        .slice(0, TWO.has(name) ? 2 : 1)
        .map(withSlashes)
        .join(" → ");
    return async (...args) => {
      const action = () => original(...args.map(unflushed));
      if (name === "mkdir") return action(); // made twice, a folder is the same
      try {
        return await now().step(`${VERBS[name] ?? name} ${pathsOf(args)}`, action);
      } finally {
        if (name === "rmdir") now().wake(); // a lock was released
      }
    };
  };
  const gated = Object.entries({ ...promises, ...atOnce() }).map(([name, value]) => [
    name,
    isFunction(value) ? gate(name, value) : value,
  ]);
  return Object.fromEntries(gated);
}

/** The synchronous functions of the disk, by the names of the others. */
function atOnce(): Record<string, unknown> {
  const named = Object.entries(fs).filter(([name]) => /^[a-z]+Sync$/i.test(name));
  const { open: _, ...rest } = Object.fromEntries(
    named.map(([name, value]) => [name.slice(0, -"Sync".length), value]),
  ); // a number stands for an opened file there, and here an object
  return rest;
}

const isFunction = (value: unknown): value is Anything => typeof value === "function";

const unflushed = (value: unknown) =>
  typeof value === "object" && value !== null && "flush" in value
    ? { ...value, flush: false }
    : value;
