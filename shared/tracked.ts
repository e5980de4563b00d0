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
 * belongs to another user. Starts git once if a repository is there, and no program that the repository could name.
 */
export async function trackedAt(path: string): Promise<IsTracked> {
  const place = placeOf(path);
  if (place === undefined || !isInRepository(place.folder)) return none;
  const names = await listTracked(place.folder, place.only);
  if (names === "no git") return none;
  if (!Array.isArray(names)) return unknown(names.why);
  if (names.includes(WHOLE_FOLDER)) return all;
  const tracked = new Set(names.map(folded));
  return (name) => tracked.has(folded(name));
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

async function listTracked(
  folder: string,
  only: string[],
): Promise<string[] | "no git" | { why: string }> {
  const args = ["--icase-pathspecs", "ls-files", "-z", "--", ...only];
  const options = { cwd: folder, timeout: PATIENCE_MS, isKilled: true };
  try {
    const result = await runGitIfThere(args, options);
    if (result === undefined) return "no git";
    return result.code === 0 ? result.stdout.split("\0") : { why: firstLine(result) };
  } catch (error) {
    return { why: messageOf(error) }; // it took too long, or listed too much
  }
}
