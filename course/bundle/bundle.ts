// course/bundle/bundle · a chapter as one file that starts fast, cached by content.
import { basename, dirname, join } from "node:path";
import type { Plugin, PluginBuild } from "esbuild";
import { type Draft, draftAt } from "../chapters/drafts.ts";
import { build, RUNNER } from "./build.ts";
import { freshEntry } from "./cache.mjs";
import { findParts, type Part, takeParts } from "./parts.ts";
import { type Kept, keep } from "./store.ts";

/**
 * The path of the bundle of a chapter's code.ts, in a folder of the chapter's own name; `folder` may be a draft's path.
 * Any number of processes may ask at once: an entry appears whole, or not at all.
 * Throws esbuild's error when the chapter cannot be bundled.
 */
export async function bundleChapter(folder: string): Promise<string> {
  return (await keptBundle(folder)).output;
}

/** The same, with all that was noted about the bundle: above all the hash of every file in it. */
export async function keptBundle(folder: string): Promise<Kept> {
  const draft = draftAt(folder);
  const entry = draft ? join(draft.chapter, draft.file) : join(folder, "code.ts");
  const code = draft ? join(draft.chapter, "code.ts") : entry;
  const asked = { name: basename(folder), code, draft, run: "run(__filename)" };
  return freshEntry(entry) ?? make(entry, asked);
}

/** The path of the bundle of a file that a mechanism starts as a program of its own. */
async function keptProgram(entry: string): Promise<Kept> {
  const run = `runAs(__filename, ${JSON.stringify(entry)})`;
  return freshEntry(entry) ?? make(entry, { name: basename(dirname(entry)), code: entry, run });
}

interface Asked {
  name: string;
  /** The file with which it begins. */
  code: string;
  draft?: Draft | undefined;
  /** How it is run. */
  run: string;
}

async function make(entry: string, { name, code, draft, run }: Asked): Promise<Kept> {
  const door = draft ? [{ name: "draft", setup: behindDoor(draft) }] : [];
  const { text, map, sources, parts } = await buildWithParts(code, door);
  if (draft) sources.push(join(draft.chapter, "package.json")); // it names the door
  const start = `require(${JSON.stringify(RUNNER)}).${run};\n`;
  const files = { "code.cjs": start, "bundle.js": text, "bundle.js.map": map };
  return keep(entry, { name, files, sources, parts });
}

/** The parts of the chapter that was bundled last. The next one mostly takes the same: then it is bundled once. */
let last: Part[] = [];

/** Bundles the chapter without its packages and the practice model's mind, which are parts of their own. */
async function buildWithParts(code: string, door: Plugin[]) {
  const wanted = { packages: new Set<string>(), minds: new Set<string>() };
  const programs = new Map<string, Kept>();
  const programOf = async (path: string) => {
    const kept = programs.get(path) ?? (await keptProgram(path));
    programs.set(path, kept);
    return kept.output;
  };
  const buildWith = (parts: Part[]) => {
    const plugins = [{ name: "parts", setup: takeParts(parts, wanted) }, ...door];
    return build(`import ${JSON.stringify(code)};`, "chapter", plugins, programOf);
  };
  const guess = last;
  const made = await buildWith(guess);
  const parts = await findParts(wanted);
  last = parts;
  const isRight = parts.every(({ kept }, at) => kept.output === guess[at]?.kept.output);
  const right = isRight ? made : await buildWith(parts);
  return { ...right, parts: [...parts.map(({ kept }) => kept), ...programs.values()] };
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
