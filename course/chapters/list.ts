// course/chapters/list · the chapters there are, and how they are named on a command line.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { say } from "../base/say.ts";
import { UsageError } from "../base/usage.ts";

/** The folders of the chapters in `root`, in order. */
export const listChapters = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^s\d\d_/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(root, name, "code.ts")))
    .sort();

/**
 * The path of the folder that `name` means: "s03", "3", "03", the folder's name, or a path from
 * `base` or from `root`, where `build` makes folders. Throws a UsageError that lists the chapters.
 */
export function chapterFolder(name: string, root: string, base = process.cwd()): string {
  const chapters = listChapters(root);
  const digits = /^s?(\d{1,2})$/.exec(name)?.[1];
  const start = digits === undefined ? undefined : `s${digits.padStart(2, "0")}_`;
  const found = chapters.find(
    (chapter) => chapter === name || (start && chapter.startsWith(start)),
  );
  if (found) return join(root, found);
  const paths = [resolve(base, name), resolve(root, name)];
  const path = paths.find((one) => existsSync(one) && statSync(one).isDirectory());
  if (path !== undefined) return path;
  const short = /^my_((?:upto_)?s\d\d)\/?$/.exec(name)?.[1]?.replace("_", "-");
  const mend = short ? say` npm run course -- build ${short} makes ${name}.` : "";
  throw new UsageError(
    say`There is no chapter ${JSON.stringify(name)}.${mend} There are: ${chapters.join(", ")}.`,
  );
}

/** The same, for one of the course's own chapters only. Throws a UsageError for any other folder. */
export function ownChapter(name: string, root: string, base = process.cwd()): string {
  const folder = chapterFolder(name, root, base);
  const chapters = listChapters(root);
  if (chapters.some((chapter) => join(root, chapter) === folder)) return folder;
  throw new UsageError(say`${name} is not a chapter. There are: ${chapters.join(", ")}.`);
}

const RANGE = /^(?:upto-(?<last>s\d\d)|(?<from>s\d\d)-(?<to>s\d\d))$/;

/**
 * The folders of the chapters that "upto-s06" or "s02-s06" means, in order; undefined for any other name.
 * Throws a UsageError when there is no such chapter, or none between the two.
 */
export function chapterRange(name: string, root: string): string[] | undefined {
  const { last, from = "s01", to = last } = RANGE.exec(name)?.groups ?? {};
  if (to === undefined) return undefined;
  const [first, final] = [ownChapter(from, root), ownChapter(to, root)].map((one) => basename(one));
  const names = listChapters(root).filter((one) => one >= (first ?? "") && one <= (final ?? ""));
  if (names.length === 0) throw new UsageError(say`${name} has no chapter: write ${to}-${from}.`);
  return names.map((one) => join(root, one));
}
