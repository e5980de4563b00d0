// course/chapters/drafts · smaller, earlier versions of a chapter's mechanism, and how they are named: s14.2.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { isRecord, parseRecord } from "../base/json.ts";
import type { Translated } from "../base/languages.ts";
import { say } from "../base/say.ts";
import { UsageError } from "../base/usage.ts";
import { isOwn, listFiles, translated } from "./files.ts";
import { chapterFolder, listChapters } from "./list.ts";

export interface Draft {
  /** "s14.2" */
  name: string;
  number: number;
  /** The path of its chapter's folder. */
  chapter: string;
  /** The file behind whose name it stands, from the chapter's folder: "cron/cron.ts". */
  door: string;
  /** Its own file, from the chapter's folder: "drafts/2_file.ts". */
  file: string;
  /** The promises of the spec that hold with it, by number. */
  keeps: number[];
  /** Of those that the draft before keeps, the ones that it breaks on purpose, to show what they are for. */
  breaks: number[];
  /** It starts the mechanism's core with nothing around it; details.md then has a row for each promise that this does not keep. */
  isCore: boolean;
  /** What it is, in a few words. */
  title: Translated;
}

const NAME = /^s?(\d{1,2})\.(\d)$/i;

/** The drafts of a chapter's folder, in order, as its package.json names them. */
export function draftsOf(chapter: string): Draft[] {
  const manifest = join(chapter, "package.json");
  if (!existsSync(manifest)) return [];
  const { door, drafts } = parseRecord(readFileSync(manifest, "utf8")) ?? {};
  return (Array.isArray(drafts) ? drafts : []).map((one: unknown, at) => {
    const { file, keeps, breaks, core, ...words } = isRecord(one) ? one : {};
    return {
      name: `${basename(chapter).slice(0, 3)}.${at + 1}`,
      number: at + 1,
      chapter,
      door: String(door),
      file: String(file),
      keeps: numbersOf(keeps),
      breaks: numbersOf(breaks),
      isCore: core === true,
      title: translated(words),
    };
  });
}

const numbersOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/** Whether a name is the name of a draft: "s14.2". */
export const isDraftName = (name: string): boolean => NAME.test(name);

/**
 * The path that stands for a draft wherever an agent's folder is meant, such as `<root>/s14.2`; nothing is there.
 * Undefined when the name is none of a draft. Throws a UsageError that lists the drafts when there is no such one.
 */
export function draftPath(name: string, root: string): string | undefined {
  const [, digits = "", number] = NAME.exec(name) ?? [];
  if (number === undefined) return undefined;
  const short = `s${digits.padStart(2, "0")}`;
  const chapter = listChapters(root).find((one) => one.startsWith(`${short}_`));
  const drafts = chapter === undefined ? [] : draftsOf(join(root, chapter));
  const found = drafts.find((one) => one.number === Number(number));
  if (found) return join(root, found.name);
  const all = listChapters(root).flatMap((one) => draftsOf(join(root, one)));
  const there = all.map((one) => one.name).join(", ") || say`none`;
  throw new UsageError(say`There is no draft ${name}. There are: ${there}.`);
}

/**
 * The path of the agent that `name` means: a chapter's folder, or a draft of one, "s14.2". The path of a draft is a name
 * only; draftAt says what it stands for. Throws a UsageError that lists what there is.
 */
export function agentFolder(name: string, root: string, base = process.cwd()): string {
  return draftPath(name, root) ?? chapterFolder(name, root, base);
}

/** The draft that a path from `draftPath` stands for; undefined for any other path. */
export function draftAt(path: string): Draft | undefined {
  if (!NAME.test(basename(path)) || existsSync(path)) return undefined;
  const root = dirname(path);
  const chapter = listChapters(root).find((one) =>
    one.startsWith(`${basename(path).slice(0, 3)}_`),
  );
  return chapter === undefined
    ? undefined
    : draftsOf(join(root, chapter)).find(({ name }) => name === basename(path));
}

/** The text of a draft as it would stand in the place of its door. */
function textAtDoor({ chapter, door, file }: Draft): string {
  const text = readFileSync(join(chapter, file), "utf8");
  return text.replaceAll(/\b(from|import) "(\.{1,2}\/[^"]+)"/g, (_, word, target) => {
    const whole = posix.join(posix.dirname(file), target);
    const path = posix.relative(posix.dirname(door), whole);
    return `${word} "${path.startsWith(".") ? path : `./${path}`}"`;
  });
}

/**
 * The files of the agent that runs with a draft, by their path: the chapter's, without what only the mechanism is made
 * of, and the draft at its door, with what it imports. In the first chapter nearly everything is the mechanism: what is left is code.ts.
 */
export function filesWith(draft: Draft): Map<string, string> {
  const { chapter, door } = draft;
  const chapters = listChapters(dirname(chapter));
  const before = chapters[chapters.indexOf(basename(chapter)) - 1];
  const known = before === undefined ? [] : listFiles(join(dirname(chapter), before));
  const used = new Set([...known, ...usedBy("code.ts", draft), ...usedBy(draft.file, draft)]);
  const kept = listFiles(chapter).filter((file) => !isOwn(file) && used.has(file));
  const texts = kept.map((file) => [file, readFileSync(join(chapter, file), "utf8")] as const);
  return new Map([...texts, [door, textAtDoor(draft)]]);
}

/** A file and what it imports of its chapter, but what is behind the door. */
function usedBy(file: string, draft: Draft, found = new Set<string>()): Set<string> {
  const path = join(draft.chapter, file);
  if (found.has(file) || file === draft.door || !existsSync(path)) return found;
  found.add(file);
  for (const [, target = ""] of readFileSync(path, "utf8").matchAll(/ from "(\.{1,2}\/[^"]+)"/g))
    usedBy(posix.join(posix.dirname(file), target), draft, found);
  return found;
}
