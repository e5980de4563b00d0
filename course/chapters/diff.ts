// course/chapters/diff · `course diff s01 s02`: what a chapter changes, by git's own diff.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gitEnvironment, runGit } from "../base/git.ts";
import { UsageError, usageOf } from "../base/usage.ts";
import { agentFolder, type Draft, draftAt, filesWith } from "./drafts.ts";
import { isOwn, listFiles } from "./files.ts";
import { listChapters } from "./list.ts";

/** How the command is called, what it does, and more. */
export const DIFF_HELP = `course diff [CHAPTER [CHAPTER]] [options of git diff]

Shows what a chapter changes, as git's own diff; new files whole, own files left out.
With two chapters it compares them, with one that chapter and the one before it, without any the newest.
  -U0, --stat, --word-diff …   every word that begins with a dash goes to git
Example: npm run course -- diff s03 s04`;

const USAGE = usageOf(DIFF_HELP);

/**
 * Runs the command: two chapters, or one and the one before it, or none for the newest. Words that begin
 * with a dash go to git. On a terminal git itself writes, in colour and page by page. Returns the exit code.
 * Throws a UsageError for what cannot be compared.
 */
export async function diffCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const options = args.filter((word) => word.startsWith("-") && word !== "--");
  const names = args.filter((word) => !word.startsWith("-"));
  const sides = sidesOf(names, root);
  const place = await mkdtemp(join(tmpdir(), "course-diff-"));
  try {
    const words = gitWords(options, copySides(sides, place));
    return process.stdout.isTTY
      ? await showDiff(words, place)
      : await printDiff(words, place, print);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** How git is asked to compare two folders. */
export const gitWords = (options: string[], sides: string[]): string[] =>
  ["-c", "core.autocrlf=false", "diff", "--no-index", options, "--", sides].flat();

/** The folders before and after; the first chapter is compared with nothing. */
export function sidesOf(names: string[], root: string): [string | undefined, string] {
  if (names.length > 2) throw new UsageError(`Usage: ${USAGE}`);
  const chapters = listChapters(root);
  const base = process.env.INIT_CWD;
  const [first = chapters.at(-1) ?? "", second] = names;
  const folder = agentFolder(first, root, base);
  if (second !== undefined) return [folder, agentFolder(second, root, base)];
  const draft = draftAt(folder);
  if (draft) return [beforeDraft(draft, root), folder];
  const at = chapters.indexOf(basename(folder));
  if (at < 0)
    throw new UsageError(
      `${first} is not a chapter: name a chapter to compare it with. Usage: ${USAGE}`,
    );
  const earlier = chapters[at - 1];
  return [earlier === undefined ? undefined : join(root, earlier), folder];
}

/** Copies the two folders next to each other, without their own files; returns the two names. */
function copySides([before, after]: ReturnType<typeof sidesOf>, place: string): string[] {
  const last = basename(after);
  const first = before === undefined ? "nothing" : basename(before);
  const names = [first, first === last ? `${last}-2` : last];
  for (const [at, folder] of [before, after].entries()) {
    const target = join(place, names[at] ?? "");
    mkdirSync(target);
    const files = folder === undefined ? new Map<string, string>() : textsOf(folder);
    for (const [file, text] of files) {
      mkdirSync(dirname(join(target, file)), { recursive: true });
      writeFileSync(join(target, file), text);
    }
  }
  return names;
}

/** The files of a side that are compared. */
export function textsOf(folder: string): Map<string, string> {
  const draft = draftAt(folder);
  if (draft) return filesWith(draft);
  const names = listFiles(folder).filter((file) => !isOwn(file));
  return new Map(names.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

/** A draft is compared with the one before it, the first one with the chapter before. */
function beforeDraft({ chapter, number }: Draft, root: string): string | undefined {
  if (number > 1) return join(root, `${basename(chapter).slice(0, 3)}.${number - 1}`);
  const chapters = listChapters(root);
  const earlier = chapters[chapters.indexOf(basename(chapter)) - 1];
  return earlier === undefined ? undefined : join(root, earlier);
}

/** git's exit code is 1 when there is a difference, which is what was asked for. */
const codeOf = (code: number) => (code === 1 ? 0 : code);

function showDiff(words: string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const git = spawn("git", words, { cwd, stdio: "inherit", env: gitEnvironment() });
    git.on("error", reject).on("close", (code) => resolve(codeOf(code ?? 1)));
  });
}

async function printDiff(words: string[], cwd: string, print: (line: string) => void) {
  const { code, stdout, stderr } = await runGit(words, cwd);
  const text = stdout.toString("utf8").replace(/\n$/, "");
  if (text !== "") print(text);
  if (code > 1) throw new UsageError(stderr.trim().split("\n")[0] ?? `git diff ended with ${code}`);
  return codeOf(code);
}
