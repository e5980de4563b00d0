// site/build/judges · the judge of a chapter for a page: its spec, the course's own judge, and other hands for it.
import { readFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import type { Plugin } from "esbuild";
import { LANGUAGES } from "../../course/base/languages.ts";
import { FIXTURES, ROOT } from "../../course/base/root.ts";
import { hintsOf, inLanguage } from "../../course/build/hints.ts";
import { coreOf, promisesOf } from "../../course/build/promises.ts";
import { breakOn } from "../../course/mutants/breaks.ts";
import known from "../judged.json" with { type: "json" };
import { type KitPromise, NO_JUDGE, type NoJudge } from "../page/kit.ts";
import { inPage } from "./course-file.ts";
import { packFolder } from "./image.ts";

export const JUDGE = "judge:";
const FIXTURE_FILES = "fixtures:";
/** A bundle takes itself for a file of the course's folder, and a spec for one of a chapter's. */
const IN_PAGE = "/course/course/fixtures";

/**
 * By the chapter, the promises that a page cannot judge, and why. All others of its core were judged in Chromium and
 * kept. A word instead says why it judges none.
 */
const KNOWN: Record<string, Record<string, string> | string> = known;

/** The promises of a chapter that a page cannot judge; undefined when it judges none. */
const exceptionsOf = (chapter: string) => {
  const found = KNOWN[basename(chapter)];
  return typeof found === "string" ? undefined : found;
};

/** Whether a page can judge the chapter in a folder. */
export const isJudged = (chapter: string): boolean => exceptionsOf(chapter) !== undefined;

/** Why a page judges no promise of a chapter; undefined where it does. */
export function whyNoJudge(chapter: string): NoJudge | undefined {
  if (isJudged(chapter)) return undefined;
  const word = KNOWN[basename(chapter)];
  return NO_JUDGE.find((one) => one === word) ?? "not measured";
}

/** The promises of the core, and those that the edit of "Break it" breaks. */
export function promisesIn(chapter: string): KitPromise[] {
  const hints = hintsOf(chapter);
  const page = readFileSync(join(chapter, "README.md"), "utf8");
  const wanted = [...(coreOf(chapter) ?? []), ...breakOn(page).promises];
  return promisesOf(chapter)
    .filter((sentence) => wanted.includes(sentence))
    .map((sentence) => {
      const names = LANGUAGES.map((language) => {
        const own = inLanguage(hints.get(sentence), language)?.name;
        return [language, own ?? sentence];
      });
      const isHere = exceptionsOf(chapter)?.[sentence] === undefined;
      return { sentence, isHere, names: Object.fromEntries(names) };
    });
}

/** What a spec reaches for outside of its worker. */
const HANDS = [
  "course/base/load.ts",
  "course/judge/elsewhere.ts",
  ...["control", "inside", "launch", "process"].map((name) => `course/spec/${name}.ts`),
  "practice/api/server.ts",
];

/** What stands in for a file that the course's judge imports. */
function standIn(path: string): string | undefined {
  if (path === "course/spec.ts") return join(ROOT, "site/judge/spec.ts");
  return HANDS.includes(path) ? join(ROOT, "site/judge/hands.ts") : undefined;
}

/** The timers of a spec are none of its agent's, which says when it waits for nothing. */
const TIMERS = `import { uncounted as setTimeout } from ${JSON.stringify(join(ROOT, "site/node/clockwork.ts"))};\n`;

/** Makes the entries of judges. */
export const judgePlugin: Plugin = {
  name: "judges",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${JUDGE}`) }, ({ path }) => ({
      path: path.slice(JUDGE.length),
      namespace: "judge",
    }));
    onLoad({ filter: /.*/, namespace: "judge" }, ({ path }) => ({
      contents: judgeSource(path),
      resolveDir: ROOT,
    }));
    onResolve({ filter: new RegExp(`^${FIXTURE_FILES}`) }, ({ path }) => ({
      path: path.slice(FIXTURE_FILES.length),
      namespace: "fixtures",
    }));
    onLoad({ filter: /.*/, namespace: "fixtures" }, async ({ path }) => ({
      contents: await fixturesOf(path),
      resolveDir: ROOT,
    }));
    onResolve({ filter: /\.ts$/ }, ({ path, importer, resolveDir }) => {
      const isJudge =
        importer.startsWith(join(ROOT, "course") + sep) || importer.endsWith("spec.test.ts");
      if (!isJudge) return undefined;
      const found = standIn(relative(ROOT, resolve(resolveDir, path)).replaceAll(sep, "/"));
      return found === undefined ? undefined : { path: found };
    });
    onLoad({ filter: /[\\/]course[\\/]spec[\\/]watch\.ts$/ }, ({ path }) => ({
      contents: TIMERS + inPage(readFileSync(path, "utf8"), "course/spec/watch.ts"),
      loader: "ts",
    }));
  },
};

/** Files of the course that a spec reads while it is loaded. */
const FIXTURE = /`\.\.\/course\/fixtures\/(\w+)\/\$\{name\}`/;

/** Puts them where the spec looks for them: it is in the folder of its chapter. */
async function fixturesOf(chapter: string): Promise<string> {
  const spec = readFileSync(join(chapter, "spec.test.ts"), "utf8");
  const [, name] = FIXTURE.exec(spec) ?? [];
  const packed =
    name === undefined ? [] : await packFolder(join(FIXTURES, name), `${IN_PAGE}/${name}`);
  return [
    'import { load } from "./site/disk/image.ts";',
    'import { unpack } from "./site/page/disks.ts";',
    `load(unpack(${JSON.stringify(packed)}));`,
  ].join("\n");
}

const judgeSource = (chapter: string) =>
  [
    `import ${JSON.stringify(FIXTURE_FILES + chapter)};`,
    `import ${JSON.stringify(`./${basename(chapter)}/spec.test.ts`)};`,
    'import { serve } from "./site/judge/worker.ts";',
    `import { run } from ${JSON.stringify(`kit:${chapter}`)};`,
    "serve(run);",
  ].join("\n");
