// shared/gitPrograms · what the configuration of a repository lets git start: a clone has none, an unpacked archive may.
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { contains } from "./files.ts";
import { askGit, entriesOf, type GitOptions, tryGit } from "./git.ts";
import { namesIn } from "./plainFiles.ts";
import { oneLine } from "./text.ts";

/**
 * Keys of programs that reading can start: what shows, compares, filters or merges files, also for git-lfs, what checks
 * signatures, what has them checked (by gpg, which may ask a server), what fetches objects that are missing; and of files
 * that can name such a program as soon as they are written, which an earlier command of the same line may do. The
 * monitor of the files is not among them: it is off (process.ts, git.ts).
 */
const STARTS =
  /^(diff\.external|diff\..*\.(command|textconv)|filter\..*\.(clean|smudge|process)|lfs\.(extension|customtransfer)\..*\.(clean|smudge|path)|merge\..*\.driver|gpg\.(.*\.)?program|log\.showsignature|format\.pretty|extensions\.partialclone|include\.path|includeif\..*\.path|remote\..*\.(promisor|partialclonefilter))$/is;

/** Keys of programs that other commands start: an editor, a helper for passwords, a server's program, what an alias stands for. */
const ACTS =
  /^(core\.(hookspath|sshcommand|editor|askpass|gitproxy|pager|alternaterefscommand)|sequence\.editor|credential\.(.*\.)?helper|(alias|pager)\..*|remote\..*\.(uploadpack|receivepack|vcs)|protocol\.(.*\.)?allow|submodule\..*\.update|(diff|merge)tool\..*\.(cmd|path)|interactive\.difffilter|trailer\..*\.(command|cmd)|hook\..*\.command)$/is;

/**
 * What the configuration of the repository around `cwd` names, and that of its submodules, because git goes into them:
 * such as "diff.pdf.textconv = pdftotext", a line each, however long. What the person has configured for all
 * repositories is not among it. With `acts`, also what a command starts that does more than to read, and the hooks. Throws
 * an Error when git does not tell.
 */
export async function eachProgram(
  { cwd, ...options }: GitOptions,
  acts = false,
): Promise<string[]> {
  const seen = new Set<string>();
  const looking = { within: cwd, ...options, isKilled: true, seen, root: realpathSync(cwd), acts };
  const named = await namedIn(cwd, looking);
  return [...new Set(named.map((text) => oneLine(text, Number.POSITIVE_INFINITY)))];
}

interface Looking extends Omit<GitOptions, "cwd"> {
  /** The real paths of the repositories that were looked at. */
  seen: Set<string>;
  /** The real path of the folder in which files may be written without a question. */
  root: string;
  acts: boolean;
}

async function namedIn(cwd: string, looking: Looking): Promise<string[]> {
  const named = [...(await configured(cwd, looking)), ...(await writableIn(cwd, looking))];
  const top = await tryGit(["rev-parse", "--show-toplevel"], { ...looking, cwd });
  if (top === "") return named;
  // there git goes into submodules of which the list below knows nothing
  if (top !== cwd && (await storeOf(top, looking)) !== (await storeOf(cwd, looking)))
    return [...named, `core.worktree = ${top}`];
  looking.seen.add(realpathSync(top));
  for (const folder of await submodulesIn({ ...looking, cwd: top }))
    if (!looking.seen.has(folder)) named.push(...(await namedIn(folder, looking)));
  return named;
}

/** Where a repository is kept, seen from `cwd`. */
const storeOf = (cwd: string, looking: Looking) =>
  tryGit(["rev-parse", "--absolute-git-dir"], { ...looking, cwd });

/** The question to git where a repository is kept: what is its own, what it shares with its worktrees, the top of its files. */
export const WHERE = [
  ...["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel"],
];

/** What of the configuration may be written without a question: it is in no hidden folder, or has a second name. */
async function writableIn(cwd: string, looking: Looking): Promise<string[]> {
  const lines = (await tryGit(WHERE, { ...looking, cwd })).split("\n").slice(0, 2);
  const stores = lines.filter((line) => existsSync(line)).map((line) => realpathSync(line));
  const isHidden = (path: string) =>
    relative(looking.root, path)
      .split(sep)
      .some((name) => name.startsWith("."));
  const files = stores.flatMap((store) =>
    ["config", "config.worktree"].map((name) => join(store, name)),
  );
  const hasNames = (file: string) => {
    const info = lstatSync(file, { throwIfNoEntry: false });
    return info !== undefined && (info.isSymbolicLink() || info.nlink > 1);
  };
  return [
    ...stores.filter((store) => contains(looking.root, store) && !isHidden(store)),
    ...files.filter(hasNames),
  ].map((path) => `${path} may be written`);
}

async function configured(cwd: string, looking: Looking): Promise<string[]> {
  const all = await configurationOf({ ...looking, cwd });
  const kinds = looking.acts ? [STARTS, ACTS] : [STARTS];
  const starting = all.filter(({ key, isOwn }) => isOwn && kinds.some((kind) => kind.test(key)));
  const hooks = looking.acts ? await hooksIn(cwd, all, looking) : [];
  return [...hooks, ...starting.map(({ key, value }) => `${key} = ${value}`)];
}

/** Not where the person has put those for all repositories, or where the configuration of this one says, which is named itself. */
async function hooksIn(cwd: string, all: Setting[], looking: Looking): Promise<string[]> {
  const isElsewhere = ({ key, value }: Setting) =>
    key === "core.hookspath" && value !== "/dev/null"; // that is ours
  const [, common] = (await tryGit(WHERE, { ...looking, cwd })).split("\n");
  if (all.some(isElsewhere) || common === undefined) return [];
  const folder = join(common, "hooks");
  const isHook = (name: string) => {
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    return info?.isFile() === true && (info.mode & 0o111) !== 0 && !name.endsWith(".sample");
  };
  const names = (await namesIn(folder)).filter(isHook).sort();
  return names.length > 0 ? [`hooks/${names.join(", ")}`] : []; // one reason: a question has no room for twenty
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

/** All that is in the index, such as "100644 930a99a39e… 0\ta/b.txt". `cwd` is the top of the files of a repository. */
export const indexIn = async (options: GitOptions): Promise<string[]> =>
  entriesOf(await askGit(["ls-files", "--stage", "-z"], options));

/** The path in such an entry. */
export const pathIn = (entry: string): string => entry.slice(entry.indexOf("\t") + 1);

/** The real paths of the submodules that are there. `cwd` is the top of the files of a repository. */
export async function submodulesIn(options: GitOptions): Promise<string[]> {
  const entries = await indexIn(options);
  const links = entries.filter((entry) => entry.startsWith("160000 "));
  if (links.some((entry) => entry.includes("\ufffd")))
    throw new Error("a submodule has a name that is not UTF-8");
  const folders = links.map((entry) => join(options.cwd, pathIn(entry)));
  return folders
    .filter((folder) => existsSync(join(folder, ".git")))
    .map((folder) => realpathSync(folder));
}
