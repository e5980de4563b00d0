// course/build/progress · `course progress`: what has been read, built and broken, as far as the course was told.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sync as writeFileAtomic } from "write-file-atomic";
import { z } from "zod";
import { UsageError } from "../base/usage.ts";
import { listChapters, ownChapter } from "../chapters/list.ts";

/** How the command is called, what it does, and more. */
export const PROGRESS_HELP = `course progress [read CHAPTER]

Shows which chapters you have read, built and broken.
  read CHAPTER   notes that you have read it
What you build (my_sNN, my_upto_sNN) and break is noted whenever its spec runs. The notes are in .progress.json.
Example: npm run course -- progress read s05`;

const USAGE = PROGRESS_HELP.split("\n")[0];
const FILE = ".progress.json";

const counts = z.object({ passed: z.number(), failed: z.number() });
const progress = z.object({
  version: z.literal(1),
  read: z.array(z.string()),
  /** The last run of a chapter's spec on the folder my_sNN; for my_upto_sNN, by its name, how many chapters it keeps. */
  built: z.record(z.string(), counts),
  /** The most promises of a chapter that its own spec has seen broken. */
  broken: z.record(z.string(), z.number()),
});
type Progress = z.infer<typeof progress>;

/** Runs the command; `print` takes its lines. Returns 0. Throws a UsageError for misuse or a damaged file. */
export function progressCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): number {
  const [word, name, ...more] = args;
  if ((word !== undefined && word !== "read") || more.length > 0 || (word && !name))
    throw new UsageError(`Usage: ${USAGE}`);
  const known = readProgress(root);
  if (name !== undefined) {
    const chapter = basename(ownChapter(name, root, process.env.INIT_CWD));
    writeProgress(root, { ...known, read: [...new Set([...known.read, chapter])].sort() });
    print(`${chapter} is read.`);
    return 0;
  }
  for (const chapter of listChapters(root)) print(lineOf(chapter, known));
  for (const [name, { passed, failed }] of Object.entries(known.built))
    if (STOP.test(name)) print(`${name.padEnd(29)} built ${passed} of ${passed + failed} chapters`);
  return 0;
}

/** The folder of an agent that is built from nothing. */
const STOP = /^my_upto_s\d\d$/;

function lineOf(chapter: string, { read, built, broken }: Progress): string {
  const mine = built[chapter];
  const parts = [
    read.includes(chapter) ? "read" : "",
    mine ? `built ${mine.passed} of ${mine.passed + mine.failed}` : "",
    broken[chapter] ? `broken (${broken[chapter]})` : "",
  ];
  const [first = "", second = "", third = ""] = parts;
  return `${chapter.padEnd(22)} ${first.padEnd(6)} ${second.padEnd(16)} ${third}`.trimEnd();
}

/**
 * Notes a run of a chapter's spec: on the folder my_sNN it is what was built, on the chapter itself a failure is
 * what was broken. Other agents are not noted. Must not throw: a note is not worth a failed run.
 */
export function noteRun(
  root: string,
  { spec, on }: { spec: string; on: string },
  { passed, failed }: { passed: number; failed: number },
) {
  const chapter = basename(spec);
  noteQuietly(root, (known) => {
    if (basename(on) === `my_${chapter.slice(0, 3)}`)
      return { ...known, built: { ...known.built, [chapter]: { passed, failed } } };
    if (on !== spec || failed === 0) return undefined;
    const most = Math.max(failed, known.broken[chapter] ?? 0);
    return { ...known, broken: { ...known.broken, [chapter]: most } };
  });
}

/** Notes a run of the specs of s01 to sNN on the folder my_upto_sNN: how many chapters it keeps. Must not throw. */
export function noteStop(
  root: string,
  { specs, on }: { specs: string[]; on: string },
  kept: number,
) {
  const [first, last] = [specs[0], specs.at(-1)].map((spec) => basename(spec ?? "").slice(0, 3));
  if (first !== "s01" || basename(on) !== `my_upto_${last}`) return;
  const counts = { passed: kept, failed: specs.length - kept };
  noteQuietly(root, (known) => ({ ...known, built: { ...known.built, [basename(on)]: counts } }));
}

/** A damaged file is reported by `course progress`, and does not end a run. */
function noteQuietly(root: string, change: (known: Progress) => Progress | undefined) {
  try {
    const changed = change(readProgress(root));
    if (changed) writeProgress(root, changed);
  } catch {
    // the run that is noted goes on
  }
}

function readProgress(root: string): Progress {
  const path = join(root, FILE);
  if (!existsSync(path)) return { version: 1, read: [], built: {}, broken: {} };
  try {
    return progress.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new UsageError(`${FILE} cannot be read. Mend it, or delete it to start anew.`);
  }
}

const writeProgress = (root: string, value: Progress) =>
  writeFileAtomic(join(root, FILE), `${JSON.stringify(value, undefined, 2)}\n`);
