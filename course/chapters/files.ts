// course/chapters/files · the chapters with their files, read once for all checks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, mapValues, parseRecord } from "../base/json.ts";
import { LANGUAGES, type Translated } from "../base/languages.ts";
import { listChapters } from "./list.ts";

export interface Chapter {
  /** The folder's name. */
  name: string;
  /** Its number: "s05". */
  short: string;
  /** The content of its files, by their path in the folder. */
  files: Map<string, Buffer>;
  manifest: Manifest;
}

/** What the chapter's package.json says about the chapter. */
export interface Manifest {
  /** One sentence about the mechanism. */
  description: Translated;
  /** Revised files, and why. */
  changes: Record<string, Translated>;
  /** Why its page is beyond a limit; empty if it is not. */
  page: string;
}

/** The sentence in "changes" that says why a step needs more than its budget. */
export const WHY_MORE = "*";

const SKIPPED_FOLDERS = new Set(["node_modules", "scratch"]);

/** Own files are new in every chapter and not compared. */
export const isOwn = (file: string): boolean =>
  /^(?:README|details)[^/]*\.md$/.test(file) ||
  file === "package.json" ||
  file === "hints.json" ||
  file === "tsconfig.json" ||
  isDraft(file) ||
  isTest(file);

/** A smaller version of the mechanism, which runs in its place: see drafts.ts. */
const isDraft = (file: string): boolean => file.startsWith("drafts/");

export const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** A test of a mechanism from inside; the spec looks from outside. */
export const isUnitTest = (file: string): boolean => isTest(file) && file !== "spec.test.ts";

/** Files whose lines the budgets count. */
export const isCounted = (file: string): boolean =>
  file.endsWith(".ts") && !isTest(file) && !isDraft(file);

/** The paths of all files in a folder; files that programs leave behind are skipped. */
export function listFiles(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && !name.endsWith(".jsonl"))
    .flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return SKIPPED_FOLDERS.has(entry.name) ? [] : listFiles(folder, path);
    })
    .sort();
}

/** Reads every chapter of `root`, in order. */
export const loadChapters = (root: string): Chapter[] =>
  listChapters(root).map((name) => loadChapter(root, name));

function loadChapter(root: string, name: string): Chapter {
  const folder = join(root, name);
  const files = new Map(
    listFiles(folder).map((file) => [file, readFileSync(join(folder, file))] as const),
  );
  const manifest = parseManifest(files.get("package.json")?.toString("utf8") ?? "");
  return { name, short: name.slice(0, 3), files, manifest };
}

/** The text of a chapter's file; empty when there is none. */
export const textOf = (chapter: Chapter | undefined, file: string): string =>
  chapter?.files.get(file)?.toString("utf8") ?? "";

/** The lines of a text, without the empty one after the last line end. */
export const linesOf = (text: string): string[] =>
  text === "" ? [] : text.replace(/\n$/, "").split("\n");

/** How many lines of a text are not blank. */
export const fullLines = (text: string): number =>
  text.split("\n").filter((line) => line.trim() !== "").length;

/** How many lines of code a chapter has: without tests, without blank lines. */
export const codeSize = (chapter: Chapter): number =>
  [...chapter.files.keys()]
    .filter(isCounted)
    .reduce((sum, file) => sum + fullLines(textOf(chapter, file)), 0);

/** The names of the tools that a chapter declares. */
export function toolsOf(chapter: Chapter | undefined): string[] {
  const files = [...(chapter?.files.keys() ?? [])].filter(isCounted);
  return files.flatMap((file) => toolsIn(textOf(chapter, file)));
}

/** The names of the tools that a text declares: a name, an effect if there is one, and a description. */
export const toolsIn = (text: string): string[] =>
  [...text.matchAll(/name: "([a-z0-9_]+)",\s*(?:effect: "[a-z]+",\s*)?description:/g)].map(
    (match) => match[1] ?? "",
  );

function parseManifest(text: string): Manifest {
  const { description, descriptions, changes, page } = parseRecord(text) ?? {};
  const more = isRecord(descriptions) ? descriptions : {};
  return {
    description: translated({ ...more, en: description }),
    changes: mapValues(isRecord(changes) ? changes : {}, translated),
    page: typeof page === "string" ? page : "",
  };
}

/** A string stands for all languages; in an object, English stands in for a missing one. */
export function translated(value: unknown): Translated {
  const values: Record<string, unknown> = isRecord(value) ? value : { en: value };
  const textIn = (language: string) => {
    const text = values[language];
    return typeof text === "string" ? text : undefined;
  };
  const en = textIn(LANGUAGES[0]) ?? "";
  return { en, zh: textIn("zh") ?? en, ja: textIn("ja") ?? en };
}
