// shared/gitPrograms · what the configuration of a repository lets git start: a clone has none, an unpacked archive may.
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { askGit, entriesOf, type GitOptions, tryGit } from "./git.ts";
import { capped, oneLine } from "./text.ts";

/**
 * Keys of programs that reading can start: what shows, compares, filters or merges files, also for git-lfs, what checks
 * signatures, and what fetches objects that are missing. The monitor of the files is not among them: it is off (process.ts, git.ts).
 */
const STARTS =
  /^(diff\.external|diff\..*\.(command|textconv)|filter\..*\.(clean|smudge|process)|lfs\.(extension|customtransfer)\..*\.(clean|smudge|path)|merge\..*\.driver|gpg\.(.*\.)?program|extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$/is;
const MAX_VALUE = 100;
const MAX_NAMED = 3;

/**
 * What the configuration of the repository around `cwd` names, and that of its submodules, because git goes into them:
 * such as "diff.pdf.textconv = pdftotext"; empty when it names none. What the person has configured for all
 * repositories is not among it. Throws an Error when git does not tell.
 */
export async function programsNamed({ cwd, ...options }: GitOptions): Promise<string> {
  const named = await namedIn(cwd, { ...options, isKilled: true, seen: new Set() });
  return capped(named, MAX_NAMED).join(", ");
}

interface Looking extends Omit<GitOptions, "cwd"> {
  /** The real paths of the repositories that were looked at. */
  seen: Set<string>;
}

async function namedIn(cwd: string, looking: Looking): Promise<string[]> {
  const named = await configured(cwd, looking);
  const top = await tryGit(["rev-parse", "--show-toplevel"], { ...looking, cwd });
  if (top === "") return named;
  // there git goes into submodules of which the list below knows nothing
  if (top !== cwd && (await storeOf(top, looking)) !== (await storeOf(cwd, looking)))
    return [...named, oneLine(`core.worktree = ${top}`, MAX_VALUE)];
  looking.seen.add(realpathSync(top));
  for (const folder of await submodulesIn({ ...looking, cwd: top }))
    if (!looking.seen.has(folder)) named.push(...(await namedIn(folder, looking)));
  return named;
}

/** Where a repository is kept, seen from `cwd`. */
const storeOf = (cwd: string, looking: Looking) =>
  tryGit(["rev-parse", "--absolute-git-dir"], { ...looking, cwd });

async function configured(cwd: string, looking: Looking): Promise<string[]> {
  const all = await configurationOf({ ...looking, cwd });
  const starting = all.filter(({ key, isOwn }) => isOwn && STARTS.test(key));
  return starting.map(({ key, value }) => oneLine(`${key} = ${value}`, MAX_VALUE));
}

/** A line of git's configuration. */
interface Setting {
  key: string;
  value: string;
  /** Whether the repository itself has it; what the person has configured for all repositories is not its own. */
  isOwn: boolean;
}

/** All that git's configuration says in the folder. Throws an Error when git does not tell. */
export async function configurationOf(options: GitOptions): Promise<Setting[]> {
  const words = entriesOf(await askGit(["config", "--list", "--show-scope", "-z"], options)); // a scope, an entry, the next scope, …
  return words.flatMap((entry, at) => {
    const [key = "", ...value] = entry.split("\n");
    const isOwn = ["local", "worktree"].includes(words[at - 1] ?? "");
    return at % 2 === 1 ? [{ key, value: value.join("\n"), isOwn }] : [];
  });
}

/** The real paths of the submodules that are there. `cwd` is the top of the files of a repository. */
export async function submodulesIn(options: GitOptions): Promise<string[]> {
  const entries = entriesOf(await askGit(["ls-files", "--stage", "-z"], options));
  const links = entries.filter((entry) => entry.startsWith("160000 "));
  if (links.some((entry) => entry.includes("\ufffd")))
    throw new Error("a submodule has a name that is not UTF-8");
  const folders = links.map((entry) => join(options.cwd, entry.slice(entry.indexOf("\t") + 1)));
  return folders
    .filter((folder) => existsSync(join(folder, ".git")))
    .map((folder) => realpathSync(folder));
}
