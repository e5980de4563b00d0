// course/chapters/compare · a chapter beside the one before it, in files, hunks and lines.
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "../base/git.ts";
import { type Chapter, codeSize, fullLines, isCounted, isOwn, linesOf, textOf } from "./files.ts";

/** What became of a file. Line counts: all lines, and those that are not blank. */
export interface FileChange {
  file: string;
  kind: "same" | "changed" | "added" | "dropped";
  hunks: number;
  added: number;
  deleted: number;
  addedFull: number;
  deletedFull: number;
  /** The line of the first difference in the later file. */
  line: number;
}

type Counts = Omit<FileChange, "file" | "kind">;

export interface Comparison {
  chapter: Chapter;
  before: Chapter | undefined;
  files: FileChange[];
  figures: Figures;
}

/** A row of the table that the check prints. */
export interface Figures {
  chapter: string;
  /** Share of the lines before that are still there, in percent; undefined in the first chapter. */
  kept: number | undefined;
  /** Lines that were not there before. */
  new: number;
  /** Hunks in code.ts and carried files. */
  edits: number;
  /** Files that were there before, without code.ts, and how many of them are the same. */
  carried: number;
  same: number;
  /** Carried files with another text, tests not counted. */
  touched: number;
  code: number;
}

/** Design, section 2: the command that decides which lines count as kept. */
const DIFF = [
  ...["-c", "core.autocrlf=false", "diff", "--no-index", "--no-ext-diff", "--no-color"],
  ...["-U0", "--minimal"],
];

/** Every chapter with the one before it. */
export const compareAll = (chapters: Chapter[], root: string): Promise<Comparison[]> =>
  Promise.all(chapters.map((chapter, at) => compare(chapters[at - 1], chapter, root)));

async function compare(
  before: Chapter | undefined,
  chapter: Chapter,
  root: string,
): Promise<Comparison> {
  const names = [...new Set([...(before?.files.keys() ?? []), ...chapter.files.keys()])];
  const compared = names.filter((file) => !isOwn(file)).sort();
  const files: FileChange[] = [];
  for (const file of compared) files.push(await changeOf(file, before, chapter, root));
  return { chapter, before, files, figures: figuresOf(chapter, before, files) };
}

async function changeOf(
  file: string,
  before: Chapter | undefined,
  chapter: Chapter,
  root: string,
): Promise<FileChange> {
  const old = before?.files.get(file);
  const now = chapter.files.get(file);
  const nothing = { hunks: 0, added: 0, deleted: 0, addedFull: 0, deletedFull: 0, line: 1 };
  if (!old || !before) {
    const text = textOf(chapter, file);
    const added = linesOf(text).length;
    return { ...nothing, file, kind: "added", added, addedFull: fullLines(text) };
  }
  if (!now) {
    const text = textOf(before, file);
    const deleted = linesOf(text).length;
    return { ...nothing, file, kind: "dropped", hunks: 1, deleted, deletedFull: fullLines(text) };
  }
  if (old.equals(now)) return { ...nothing, file, kind: "same" };
  const paths = [join(root, before.name, file), join(root, chapter.name, file)];
  return { file, kind: "changed", ...(await countsOf(old, now, paths)) };
}

/** What git said of two contents, by their hash: one run compares the same two several times. */
const counted = new Map<string, Promise<Counts>>();

function countsOf(old: Buffer, now: Buffer, paths: string[]): Promise<Counts> {
  const key = [old, now].map((bytes) => createHash("sha256").update(bytes).digest("hex")).join();
  const known = counted.get(key) ?? askGit(paths);
  counted.set(key, known);
  return known;
}

async function askGit(paths: string[]): Promise<Counts> {
  // Outside of any repository, so that no .gitattributes file applies.
  const { stdout } = await runGit([...DIFF, ...paths], tmpdir(), true);
  return readDiff(stdout.toString("utf8"));
}

/** The counts of one file's diff. */
function readDiff(diff: string): Counts {
  const counts = { hunks: 0, added: 0, deleted: 0, addedFull: 0, deletedFull: 0, line: 1 };
  for (const text of diff.split("\n")) {
    const start = /^@@ -\S+ \+(\d+)/.exec(text)?.[1];
    if (start !== undefined) {
      if (counts.hunks === 0) counts.line = Math.max(1, Number(start));
      counts.hunks++;
    } else if (counts.hunks > 0) countLine(text, counts);
  }
  return counts;
}

function countLine(text: string, counts: ReturnType<typeof readDiff>) {
  const isFull = text.slice(1).trim() === "" ? 0 : 1;
  if (text.startsWith("+")) {
    counts.added++;
    counts.addedFull += isFull;
  } else if (text.startsWith("-")) {
    counts.deleted++;
    counts.deletedFull += isFull;
  }
}

function figuresOf(chapter: Chapter, before: Chapter | undefined, files: FileChange[]): Figures {
  const counted = files.filter(({ file }) => isCounted(file));
  const sum = (key: "addedFull" | "deletedFull" | "hunks") =>
    counted.reduce((total, change) => total + change[key], 0);
  const carried = files.filter(({ file, kind }) => file !== "code.ts" && kind !== "added");
  const total = before ? codeSize(before) : 0;
  return {
    chapter: chapter.name,
    kept: before ? 100 * (1 - sum("deletedFull") / Math.max(1, total)) : undefined,
    new: sum("addedFull"),
    edits: before ? sum("hunks") : 0,
    carried: carried.length,
    same: carried.filter(({ kind }) => kind === "same").length,
    touched: carried.filter(({ file, kind }) => isCounted(file) && kind !== "same").length,
    code: linesOf(textOf(chapter, "code.ts")).length,
  };
}

/** Rounded down: 94.96 % is not yet 95. */
export const percent = (share: number): string => `${(Math.floor(share * 10) / 10).toFixed(1)} %`;
