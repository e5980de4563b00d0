// course/spec/bundle · a chapter as one file that starts fast, cached by content.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import type { PluginBuild } from "esbuild";
import { isRecord, mapValues, parseRecord } from "../json.ts";
import { ROOT } from "../root.ts";

const CACHE = join(ROOT, "node_modules", ".cache", "course");
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** What a bundle was made from: the hash of every file that went into it. */
interface Manifest {
  output: string;
  inputs: Record<string, string>;
}

/**
 * The path of the bundle of a chapter's code.ts, in a folder of the chapter's own name.
 * Any number of processes may ask at once: an entry appears whole, or not at all.
 * Throws esbuild's error when the chapter cannot be bundled.
 */
export async function bundleChapter(folder: string): Promise<string> {
  const entry = join(folder, "code.ts");
  const place = join(CACHE, `${basename(folder)}-${hashOf(entry).slice(0, 12)}.json`);
  const cached = await freshOutput(place);
  if (cached !== undefined) return cached;
  const { text, inputs } = await build(entry);
  const output = await store(text, basename(folder));
  await writeWhole(place, JSON.stringify({ output, inputs } satisfies Manifest));
  await prune();
  return output;
}

/** One function around all of it, so that it can be compiled by itself: a top-level await is legal in it. */
const HEAD = "(async (require, meta) => {";
const FOOT = "})";

async function build(entry: string) {
  const { build: bundle, version } = await import("esbuild");
  const { outputFiles, metafile } = await bundle({
    stdin: { contents: `import ${JSON.stringify(entry)};`, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: `node${process.versions.node}`,
    define: {
      "import.meta": "meta",
      __filename: "meta.filename",
      __dirname: "meta.dirname",
    },
    banner: { js: `${HEAD}// esbuild ${version}` },
    footer: { js: FOOT },
    plugins: [{ name: "builtins", setup: requireBuiltins }],
    nodePaths: [join(ROOT, "node_modules")],
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160, // Node prints the line that threw
    logLevel: "silent",
    write: false,
    metafile: true,
  });
  const sources = [...Object.keys(metafile.inputs), "package-lock.json", ...OWN];
  return { text: outputFiles[0]?.text ?? "", inputs: hashAll(sources.filter(isFile)) };
}

/** A change of these makes another bundle of the same chapter. */
const OWN = ["course/spec/bundle.ts", "course/spec/run-bundle.cjs"];

/** Node's own modules come by `require`: a function can have no `import` in it. */
function requireBuiltins({ onResolve, onLoad }: PluginBuild) {
  const names = builtinModules.map((name) => name.replaceAll("/", "\\/")).join("|");
  onResolve({ filter: new RegExp(`^(node:)?(${names})$`) }, ({ path, kind }) =>
    kind === "require-call" ? undefined : { path, namespace: "builtin" },
  );
  onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
    contents: `module.exports = require(${JSON.stringify(path)});`,
  }));
}

/** Paths of packages and of parts of the bundle itself are no files: `(disabled):…`, `<runtime>`. */
const isFile = (path: string) => existsSync(resolve(ROOT, path));

/** Synchronous, because that reads a hundred small files several times faster. */
const hashAll = (paths: string[]): Record<string, string> =>
  Object.fromEntries(
    paths.map((path) => {
      const whole = resolve(ROOT, path);
      return [whole, hashOf(readFileSync(whole))];
    }),
  );

const hashOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** What the manifest points to, if nothing has changed since; it is marked as used before it is trusted. */
async function freshOutput(place: string): Promise<string | undefined> {
  const manifest = await readManifest(place);
  if (manifest === undefined) return undefined;
  const { output, inputs } = manifest;
  await touch(place);
  await touch(dirname(dirname(output)));
  const paths = Object.keys(inputs);
  if (![output, ...paths].every((path) => existsSync(path))) return undefined;
  const now = hashAll(paths);
  return paths.every((path) => now[path] === inputs[path]) ? output : undefined;
}

async function touch(path: string) {
  if (existsSync(path)) await utimes(path, new Date(), new Date());
}

async function readManifest(place: string): Promise<Manifest | undefined> {
  if (!existsSync(place)) return undefined;
  const { output, inputs } = parseRecord(await readFile(place, "utf8")) ?? {};
  if (typeof output !== "string" || !isRecord(inputs)) return undefined;
  return { output, inputs: mapValues(inputs, String) };
}

/** Puts a bundle under the hash of what is in it; gives the path of the file to start. */
async function store(text: string, name: string): Promise<string> {
  const place = join(CACHE, hashOf(`${name}\n${text}`).slice(0, 24));
  const output = join(place, name, "code.cjs");
  if (existsSync(output)) {
    await touch(place);
    return output;
  }
  const draft = `${place}.${randomUUID()}`;
  await mkdir(join(draft, name), { recursive: true });
  const runner = JSON.stringify(join(import.meta.dirname, "run-bundle.cjs"));
  await writeFile(join(draft, name, "bundle.js"), text);
  await writeFile(join(draft, name, "code.cjs"), `require(${runner}).run(__filename);\n`);
  try {
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true });
    // Another process put the same files there first.
    if (!existsSync(output)) throw error;
  }
  return output;
}

async function writeWhole(path: string, content: string) {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content);
  await rename(draft, path);
}

/** Removes bundles that no run has used for a week. */
async function prune() {
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(join(CACHE, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < KEPT_MS) continue;
    await rm(join(CACHE, name), { recursive: true, force: true });
  }
}
