// site/build/weigh · what a reader's browser loads of the built site, in KB as a web server compresses it (gzip), and the limits.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { init, parse } from "es-module-lexer";
import { LANGUAGES } from "../../course/base/languages.ts";
import { sampleOf } from "../../course/scripts/samples.mjs";

export interface Weight {
  what: string;
  kb: number;
  /** At most so many KB. */
  most: number;
  files: number;
  /** At most so many files. */
  mostFiles?: number;
}

const MOST = { page: 150, terminal: 350, disk: 65, agent: 350, further: 65, model: 250 };
/** An agent is its entry, its chapter's files, those of three spans of chapters, what all import, and a stand-in. */
const MOST_FILES = 7;

const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(file), { level: 6 }).length;
  sizes.set(file, known);
  return known;
}

const sum = (files: Iterable<string>) =>
  [...files].reduce((total, file) => total + sizeOf(file), 0) / 1024;

const imports = new Map<string, string[]>();
function importsOf(file: string): string[] {
  const known = imports.get(file);
  if (known) return known;
  const found = parse(readFileSync(file, "utf8"))[0].flatMap(({ type, specifier }) =>
    type === "static" && specifier?.startsWith(".") ? join(dirname(file), specifier) : [],
  );
  imports.set(file, found);
  return found;
}

/** Files with all that they import at once. */
function closure(...files: string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) for (const one of importsOf(file)) found.add(one);
  return found;
}

const without = (files: Set<string>, others: Set<string>) =>
  [...files].filter((file) => !others.has(file));

/** What a page loads before anything is done on it. */
function pageFiles(html: string, dist: string, base: string): Set<string> {
  const named = [...readFileSync(html, "utf8").matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)];
  const files = named.map(([, path = ""]) => join(dist, path.slice(base.length)));
  const scripts = files.filter((file) => file.endsWith(".js"));
  return new Set([html, ...files, ...closure(...scripts)]);
}

function htmlIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile() && one.name.endsWith(".html") && one.name !== "404.html")
    .map((one) => join(one.parentPath, one.name));
}

const weightOf = (what: string, files: Iterable<string>, most: number): Weight => ({
  ...{ what, kb: sum(files), most, files: [...files].length },
});

const heaviest = (all: Weight[]): Weight[] => all.sort((a, b) => b.kb - a.kb).slice(0, 1);

/** Weighs a built site. */
export async function weigh(dist: string): Promise<Weight[]> {
  await init;
  const base = readFileSync(join(dist, "base"), "utf8");
  const agents = join(dist, "agents");
  const part = (folder: string, name: string) =>
    join(folder, readdirSync(folder).find((file) => file.startsWith(name)) ?? name);
  const pages = htmlIn(dist).map((html) => {
    const files = pageFiles(html, dist, base);
    return weightOf(`a page: ${html.slice(dist.length + 1)}`, files, MOST.page);
  });
  const chapters = readdirSync(agents).filter((name) => /^s\d\d_[a-z_]+\.js$/.test(name));
  const page = pageFiles(join(dist, chapters[0]?.slice(0, -3) ?? "", "index.html"), dist, base);
  const chunks = join(dist, "assets/chunks");
  const machine = closure(join(agents, "machine.js"));
  const terminal = [...without(closure(part(chunks, "bench.")), page), ...machine];
  const disks = chapters.map((name) => {
    const chapter = name.slice(0, -3);
    const all = [chapter, sampleOf(chapter), "agents"];
    return all.map((one) => join(agents, "disks", `${one}.json`)).filter(existsSync);
  });
  const begun = disks.map((disk, at) =>
    weightOf(
      `the files that a terminal begins with, ${chapters[at]?.slice(0, 3)}`,
      disk,
      MOST.disk,
    ),
  );
  const own = chapters.map((name) => without(closure(join(agents, name)), machine));
  const each = own.map((files, at) => {
    const short = chapters[at]?.slice(0, 3) ?? "";
    return { ...weightOf(`the agent of ${short}`, files, MOST.agent), mostFiles: MOST_FILES };
  });
  const further = own.slice(1).map((files, at) => {
    const more = without(new Set(files), new Set(own[at]));
    return weightOf(`${chapters[at + 1]?.slice(0, 3)} after the one before`, more, MOST.further);
  });
  const loaded = new Set([...machine, ...(own[0] ?? [])]);
  const model = closure(part(agents, "part-brain-"), part(agents, "part-practice-"));
  const models = LANGUAGES.map((language) => {
    const more = language === "en" ? [] : closure(part(agents, `part-${language}-`));
    const files = without(new Set([...model, ...more]), loaded);
    return weightOf(`the practice model, ${language}`, files, MOST.model);
  });
  return [
    ...heaviest(pages),
    weightOf("the terminal", terminal, MOST.terminal),
    ...heaviest(begun),
    ...each,
    ...further,
    ...models,
  ];
}

/** What passes its limit. */
export const tooHeavy = (weights: Weight[]): Weight[] =>
  weights.filter(({ kb, most, files, mostFiles = files }) => kb > most || files > mostFiles);

/** A line for each. */
export const weightLines = (weights: Weight[]): string[] =>
  weights.map(({ what, kb, most, files }) =>
    [
      `${kb.toFixed(0)} KB`.padStart(8),
      `of ${most}`.padStart(7),
      `${files} files`.padStart(9),
      what,
    ].join("  "),
  );
