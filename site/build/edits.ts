// site/build/edits · what a page needs to run a chapter that its reader has changed: its files, and a bundle of what they import.
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import { type Plugin, transform } from "esbuild";
import { ROOT } from "../../course/base/root.ts";
import { promisesOf } from "../../course/build/promises.ts";
import { isCounted, isTest, listFiles } from "../../course/chapters/files.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { breakOn } from "../../course/mutants/breaks.ts";
import { once } from "../../shared/once.ts";
import { importedAs } from "../host/imported.ts";
import type { EditKit, KitFile } from "../page/kit.ts";
import type { Agent } from "./agents.ts";
import { inPage, LOWERED } from "./course-file.ts";
import { isJudged, JUDGE, promisesIn, whyNoJudge } from "./judges.ts";
import { startOf } from "./starts.ts";

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
      contents: kitSource(basename(path), await outsideOf(path)),
      resolveDir: ROOT,
    }));
  },
};

/**
 * A module that runs a file of a chapter, with the others, which it is given, and what they import from outside. Of a
 * package it has the names that some chapter imports: with all of them, each agent would have to load the whole package.
 */
function kitSource(name: string, outside: string[]): string {
  const known = packageNames();
  const imports = outside.map((path, at) => {
    const names = known.get(path);
    if (names === undefined) return `import * as outside${at} from ${targetOf(path)};`;
    const each = [...names].map((one) => [one, `${one}_${at}`] as const);
    const given = each.map(([one, own]) => `${one} as ${own}`);
    const all = each.map(([one, own]) => `${one}: ${own}`);
    return `import { ${given} } from ${targetOf(path)}; const outside${at} = { ${all} };`;
  });
  return [
    'import { runModules } from "./site/host/edited.ts";',
    ...imports,
    `const outside = { ${outside.map((path, at) => `${JSON.stringify(path)}: outside${at}`)} };`,
    `export const run = (modules, entry = "${name}/code.ts") => runModules(modules, outside, entry);`,
  ].join("\n");
}

const targetOf = (path: string) => JSON.stringify(path.startsWith("shared/") ? `./${path}` : path);

const OF_PACKAGE =
  /^import (?!type\b)(?:(\w+)(?:, )?)?(?:\{([^}]*)\})? from "((?!\.|node:)[^"]+)";/gm;

/** The names that files of chapters import from each package. */
const packageNames = once(() => {
  const found = new Map<string, Set<string>>();
  const chapters = listChapters(ROOT).map((name) => join(ROOT, name));
  for (const chapter of chapters)
    for (const file of listFiles(chapter).filter(isCode)) {
      const text = readFileSync(join(chapter, file), "utf8");
      for (const [, own, list = "", path = ""] of text.matchAll(OF_PACKAGE)) {
        const names = list.split(",").map((one) => one.trim().split(" as ")[0] ?? "");
        const values = names.filter((one) => one !== "" && !one.startsWith("type "));
        const all = [...(own === undefined ? [] : ["default"]), ...values];
        found.set(path, new Set([...(found.get(path) ?? []), ...all]));
      }
    }
  return found;
});

const isCode = (file: string) => file.endsWith(".ts") && !isTest(file);

/** What the files of a chapter, and the start of "Build it", import that is none of them. */
async function outsideOf(chapter: string): Promise<string[]> {
  const name = basename(chapter);
  const files = Object.entries(await filesOf(chapter)).map(([path, { code }]) => ({ path, code }));
  const start = startOf(chapter, readFileSync(join(chapter, "README.md"), "utf8"));
  const own = start && { path: start.file, code: await compiled(start.text, start.file) };
  const targets = [...files, ...(own ? [own] : [])].flatMap(({ path, code }) =>
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
    const page = readFileSync(join(chapter, "README.md"), "utf8");
    const { file = "code.ts", diff } = breakOn(page);
    const kit: EditKit = {
      files: await filesOf(chapter),
      breaks: { file, diff },
      start: startOf(chapter, page),
      noJudge: whyNoJudge(chapter),
      promises: isJudged(chapter) ? promisesIn(chapter) : [],
      promised: promisesOf(chapter).length,
    };
    await writeFile(posix.join(folder, `${basename(chapter)}.json`), JSON.stringify(kit));
  }
}
