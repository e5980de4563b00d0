// shared/gitLoss · what would be lost with a worktree's folder: all that is in no commit, or in one that nobody finds.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { askGit, entriesOf } from "./git.ts";
import { namesIn } from "./plainFiles.ts";
import { capped, oneLine } from "./text.ts";

const MAX_NAMED = 5;
/** How the phrase begins for files that are tracked and not in the folder any more. */
export const GONE = "files that are gone from it";

/** What git prints for these words, run in the worktree. */
type Ask = (...args: string[]) => Promise<string>;

/**
 * What would be lost with the worktree in the folder `path`, whose branch stays; one phrase for each kind, none when
 * nothing would be. Throws when git does not tell.
 */
export async function lossIn(path: string, branch: string, signal: AbortSignal): Promise<string[]> {
  const ask: Ask = (...args) => askGit(args, { cwd: path, signal });
  const status = await statusOf(ask);
  const repositories = await repositoriesIn(path, ask);
  const told = [...status.map(nameOf), ...repositories.map((folder) => `${folder}/`)];
  const silent = await unknownIn(path, ask, told);
  return [
    ...changedIn(status),
    ...kind("files that git was told not to look at", await unseenIn(path, ask), 2),
    ...kind("files that git does not look at", silent, 0),
    ...(await unmerged(branch, ask)),
    ...kind("repositories in it", repositories, 0),
    ...kind(
      "repositories of submodules that are not filled now",
      await emptiedIn(repositories, ask),
      0,
    ),
    ...kind("commits that only its reflog knows", await onlyLogged(branch, ask), 0),
  ];
}

async function statusOf(ask: Ask): Promise<string[]> {
  const args = ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=none"];
  return entriesOf(await ask(...args, "--untracked-files=all", "--ignored"));
}

/** Of " M src/a.ts". The name of a folder that is untracked or ignored as a whole ends in a slash. */
const nameOf = (entry: string) => entry.slice(3);

/** A removal that was cut short leaves deletions, too: these are told apart, because nobody should commit them unseen. */
function changedIn(status: string[]): string[] {
  const isDeleted = (entry: string) => entry.startsWith(" D ");
  const isIgnored = (entry: string) => entry.startsWith("!! ");
  const changes = status.filter((entry) => !isIgnored(entry) && !isDeleted(entry));
  return [
    ...kind("changes", changes, 3),
    ...kind(GONE, status.filter(isDeleted), 3),
    ...kind("ignored files", status.filter(isIgnored), 3),
  ];
}

/**
 * What is in the folder, and neither tracked nor `told`. It asks the disk, so it does not depend on a list of what git
 * is silent about, such as the folder of a submodule that is not filled.
 */
async function unknownIn(path: string, ask: Ask, told: string[]): Promise<string[]> {
  const tracked = entriesOf(await ask("ls-files", "-z"));
  const known = new Set([...tracked, ...told, ".git"].map(composed));
  const unknown: string[] = [];
  const folders = [""];
  for (const folder of folders)
    for (const entry of await readdir(join(path, folder), { withFileTypes: true })) {
      const name = folder + entry.name;
      if (entry.isDirectory() && !known.has(composed(`${name}/`))) folders.push(`${name}/`);
      const holdsText = entry.isFile() || entry.isSymbolicLink();
      if (holdsText && !known.has(composed(name))) unknown.push(name);
    }
  return unknown;
}

/** macOS may give the letters of a name in another form than git. */
const composed = (name: string) => name.normalize("NFC");

/** Files that are marked as unchanged: the status is silent about them. */
async function unseenIn(path: string, ask: Ask): Promise<string[]> {
  const seen = entriesOf(await ask("ls-files", "-v", "-z"));
  return seen.filter((entry) => !entry.startsWith("H ") && existsSync(join(path, entry.slice(2))));
}

async function unmerged(branch: string, ask: Ask): Promise<string[]> {
  const not = ["--not", `--exclude=${branch}`, "--branches", "--remotes"];
  const count = (await ask("rev-list", "--count", `refs/heads/${branch}`, ...not)).trim();
  return count === "0" ? [] : [`commits that are on no other branch: ${count}`];
}

/** Submodules, and what was made with `git init` in a folder of tracked files. The status shows neither. */
async function repositoriesIn(path: string, ask: Ask): Promise<string[]> {
  const folders = new Set(entriesOf(await ask("ls-files", "--stage", "-z")).flatMap(foldersOf));
  return [...folders].filter((folder) => existsSync(join(path, folder, ".git")));
}

/** What git keeps of submodules that were filled here once goes with the worktree, with commits that may be nowhere else. */
async function emptiedIn(repositories: string[], ask: Ask): Promise<string[]> {
  const where = await ask("rev-parse", "--path-format=absolute", "--git-path", "modules");
  const names = await namesIn(where.replace(/\n$/, ""));
  return names.filter((name) => !repositories.some((one) => `${one}/`.startsWith(`${name}/`)));
}

/** Of "100644 930a99a39e… 0\ta/b/c.txt": a/b and a. A submodule is an entry itself. */
function foldersOf(entry: string): string[] {
  const file = entry.slice(entry.indexOf("\t") + 1);
  const parts = entry.startsWith("160000 ") ? [...file.split("/"), ""] : file.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Commits that were made while HEAD was detached: the log of a worktree's HEAD goes with it. */
async function onlyLogged(branch: string, ask: Ask): Promise<string[]> {
  const commits = async (...args: string[]) =>
    (await ask("rev-list", ...args, "--")).split("\n").filter(Boolean);
  const kept = new Set(await commits("--walk-reflogs", `refs/heads/${branch}`)); // that log stays with the branch
  const own = new Set(await commits("--walk-reflogs", "HEAD"));
  const left = [...own].filter((commit) => !kept.has(commit));
  if (left.length === 0) return [];
  const known = ["--not", "--branches", "--remotes", "--tags", ...kept];
  return commits("--ignore-missing", ...left, ...known);
}

/** `letters` is what git writes before each name. */
function kind(what: string, entries: string[], letters: number): string[] {
  if (entries.length === 0) return [];
  const names = entries.map((entry) => oneLine(entry.slice(letters)));
  return [`${what} (${entries.length}): ${capped(names, MAX_NAMED).join(", ")}`];
}
