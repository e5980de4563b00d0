// course/bundle/bundle · a chapter as one file that starts fast, cached by content.
import { basename, join } from "node:path";
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
  const cached = freshEntry(entry);
  if (cached !== undefined) return cached;
  const code = `import ${JSON.stringify(draft ? join(draft.chapter, "code.ts") : entry)};`;
  const door = draft ? [{ name: "draft", setup: behindDoor(draft) }] : [];
  const { made, parts } = await buildWithParts(code, door);
  const { text, map, sources } = made;
  if (draft) sources.push(join(draft.chapter, "package.json")); // it names the door
  const start = `require(${JSON.stringify(RUNNER)}).run(__filename);\n`;
  const files = { "code.cjs": start, "bundle.js": text, "bundle.js.map": map };
  return keep(entry, {
    name: basename(folder),
    files,
    sources,
    parts: parts.map(({ kept }) => kept),
  });
}

/** The parts of the chapter that was bundled last. The next one mostly takes the same: then it is bundled once. */
let last: Part[] = [];

/** Bundles the chapter without its packages and the practice model's mind, which are parts of their own. */
async function buildWithParts(code: string, door: Plugin[]) {
  const wanted = { packages: new Set<string>(), minds: new Set<string>() };
  const buildWith = (parts: Part[]) =>
    build(code, "chapter", [{ name: "parts", setup: takeParts(parts, wanted) }, ...door]);
  const guess = last;
  const made = await buildWith(guess);
  const parts = await findParts(wanted);
  last = parts;
  const isRight = parts.every(({ kept }, at) => kept.output === guess[at]?.kept.output);
  return { made: isRight ? made : await buildWith(parts), parts };
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
