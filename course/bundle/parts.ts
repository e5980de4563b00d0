// course/bundle/parts · what is the same in every chapter, its packages and the practice model's mind, is bundled once.
import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import type { OnResolveArgs, PluginBuild } from "esbuild";
import { ROOT } from "../base/root.ts";
import { build, RUNNER } from "./build.ts";
import { freshEntry, hashOf } from "./cache.mjs";
import { type Kept, keep } from "./store.ts";

/** Modules in a bundle of their own, each run when it is first wanted. */
export interface Part {
  kept: Kept;
  /** Where the modules are. */
  paths: string[];
}

const PRACTICE = join(ROOT, "practice") + sep;
/** The rooms that every chapter stands on. */
const GROUND = [join(ROOT, "shared") + sep, PRACTICE];
/** Marks a question to esbuild that this file asks itself. */
const ASKED = Symbol("asked");

/** The modules that a chapter takes from parts, by their paths. */
export interface Wanted {
  /** Those of packages, which files of the course import. */
  packages: Set<string>;
  /** What the practice model imports while it runs. None has a state or an error class that other files look at. */
  minds: Set<string>;
  /** Those of `shared/` and `practice/` that files of the chapter import. */
  ground: Set<string>;
}

type Find = PluginBuild["resolve"];

export const nothing = (): Wanted => ({ packages: new Set(), minds: new Set(), ground: new Set() });

/**
 * A plugin that takes from these parts what belongs to them, and notes it in `wanted`. What no part has is left out.
 * Where a file of the ground is edited, the ground is no part but the chapter's own: then it `isApart`.
 */
export const takeParts =
  (parts: Part[], wanted: Wanted, isApart = false) =>
  ({ onResolve, onLoad, resolve: find }: PluginBuild) => {
    onResolve({ filter: ELSEWHERE }, async (args) => {
      const path = await pathOf(args, find);
      const part = path && partWith(path, args.importer, args.kind === "dynamic-import");
      if (!part || (isApart && part === "ground")) return undefined;
      wanted[part].add(path);
      return parts.some(({ paths }) => paths.includes(path))
        ? { path, namespace: "part" }
        : { path, external: true };
    });
    onResolve({ filter: /.*/, namespace: "part" }, ({ path }) => ({ path, namespace: "object" }));
    for (const [namespace, contentsOf] of [
      ["part", exportsOf],
      ["object", ({ kept }: Part, at: number) => `module.exports = ${gotten(kept.output, at)};`],
    ] as const)
      onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const part = parts.find(({ paths }) => paths.includes(path));
        return part && { contents: contentsOf(part, part.paths.indexOf(path)) };
      });
  };

const MIND = /\/(brain|hints)\.ts$/;

/** How packages are imported, the modules of the practice model that it reads when it needs them, and the ground. */
const ELSEWHERE = /^[^./]|\/(brain|hints)\.ts$|^(\.\.\/)+(shared|practice)\//;

/** All packages are in one part, each piece of the practice model's mind in one, and the ground in one that takes from these. */
export async function findParts({ packages, minds, ground }: Wanted): Promise<Part[]> {
  const paths = [...ground].toSorted();
  const [ofGround = [], itsMinds = []] =
    paths.length > 0 ? (await partOf(paths, "wants")).kept.names : [];
  const all = [...new Set([...packages, ...ofGround])].toSorted();
  const parts = await Promise.all([
    ...(all.length > 0 ? [partOf(all, "packages")] : []),
    ...[...new Set([...minds, ...itsMinds])].toSorted().map((mind) => partOf([mind], "mind")),
  ]);
  return paths.length > 0 ? [...parts, await partOf(paths, "ground", parts)] : parts;
}

/** Where packages are: the same for all of the course. */
const asked = new Map<string, ReturnType<Find>>();

/** The file that is imported, where it may belong to a part. One beside is asked of Node: esbuild takes a millisecond for each. */
async function pathOf(
  { path, kind, importer, resolveDir, pluginData }: OnResolveArgs,
  find: Find,
): Promise<string | undefined> {
  if (pluginData === ASKED || isInPackage(importer)) return undefined;
  const file = join(resolveDir, path);
  if (path.startsWith(".")) return existsSync(file) ? realpathSync(file) : undefined;
  const name = `${kind} ${path}`;
  if (!asked.has(name))
    asked.set(name, find(path, { kind, importer, resolveDir, pluginData: ASKED }));
  const found = await asked.get(name);
  return found?.namespace === "file" && found.errors.length === 0 ? found.path : undefined;
}

function partWith(path: string, importer: string, isLate: boolean): keyof Wanted | undefined {
  if (isInPackage(path)) return isLate ? undefined : "packages";
  if (isLate && importer.startsWith(PRACTICE) && MIND.test(path)) return "minds";
  return isGround(path) && !isGround(importer) ? "ground" : undefined;
}

const isInPackage = (path: string) => path.includes(`${sep}node_modules${sep}`);
/** Whether a file is in one of the rooms that every chapter stands on. */
export const isGround = (path: string) => GROUND.some((room) => path.startsWith(room));

/** Finds the part with these modules, or makes it; it takes from `parts`. Packages that know each other must be in one, or there are two of one class. */
async function partOf(paths: string[], name: string, parts: Part[] = []): Promise<Part> {
  const made = [...paths, ...parts.map(({ kept }) => kept.output)];
  const entry = join(ROOT, name, hashOf(made.join("\n"))); // no file: a list of modules has no other name
  return { kept: freshEntry(entry) ?? (await make(entry, paths, name, parts)), paths };
}

/** What is called "wants" is no part: its names are the packages and the minds that a ground imports. */
async function make(entry: string, paths: string[], name: string, parts: Part[]): Promise<Kept> {
  const gets = paths.map((_, at) => `() => require("module:${at}").it`);
  const wanted = nothing();
  const plugins = [{ name: "modules", setup: moduleEach(paths) }];
  if (["ground", "wants"].includes(name))
    plugins.push({ name: "parts", setup: takeParts(parts, wanted) });
  const { text, map, sources } = await build(`export const it = [${gets}];`, "part", plugins);
  const files = { "part.js": text, "part.js.map": map };
  const made = { name, files, sources, parts: parts.map(({ kept }) => kept) };
  const wants = async () => [[...wanted.packages], [...wanted.minds]];
  if (name === "ground") return keep(entry, made);
  return keep(entry, { ...made, namesOf: name === "wants" ? wants : namesOf });
}

/** `module:0` has the first of the modules as `it`, with the default export that Node gives a CommonJS one. */
const moduleEach =
  (paths: string[]) =>
  ({ onResolve, onLoad }: PluginBuild) => {
    onResolve({ filter: /^module:/ }, ({ path }) => ({ path, namespace: "module" }));
    onLoad({ filter: /.*/, namespace: "module" }, ({ path }) => {
      const source = JSON.stringify(paths[Number(path.slice("module:".length))]);
      return { contents: `export * as it from ${source};`, resolveDir: ROOT };
    });
  };

/** The names that each module exports. Read in a process of its own, because packages may change what is global. */
async function namesOf(output: string): Promise<string[][]> {
  const part = `require(${JSON.stringify(RUNNER)}).partAt(${JSON.stringify(output)}, false)`;
  const code = `JSON.stringify(${part}.map((get) => Object.keys(get())))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-p", code]);
  return JSON.parse(stdout);
}

/** What stands for a module of a part in a chapter's bundle. What the ground exports may change, so it has the object itself. */
function exportsOf({ kept: { output, names }, paths }: Part, at: number): string {
  if (names.length === 0) return `export * from ${JSON.stringify(paths[at])};`;
  const each = (names[at] ?? []).map((name, number) => {
    const value = `it[${JSON.stringify(name)}]`;
    if (name === "default") return `export default ${value};`;
    return `const _${number} = ${value}; export { _${number} as ${JSON.stringify(name)} };`;
  });
  return [`const it = ${gotten(output, at)};`, ...each].join("\n");
}

/** The exports of a module of the part in this file. */
const gotten = (output: string, at: number) => `part(${JSON.stringify(output)})[${at}]()`;
