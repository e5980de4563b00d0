// course/bundle/bundle · a chapter as one file that starts fast, cached by content.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { builtinModules, createRequire, isBuiltin } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import type { PluginBuild } from "esbuild";
import { ROOT } from "../base/root.ts";
import { type Draft, draftAt } from "../chapters/drafts.ts";
import { CACHE, freshBundle, hashAll, hashOf, manifestOf, touch } from "./cache.mjs";

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The path of the bundle of a chapter's code.ts, in a folder of the chapter's own name; `folder` may be a draft's path.
 * Any number of processes may ask at once: an entry appears whole, or not at all.
 * Throws esbuild's error when the chapter cannot be bundled.
 */
export async function bundleChapter(folder: string): Promise<string> {
  const draft = draftAt(folder);
  const entry = draft ? join(draft.chapter, draft.file) : join(folder, "code.ts");
  const cached = freshBundle(entry);
  if (cached !== undefined) return cached;
  const { text, map, inputs } = await build(draft ? join(draft.chapter, "code.ts") : entry, draft);
  const output = await store(basename(folder), { "bundle.js": text, "bundle.js.map": map });
  const made = hashAll([output, join(dirname(output), "bundle.js")]); // a computer that went down may leave them empty
  await writeWhole(manifestOf(entry), JSON.stringify({ output, inputs: { ...inputs, ...made } }));
  await prune();
  return output;
}

/** One function around all of it, so that it can be compiled by itself: a top-level await is legal in it. */
const HEAD = "(async (require, importMeta, metaOf) => {";
const FOOT = "})";

async function build(entry: string, draft: Draft | undefined) {
  const { build: bundle, version } = await import("esbuild");
  const { outputFiles, metafile } = await bundle({
    stdin: { contents: `import ${JSON.stringify(entry)};`, resolveDir: ROOT },
    absWorkingDir: ROOT,
    outfile: join(CACHE, "chapter", "name", "bundle.js"), // the map's paths begin here; nothing is written
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19", // whichever Node made it, another may run it
    define: {
      "import.meta": "importMeta",
      __filename: "importMeta.filename",
      __dirname: "importMeta.dirname",
    },
    banner: { js: `${HEAD}// esbuild ${version}` },
    footer: { js: FOOT },
    plugins: [
      { name: "builtins", setup: requireBuiltins },
      { name: "later", setup: requireLater },
      ...(draft ? [{ name: "draft", setup: behindDoor(draft) }] : []),
      { name: "import.meta", setup: metaOfEachFile },
    ],
    nodePaths: [join(ROOT, "node_modules")],
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160, // Node prints the line that threw
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
    write: false,
    metafile: true,
  });
  const [map, text] = ["bundle.js.map", "bundle.js"].map((name) =>
    outputFiles.find(({ path }) => basename(path) === name),
  );
  const manifest = draft ? [join(draft.chapter, "package.json")] : []; // it names the door
  const sources = [...Object.keys(metafile.inputs), "package-lock.json", ...OWN, ...manifest];
  const inputs = hashAll(sources.filter(isFile).map((path) => resolve(ROOT, path)));
  return { text: text?.text ?? "", map: map?.text ?? "", inputs };
}

/** A change of these makes another bundle of the same chapter. */
const OWN = ["bundle.ts", "cache.mjs", "run-bundle.cjs", "stacks.cjs"].map(
  (name) => `course/bundle/${name}`,
);

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

/** A package that is imported while the program runs is no part of the bundle: who does not need it does not read it. */
function requireLater({ onResolve, onLoad }: PluginBuild) {
  const { resolve: find } = createRequire(join(ROOT, "package.json"));
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === "dynamic-import" && !isBuiltin(path) ? { path, namespace: "later" } : undefined,
  );
  onResolve({ filter: /.*/, namespace: "later" }, ({ path }) => ({ path, external: true }));
  onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
    contents: `module.exports = require(${JSON.stringify(find(path))});`,
  }));
}

/** The mechanism's own file is replaced by the draft. */
const behindDoor =
  ({ chapter, door, file }: Draft) =>
  ({ onLoad }: PluginBuild) => {
    const path = join(chapter, door);
    const filter = new RegExp(`^${path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
    const contents = `export * from ${JSON.stringify(join(chapter, file))};`;
    onLoad({ filter }, () => ({ contents, loader: "ts", resolveDir: chapter }));
  };

/** A file of the course that names `import.meta` gets its own; on its first line, so that no line moves. */
function metaOfEachFile({ onLoad }: PluginBuild) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const text = readFileSync(path, "utf8");
    if (path.includes("node_modules") || !text.includes("import.meta")) return undefined;
    const own = `const importMeta = metaOf(${JSON.stringify(path)});`;
    return { contents: `${own}${text}`, loader: "ts" };
  });
}

/** Paths of packages and of parts of the bundle itself are no files: `(disabled):…`, `<runtime>`. */
const isFile = (path: string) => existsSync(resolve(ROOT, path));

/** Puts a bundle under the hash of what is in it; gives the path of the file to start. */
async function store(name: string, files: Record<string, string>): Promise<string> {
  const content = JSON.stringify([ROOT, name, files]); // ROOT, because a moved course needs other paths
  const place = join(CACHE, hashOf(content).slice(0, 24));
  const output = join(place, name, "code.cjs");
  const runner = JSON.stringify(join(import.meta.dirname, "run-bundle.cjs"));
  const all = { ...files, "code.cjs": `require(${runner}).run(__filename);\n` };
  if (existsSync(place)) {
    touch(place);
    const isWhole = Object.entries(all).every(([file, text]) =>
      holds(join(place, name, file), text),
    );
    if (isWhole) return output;
    await rm(place, { recursive: true, force: true });
  }
  const draft = `${place}.${randomUUID()}`;
  try {
    await mkdir(join(draft, name), { recursive: true });
    for (const [file, text] of Object.entries(all)) await writeFile(join(draft, name, file), text);
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process put the same files there first.
    if (!existsSync(output)) throw error;
  }
  return output;
}

const holds = (path: string, text: string) =>
  existsSync(path) && readFileSync(path, "utf8") === text;

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
