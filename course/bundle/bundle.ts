// course/bundle/bundle · a chapter as one file that starts fast, cached by content.
import { basename, join } from "node:path";
import type { Plugin, PluginBuild } from "esbuild";
import { type Draft, draftAt } from "../chapters/drafts.ts";
import { build, RUNNER } from "./build.ts";
import { freshEntry } from "./cache.mjs";
import { findParts, type Part, partOf, takeParts } from "./parts.ts";
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
  const parts = await partsOf(code, door);
  const taken = { name: "parts", setup: takeParts(parts) };
  const { text, map, sources } = await build(code, "chapter", [taken, ...door]);
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

/** All that the chapter takes from elsewhere: its packages in one part, and each piece of the practice model's mind in one. */
async function partsOf(code: string, door: Plugin[]): Promise<Part[]> {
  const [packages, minds] = [new Set<string>(), new Set<string>()];
  await build(code, "chapter", [{ name: "parts", setup: findParts(packages, minds) }, ...door]);
  const one = packages.size > 0 ? [partOf([...packages], "packages")] : [];
  return Promise.all([...one, ...[...minds].map((mind) => partOf([mind], "mind"))]);
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
