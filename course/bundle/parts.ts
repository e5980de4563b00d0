// course/bundle/parts · what is the same in every chapter, its packages and the practice model's mind, is bundled once.
import { execFile } from "node:child_process";
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
/** Marks a question to esbuild that this file asks itself. */
const ASKED = Symbol("asked");

/** The modules that a chapter takes from parts, by their paths. */
export interface Wanted {
  /** Those of packages, which files of the course import. */
  packages: Set<string>;
  /** What the practice model imports while it runs. None has a state or an error class that other files look at. */
  minds: Set<string>;
}

/** A plugin that takes from these parts what belongs to them, and notes it in `wanted`. What no part has is left out. */
export const takeParts =
  (parts: Part[], { packages, minds }: Wanted) =>
  ({ onResolve, onLoad, resolve: find }: PluginBuild) => {
    onResolve({ filter: ELSEWHERE }, async (args) => {
      const path = await partIn(args, find);
      if (path === undefined) return undefined;
      (isInPackage(path) ? packages : minds).add(path);
      return parts.some((part) => part.paths.includes(path))
        ? { path, namespace: "part" }
        : { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => {
      const part = parts.find(({ paths }) => paths.includes(path));
      return part ? { contents: exportsOf(part, path) } : undefined;
    });
  };

/** How packages are imported, and the modules of the practice model that it reads when it needs them. */
const ELSEWHERE = /^[^./]|\/(brain|hints)\.ts$/;

/** All packages are in one part, and each piece of the practice model's mind in one. */
export function findParts({ packages, minds }: Wanted): Promise<Part[]> {
  const one = packages.size > 0 ? [partOf([...packages], "packages")] : [];
  return Promise.all([...one, ...[...minds].toSorted().map((mind) => partOf([mind], "mind"))]);
}

/** Where packages are: the same for all of the course. */
const asked = new Map<string, ReturnType<PluginBuild["resolve"]>>();

/** The path of an imported module that belongs to a part. */
async function partIn(
  { path, kind, importer, resolveDir, pluginData }: OnResolveArgs,
  find: PluginBuild["resolve"],
): Promise<string | undefined> {
  const isOfPackage = kind === "import-statement" && /^[^./]/.test(path) && !isInPackage(importer);
  const isMind = kind === "dynamic-import" && importer.startsWith(PRACTICE);
  if (pluginData === ASKED || !(isMind || isOfPackage)) return undefined;
  const ask = () => find(path, { kind, importer, resolveDir, pluginData: ASKED });
  if (isOfPackage && !asked.has(path)) asked.set(path, ask());
  const found = await (asked.get(path) ?? ask());
  const isFile = found.errors.length === 0 && found.namespace === "file";
  return isFile && (isMind || isInPackage(found.path)) ? found.path : undefined;
}

const isInPackage = (path: string) => path.includes(`${sep}node_modules${sep}`);

/** Finds the part with these modules, or makes it. Packages that know each other must be in one, or there are two of one class. */
async function partOf(modules: string[], name: "packages" | "mind"): Promise<Part> {
  const paths = modules.toSorted();
  const entry = join(ROOT, name, hashOf(paths.join("\n"))); // no file: a list of modules has no other name
  return { kept: freshEntry(entry) ?? (await make(entry, paths, name)), paths };
}

async function make(entry: string, paths: string[], name: string): Promise<Kept> {
  const gets = paths.map((_, at) => `() => require("module:${at}").it`);
  const each = { name: "modules", setup: moduleEach(paths) };
  const { text, map, sources } = await build(`export const it = [${gets}];`, "part", [each]);
  const files = { "part.js": text, "part.js.map": map };
  return keep(entry, { name, files, sources, parts: [], namesOf });
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

/** What stands for a module of a part in a chapter's bundle. */
function exportsOf({ kept: { output, names }, paths }: Part, path: string): string {
  const place = paths.indexOf(path);
  const each = (names[place] ?? []).map((name, at) => {
    const value = `it[${JSON.stringify(name)}]`;
    if (name === "default") return `export default ${value};`;
    return `const _${at} = ${value}; export { _${at} as ${JSON.stringify(name)} };`;
  });
  return [`const it = part(${JSON.stringify(output)})[${place}]();`, ...each].join("\n");
}
