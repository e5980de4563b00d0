// course/propagate/command · `course propagate s01`: a fix in a chapter, carried through all later ones.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { changedSince, fileAt, gitText, uncommitted } from "../base/git.ts";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { isOwn } from "../chapters/files.ts";
import { chapterFolder, listChapters } from "../chapters/list.ts";
import { checkCommand } from "../check/command.ts";
import { carry, hasMarks } from "./merge.ts";
import {
  type Propagation,
  readState,
  removeState,
  statePath,
  undo,
  writeOrRemove,
  writeState,
} from "./state.ts";

/** How the command is called, what it does, and more. */
export const PROPAGATE_HELP = `course propagate CHAPTER [--base REV], or --continue, or --abort

Carries a fix from the first chapter that has a file through all later ones, then checks.
  --base REV   the commit before the fix; default HEAD, for a fix that is not committed yet
  --continue   goes on after a conflict was resolved
  --abort      puts every chapter back as it was
Example: npm run course -- propagate s03`;

const USAGE = usageOf(PROPAGATE_HELP);
const WAYS_ON = "npm run course -- propagate --continue, or --abort";

interface Work {
  root: string;
  path: string;
  state: Propagation;
  print(line: string): void;
}

/**
 * Runs the command; `print` takes its lines. Returns the exit code: that of the check at the end, or 1 at a conflict.
 * Throws a UsageError for what cannot be started, continued or undone.
 */
export async function propagateCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const { chapter, base, goOn, abort } = readArgs(args);
  const path = await statePath(root).catch(() => {
    throw new UsageError("Propagate needs the course in a git repository, to know what changed.");
  });
  const open = readState(path);
  if (abort) return abortWork(open, path, root, print);
  if (goOn) return carryFrom({ root, path, print, state: resolved(open, root, chapter) });
  if (open) throw new UsageError(`A propagate of ${open.chapter} is under way: ${WAYS_ON}.`);
  if (chapter === undefined) throw new UsageError(`Usage: ${USAGE}`);
  const state = await begin(chapter, base, root);
  writeState(path, state);
  return carryFrom({ root, path, print, state });
}

function readArgs(args: string[]) {
  const options = {
    base: { type: "string" },
    continue: { type: "boolean" },
    abort: { type: "boolean" },
  } as const;
  const { values, positionals } = readWords({ args, allowPositionals: true, options }, USAGE);
  const [chapter, ...more] = positionals;
  const { base, continue: goOn = false, abort = false } = values;
  if (more.length > 0 || (goOn && abort) || ((goOn || abort) && base !== undefined))
    throw new UsageError(`Usage: ${USAGE}`);
  return { chapter, base: base ?? "HEAD", goOn, abort };
}

async function begin(name: string, base: string, root: string): Promise<Propagation> {
  const chapter = basename(chapterFolder(name, root));
  const chapters = listChapters(root);
  if (!chapters.includes(chapter))
    throw new UsageError(`${name} is not a chapter. Usage: ${USAGE}`);
  const later = chapters.slice(chapters.indexOf(chapter) + 1);
  const edited = await uncommitted(later, root);
  if (edited.length > 0) {
    throw new UsageError(
      `Later chapters have uncommitted edits: ${edited.join(", ")}. Commit or undo them first.`,
    );
  }
  return {
    head: await commitOf("HEAD", root),
    base: await commitOf(base, root),
    chapter,
    stopped: undefined,
    conflicts: [],
    touched: [],
  };
}

const commitOf = (revision: string, root: string): Promise<string> =>
  gitText(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
    root,
  ).then(
    (text) => text.trim(),
    () => {
      throw new UsageError(`There is no commit ${JSON.stringify(revision)} here.`);
    },
  );

async function abortWork(
  open: Propagation | undefined,
  path: string,
  root: string,
  print: (line: string) => void,
): Promise<number> {
  if (!open) throw new UsageError("No propagate is under way.");
  for (const file of await undo(open, root)) print(`restored ${file}`);
  removeState(path);
  return 0;
}

/** The state to continue with. Throws when there is none, or when conflicts are left. */
function resolved(open: Propagation | undefined, root: string, chapter?: string): Propagation {
  if (!open) throw new UsageError("No propagate is under way.");
  if (chapter !== undefined && basename(chapterFolder(chapter, root)) !== open.chapter) {
    throw new UsageError(`The propagate under way is that of ${open.chapter}.`);
  }
  if (open.stopped === undefined) {
    throw new UsageError(
      "It was interrupted half-way: npm run course -- propagate --abort, then start again.",
    );
  }
  const left = open.conflicts.filter((file) => {
    const place = join(root, file);
    return existsSync(place) && hasMarks(readFileSync(place, "utf8"));
  });
  if (left.length > 0) throw new UsageError(`Conflict marks are left in ${left.join(", ")}.`);
  return open;
}

/** Continues with the next pair of chapters until the last, then runs the check. */
async function carryFrom(work: Work): Promise<number> {
  const { root, path, print } = work;
  const { chapter, stopped } = work.state;
  const chapters = listChapters(root);
  const from = chapters.indexOf(stopped ?? chapter);
  const state = { ...work.state, stopped: undefined, conflicts: [] };
  for (const [at, next] of chapters.entries()) {
    if (at <= from) continue;
    const conflicts = await carryPair(chapters[at - 1] ?? "", next, { ...work, state });
    if (conflicts.length === 0) continue;
    writeState(path, { ...state, stopped: next, conflicts });
    print(`Mend what is listed in ${next}, then: ${WAYS_ON}.`);
    return 1;
  }
  if (state.touched.length === 0)
    print(`Nothing in ${chapter} had to be carried to later chapters.`);
  removeState(path);
  return checkCommand([], root, print);
}

/** Carries all files of a chapter to the next; returns those with conflicts. */
async function carryPair(from: string, to: string, work: Work): Promise<string[]> {
  const { root, path, state, print } = work;
  const conflicts: string[] = [];
  for (const file of await filesOf(from, work)) {
    const [source, target] = [`${from}/${file}`, `${to}/${file}`];
    const versions = {
      base: await fileAt(state.base, source, root),
      fixed: contentOf(join(root, source)),
      next: contentOf(join(root, target)),
    };
    const carried = await carry(versions, [target, `${source} before`, source]);
    if (carried.kind === "same") continue;
    // The state is written before the file, so that an interruption between the two can be undone.
    state.touched.push(target);
    writeState(path, state);
    if (carried.kind === "remove") writeOrRemove(join(root, target), undefined);
    else if (carried.content) writeOrRemove(join(root, target), carried.content);
    if (carried.kind === "conflict") {
      conflicts.push(target);
      print(`conflict ${target}: ${carried.why}`);
    } else print(`${carried.kind === "remove" ? "removed" : carried.how.padEnd(7)} ${target}`);
  }
  return conflicts;
}

/** Files of the chapter that are not what they were at the base, without its own. */
async function filesOf(chapter: string, { root, state }: Work): Promise<string[]> {
  const paths = await changedSince(state.base, chapter, root);
  return paths.map((path) => path.slice(chapter.length + 1)).filter((file) => !isOwn(file));
}

const contentOf = (path: string): Buffer | undefined =>
  existsSync(path) ? readFileSync(path) : undefined;
