// shared/tracked · which files git tracks: those may have come with a clone or a pull.
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";
import { messageOf } from "./errors.ts";
import { isMissing } from "./files.ts";
import { firstLine, runGitIfThere } from "./git.ts";

/** Says of a file, by its name in the folder that was looked at, whether git tracks it. */
export interface IsTracked {
  (name: string): boolean;
  /** Why git does not say it, if it does not: then each file may be tracked. */
  doubt?: string;
  /** True when it is no more than a commit that has some of the files. */
  isPast?: true;
}

const none: IsTracked = () => false;
const all: IsTracked = () => true;
const unknown = (doubt: string): IsTracked => Object.assign(() => true, { doubt });

const PATIENCE_MS = 10_000;
/** What git lists in a folder where a submodule belongs. */
const WHOLE_FOLDER = "./";

/**
 * Which files git tracks at `path`: in that folder, or that one file. None where there is no such path, no repository,
 * or no git on this computer. All of them, with a doubt, when git does not tell, for example because the repository
 * belongs to another user. Those of `wanted` count as tracked as well when a commit has them: a pull that fails, or that
 * still runs, has written files that are not in the index, and a reset leaves them behind. Starts git, and no program
 * that the repository could name.
 */
export async function trackedAt(path: string, wanted: string[] = []): Promise<IsTracked> {
  const place = placeOf(path);
  if (place === undefined || !isInRepository(place.folder)) return none;
  const names = await listTracked(place.folder, place.only);
  if (names === "no git") return none;
  if (!Array.isArray(names)) return unknown(names.why);
  if (names.includes(WHOLE_FOLDER)) return all;
  const tracked = new Set(names.map(folded));
  const past = await inCommits(
    wanted.filter((name) => !tracked.has(folded(name))),
    place.folder,
  );
  if (!Array.isArray(past)) return unknown(past.why);
  for (const name of past) tracked.add(folded(name));
  const isTracked = (name: string) => tracked.has(folded(name));
  return past.length > 0 ? Object.assign(isTracked, { isPast: true as const }) : isTracked;
}

interface Place {
  folder: string;
  /** The one file that is asked about; all when there is none. */
  only: string[];
}

/**
 * Where git is to look. The real names count, because .TASKS can be the same folder as .tasks. A folder is looked at
 * from inside, because it can be a repository of its own.
 */
function placeOf(path: string): Place | undefined {
  try {
    const real = realpathSync.native(path);
    if (lstatSync(real).isDirectory()) return { folder: real, only: [] };
    return { folder: dirname(real), only: [basename(real)] };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether a folder, by its real path, has a `.git` in it or above it; whether that is whole, only git can say. */
export function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  return folder !== parse(folder).root && isInRepository(dirname(folder));
}

/** Some disks do not tell upper from lower case, or ſ from s. One question too many does less harm than one too few. */
const folded = (name: string) => name.normalize("NFKC").toLowerCase();

/** The names that a commit of any branch has, also one that only a log of git knows, or that was fetched last. */
async function inCommits(names: string[], folder: string): Promise<string[] | { why: string }> {
  const found = names.length > 0 ? await commitWith(names, folder) : "";
  if (typeof found !== "string") return found;
  const past: string[] = [];
  for (const name of found === "" ? [] : names) {
    const commit = names.length > 1 ? await commitWith([name], folder) : found;
    if (typeof commit !== "string") return commit;
    if (commit !== "") past.push(name);
  }
  return past;
}

/** One that changes a file of these names; "" when there is none. A merge may bring a file of its own. */
async function commitWith(names: string[], folder: string): Promise<string | { why: string }> {
  const all = ["--all", "--reflog", "--full-history", "--ignore-missing", "--max-count=1"];
  const paths = names.map((name) => `:(icase,literal)${name}`);
  return (await ask(["rev-list", ...all, "FETCH_HEAD", "--", ...paths], folder)) ?? "";
}

async function listTracked(
  folder: string,
  only: string[],
): Promise<string[] | "no git" | { why: string }> {
  const said = await ask(["--icase-pathspecs", "ls-files", "-z", "--", ...only], folder);
  return typeof said === "string" ? said.split("\0") : (said ?? "no git");
}

/** What git prints, or why it does not tell; undefined when there is no git. */
async function ask(args: string[], folder: string): Promise<string | { why: string } | undefined> {
  try {
    const options = { cwd: folder, timeout: PATIENCE_MS, isKilled: true };
    const result = await runGitIfThere(args, options);
    return result && (result.code === 0 ? result.stdout : { why: firstLine(result) });
  } catch (error) {
    return { why: messageOf(error) }; // it took too long, or listed too much
  }
}
