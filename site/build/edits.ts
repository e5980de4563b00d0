// site/build/edits · what a page needs to run a chapter that its reader has changed: its files, and a bundle of what they import.
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import { type Plugin, transform } from "esbuild";
import { ROOT } from "../../course/base/root.ts";
import { isCounted, listFiles } from "../../course/chapters/files.ts";
import { breakOn } from "../../course/mutants/breaks.ts";
import { importedAs } from "../host/edited.ts";
import type { EditKit, KitFile } from "../page/kit.ts";
import type { Agent } from "./agents.ts";
import { inPage, LOWERED } from "./course-file.ts";
import { isJudged, JUDGE, promisesIn } from "./judges.ts";

const KIT = "kit:";
const REQUIRE = /\brequire\("([^"]+)"\)/g;

/** The chapters whose files can be edited in the page: those of the agents that are no drafts. */
const chaptersOf = (agents: Agent[]) =>
  agents.filter(({ draft }) => draft === undefined).map(({ chapter }) => chapter);

/** Bundles of what each chapter imports, and of its judge, as entries of the agents' build. */
export const kitEntries = (agents: Agent[]) => [
  ...chaptersOf(agents).map((chapter) => ({
    in: KIT + chapter,
    out: `edit/${basename(chapter)}`,
  })),
  ...chaptersOf(agents)
    .filter(isJudged)
    .map((chapter) => ({ in: JUDGE + chapter, out: `judge/${basename(chapter)}` })),
];

/** Makes those entries. */
export const kitPlugin: Plugin = {
  name: "kits",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${KIT}`) }, ({ path }) => ({
      path: path.slice(KIT.length),
      namespace: "kit",
    }));
    onLoad({ filter: /.*/, namespace: "kit" }, async ({ path }) => ({
      contents: kitSource(basename(path), outsideOf(await filesOf(path), basename(path))),
      resolveDir: ROOT,
    }));
  },
};

/** A module that runs a file of a chapter, with the others, which it is given, and what they import from outside. */
function kitSource(name: string, outside: string[]): string {
  const target = (path: string) => JSON.stringify(path.startsWith("shared/") ? `./${path}` : path);
  return [
    'import { runModules } from "./site/host/edited.ts";',
    ...outside.map((path, at) => `import * as outside${at} from ${target(path)};`),
    `const outside = { ${outside.map((path, at) => `${JSON.stringify(path)}: outside${at}`)} };`,
    `export const run = (modules, entry = "${name}/code.ts") => runModules(modules, outside, entry);`,
  ].join("\n");
}

/** What the files of a chapter import that is none of them. */
function outsideOf(files: Record<string, KitFile>, name: string): string[] {
  const targets = Object.entries(files).flatMap(([path, { code }]) =>
    [...code.matchAll(REQUIRE)].map(([, target = ""]) => importedAs(`${name}/${path}`, target)),
  );
  return [...new Set(targets)].filter((target) => !target.startsWith(`${name}/`)).sort();
}

async function filesOf(chapter: string): Promise<Record<string, KitFile>> {
  const paths = listFiles(chapter).filter(isCounted).sort();
  const files = paths.map(async (path) => {
    const source = await readFile(join(chapter, path), "utf8");
    return [
      path,
      { source, code: await compiled(source, `${basename(chapter)}/${path}`) },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

async function compiled(source: string, path: string): Promise<string> {
  const options = { loader: "ts", format: "cjs", target: "es2022", minify: true } as const;
  const { code } = await transform(inPage(source, path), { ...options, supported: LOWERED });
  return code;
}

/** Writes a file for each chapter: its files as they are, and as they run. */
export async function writeEdits(agents: Agent[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const chapter of chaptersOf(agents)) {
    const { file = "code.ts", diff } = breakOn(readFileSync(join(chapter, "README.md"), "utf8"));
    const promises = isJudged(chapter) ? promisesIn(chapter) : [];
    const kit: EditKit = { files: await filesOf(chapter), breaks: { file, diff }, promises };
    await writeFile(posix.join(folder, `${basename(chapter)}.json`), JSON.stringify(kit));
  }
}
