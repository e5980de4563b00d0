// course/chapters · the chapters there are, and how they are named on a command line.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** A mistake on the command line: one line for the person who made it. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The folders of the chapters in `root`, in order. */
export const listChapters = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^s\d\d_/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(root, name, "code.ts")))
    .sort();

/**
 * The path of the folder that `name` means: "s03", "3", "03", the folder's name, or a path from `base`.
 * Throws a UsageError that lists the chapters.
 */
export function chapterFolder(name: string, root: string, base = process.cwd()): string {
  const chapters = listChapters(root);
  const digits = /^s?(\d{1,2})$/.exec(name)?.[1];
  const start = digits === undefined ? undefined : `s${digits.padStart(2, "0")}_`;
  const found = chapters.find(
    (chapter) => chapter === name || (start && chapter.startsWith(start)),
  );
  if (found) return join(root, found);
  const path = resolve(base, name);
  if (existsSync(path) && statSync(path).isDirectory()) return path;
  throw new UsageError(
    `There is no chapter ${JSON.stringify(name)}. There are: ${chapters.join(", ")}.`,
  );
}
