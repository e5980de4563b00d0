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
  const short = /^my_(s\d\d)\/?$/.exec(name)?.[1];
  const mend = short ? ` npm run course -- build ${short} makes ${name}.` : "";
  throw new UsageError(
    `There is no chapter ${JSON.stringify(name)}.${mend} There are: ${chapters.join(", ")}.`,
  );
}

/** The same, for one of the course's own chapters only. Throws a UsageError for any other folder. */
export function ownChapter(name: string, root: string, base = process.cwd()): string {
  const folder = chapterFolder(name, root, base);
  const chapters = listChapters(root);
  if (chapters.some((chapter) => join(root, chapter) === folder)) return folder;
  throw new UsageError(`${name} is not a chapter. There are: ${chapters.join(", ")}.`);
}
