// course/bundle/parts · what is the same in every chapter, its packages and the practice model's mind, is bundled once.
import { execFile } from "node:child_process";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import type { PluginBuild } from "esbuild";
import { ROOT } from "../base/root.ts";
import { build, RUNNER } from "./build.ts";
import { freshEntry } from "./cache.mjs";
import { type Kept, keep } from "./store.ts";

/** A module in a bundle of its own, and the names of its exports. */
export type Part = Kept;

const PRACTICE = join(ROOT, "practice") + sep;
/** Marks a question to esbuild that this file asks itself. */
const ASKED = Symbol("asked");

/**
 * A plugin: what files of the course import from packages, and what the practice model imports while it runs, is taken
 * from parts, which are added to `parts`. Nothing of the practice model's mind keeps a state or an error class that others look at.
 */
export const inParts =
  (parts: Part[]) =>
  ({ onResolve, onLoad, resolve: find }: PluginBuild) => {
    onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      const isPackage = kind === "import-statement" && !isInPackage(importer);
      const isMind = kind === "dynamic-import" && importer.startsWith(PRACTICE);
      if (pluginData === ASKED || !(isMind || (isPackage && /^[^./]/.test(path)))) return undefined;
      const found = await find(path, { kind, importer, resolveDir, pluginData: ASKED });
      const isPart = found.errors.length === 0 && found.namespace === "file";
      return isPart && (isMind || isInPackage(found.path))
        ? { path: found.path, namespace: "part" }
        : undefined;
    });
    onLoad({ filter: /.*/, namespace: "part" }, async ({ path }) => {
      const part = await partOf(path);
      parts.push(part);
      return { contents: exportsOf(part) };
    });
  };

const isInPackage = (path: string) => path.includes(`${sep}node_modules${sep}`);

/** Finds the part of a module, or makes it. */
async function partOf(path: string): Promise<Part> {
  const known = freshEntry(path);
  if (known !== undefined) return known;
  const { text, map, sources } = await build(
    `export * as it from ${JSON.stringify(path)};`,
    "part",
    [],
  );
  const files = { "part.js": text, "part.js.map": map };
  return keep(path, { name: "part", files, sources, parts: [], namesOf });
}

/** Read in a process of its own, because packages may change what is global. */
async function namesOf(output: string): Promise<string[]> {
  const part = `require(${JSON.stringify(RUNNER)}).partAt(${JSON.stringify(output)}, false)`;
  const args = ["-p", `Object.keys(${part}).join("\\n")`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.split("\n").filter((name) => name !== "");
}

/** The module that stands for a part in a chapter's bundle. */
function exportsOf({ output, names }: Part): string {
  const each = names.map((name, at) => {
    const value = `it[${JSON.stringify(name)}]`;
    if (name === "default") return `export default ${value};`;
    return `const _${at} = ${value}; export { _${at} as ${JSON.stringify(name)} };`;
  });
  return [`const it = part(${JSON.stringify(output)});`, ...each].join("\n");
}
