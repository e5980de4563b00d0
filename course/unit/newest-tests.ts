// course/unit/newest-tests · a mechanism's unit test stands once, in the chapter that introduces it, and runs on the newest chapter, too.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isUnitTest, listFiles } from "../chapters/files.ts";
import { importsOf } from "../chapters/imports.ts";
import { listChapters } from "../chapters/list.ts";

/** The part of a Vite plugin that is needed here. */
interface ResolvePlugin {
  name: string;
  enforce: "pre";
  resolveId(source: string, importer: string | undefined): string | undefined;
}

const CHAPTER = /^s\d\d_[^/]+$/;

/**
 * The unit tests of `root` that also run on the newest chapter, as paths from `root`: all but its own, those of
 * which a later chapter has a version, and those that would find the very files of their own chapter again.
 */
export function testsForNewest(root: string): string[] {
  const chapters = listChapters(root);
  const tests = chapters.map((chapter) => listFiles(join(root, chapter)).filter(isUnitTest));
  return chapters.slice(0, -1).flatMap((chapter, at) => {
    const later = new Set(tests.slice(at + 1).flat());
    return (tests[at] ?? [])
      .filter((test) => !later.has(test) && !findsTheSame(root, chapter, test))
      .map((test) => `${chapter}/${test}`);
  });
}

/** Whether all that a test imports of its chapter, directly or not, is byte for byte in the newest one. */
function findsTheSame(root: string, chapter: string, test: string): boolean {
  const files = importedOf(root, chapter, test);
  const isSame = (file: string) => {
    const later = join(newestFolder(root), file);
    return existsSync(later) && readFileSync(join(root, chapter, file)).equals(readFileSync(later));
  };
  return files.length > 0 && files.every(isSame);
}

/** The files of a chapter that one of them leads to by imports of values, without itself. */
function importedOf(root: string, chapter: string, file: string): string[] {
  const found = new Set<string>();
  const walk = (path: string) => {
    const text = readFileSync(join(root, path), "utf8");
    for (const { target, isType } of importsOf(path, text)) {
      if (isType || !target?.startsWith(`${chapter}/`) || found.has(target)) continue;
      if (!existsSync(join(root, target))) continue;
      found.add(target);
      walk(target);
    }
  };
  walk(`${chapter}/${file}`);
  return [...found].map((path) => path.slice(chapter.length + 1));
}

/** The folder of the newest chapter. */
export const newestFolder = (root: string): string => join(root, listChapters(root).at(-1) ?? "");

/** Gives a chapter's unit tests the newest chapter's file for each one that they import of their own chapter. */
export function importNewest(root: string): ResolvePlugin {
  const newest = newestFolder(root);
  return {
    name: "import-newest",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.startsWith(".") || !importer?.endsWith(".test.ts")) return undefined;
      const target = join(dirname(importer), source);
      const [chapter = "", ...rest] = relative(root, target).split(sep);
      const own = relative(root, importer).split(sep)[0];
      if (!CHAPTER.test(chapter) || chapter !== own) return undefined;
      const path = join(newest, ...rest);
      return existsSync(path) ? path : undefined;
    },
  };
}
