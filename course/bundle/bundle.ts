// course/bundle/bundle · a chapter as one file that starts fast, cached by content.
import { basename, dirname, join } from "node:path";
import { editedAt } from "../chapters/edited.ts";
import { build, RUNNER } from "./build.ts";
import { editedIn, freshEntry } from "./cache.mjs";
import { findParts, isGround, nothing, type Part, takeParts } from "./parts.ts";
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
  const edited = editedAt(folder);
  const code = join(edited?.chapter ?? folder, "code.ts");
  const entry = edited ? editedIn(folder) : code;
  const asked = { name: basename(folder), code, edited, run: "run(__filename)" };
  return freshEntry(entry) ?? make(entry, asked);
}

/** The path of the bundle of a file that a mechanism starts as a program of its own. */
async function keptProgram(path: string, edited: Asked["edited"]): Promise<Kept> {
  const entry = edited ? join(edited.from, path) : path;
  const run = `runAs(__filename, ${JSON.stringify(path)})`;
  const asked = { name: basename(dirname(path)), code: path, edited, run };
  return freshEntry(entry) ?? make(entry, asked);
}

interface Asked {
  name: string;
  /** The file with which it begins. */
  code: string;
  edited: ReturnType<typeof editedAt>;
  /** How it is run. */
  run: string;
}

async function make(entry: string, { name, code, edited, run }: Asked): Promise<Kept> {
  const { text, map, sources, parts } = await buildWithParts(code, edited);
  if (edited) sources.push(edited.from);
  const start = `require(${JSON.stringify(RUNNER)}).${run};\n`;
  const files = { "code.cjs": start, "bundle.js": text, "bundle.js.map": map };
  return keep(entry, { name, files, sources, parts });
}

/** The parts of the chapter that was bundled last. The next one mostly takes the same: then it is bundled once. */
let last: Part[] = [];

/** Bundles the chapter without what is the same in others: that is in parts of its own. */
async function buildWithParts(code: string, edited: Asked["edited"]) {
  const isApart = edited !== undefined && isGround(edited.path);
  const wanted = nothing();
  const programs = new Map<string, Kept>();
  const programOf = async (path: string) => {
    if (path === code) return path;
    const kept = programs.get(path) ?? (await keptProgram(path, edited));
    programs.set(path, kept);
    return kept.output;
  };
  const buildWith = (parts: Part[]) => {
    const plugins = [{ name: "parts", setup: takeParts(parts, wanted, isApart) }];
    return build(`import ${JSON.stringify(code)};`, "chapter", plugins, { programOf, edited });
  };
  const guess = last;
  const made = await buildWith(guess);
  const parts = await findParts(wanted);
  last = parts;
  const isRight = parts.every(({ kept }, at) => kept.output === guess[at]?.kept.output);
  const right = isRight ? made : await buildWith(parts);
  return { ...right, parts: [...parts.map(({ kept }) => kept), ...programs.values()] };
}
