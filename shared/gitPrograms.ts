// shared/gitPrograms · what the configuration of a repository lets git start: a clone has none, an unpacked archive may.
import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { contains } from "./files.ts";
import { askGit, entriesOf, type GitOptions, tryGit } from "./git.ts";
import { namesIn, readPlain } from "./plainFiles.ts";
import { list, oneLine } from "./text.ts";

/**
 * Keys of programs that reading can start: what shows, compares, filters or merges files, also for git-lfs, what checks
 * signatures, what has them checked (by gpg, which may ask a server), what fetches objects that are missing; and of files
 * that can name such a program as soon as they are written, which an earlier command of the same line may do. The
 * monitor of the files is not among them: it is off (process.ts, git.ts).
 */
const STARTS =
  /^(diff\.external|diff\..*\.(command|textconv)|filter\..*\.(clean|smudge|process)|lfs\.(extension|customtransfer)\..*\.(clean|smudge|path)|merge\..*\.driver|gpg\.(.*\.)?program|log\.showsignature|format\.pretty|extensions\.partialclone|include\.path|includeif\..*\.path|remote\..*\.(promisor|partialclonefilter))$/is;

/**
 * What the configuration of a clone usually has: it starts no program, names no file, and loses nothing. Where a command
 * does more than to read, all else is named, because each new git may have a key that starts one.
 */
const USUAL: Record<string, string> = {
  core: "repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf longpaths quotepath untrackedcache preloadindex commitgraph sparsecheckout sparsecheckoutcone fscache multipackindex",
  extensions: "objectformat refstorage worktreeconfig",
  user: "name email signingkey",
  author: "name email",
  committer: "name email",
  commit: "gpgsign",
  tag: "gpgsign",
  gpg: "format",
  "remote.*": "prune tagopt gh-resolved",
  "branch.*":
    "merge rebase description vscode-merge-base gh-merge-base github-pr-owner-number github-pr-base-branch",
  branch: "autosetuprebase autosetupmerge sort",
  "submodule.*": "active branch ignore shallow",
  submodule: "active",
  pull: "rebase ff",
  push: "default autosetupremote followtags",
  fetch: "prune parallel unpacklimit writecommitgraph showforcedupdates",
  merge: "ff conflictstyle stat renames",
  rebase: "autosquash autostash updaterefs",
  diff: "algorithm renames",
  gc: "auto",
  maintenance: "auto strategy",
  am: "keepcr",
  credential: "validate",
  "credential.*": "usehttppath",
  gui: "gcwarning",
  log: "excludedecoration",
  pack: "usebitmaps usesparse",
  receive: "autogc",
  http: "postbuffer",
  lfs: "repositoryformatversion",
  "lfs.*": "access locksverify",
};
/** All of these is about what is shown, or how fast. */
const SHOWS = list("color advice column status index feature");
/** The address of a server. A push to a folder starts the hooks that are in it. */
const SERVER = /^((https?|ssh|git):\/\/[\w[]|(\w[\w.-]*@)?\w[\w.-]+:(?!\/\/|[:\\]))/;

function isUsual({ key, value }: Setting, all: Setting[]): boolean {
  const [section = "", ...more] = key.split(".");
  const [kind, name = ""] = [more.length > 1 ? `${section}.*` : section, more.at(-1)];
  switch (`${kind} ${name}`) {
    case "remote.* url":
    case "remote.* pushurl":
    case "submodule.* url":
      return SERVER.test(value);
    case "remote.* fetch":
      return value.includes(":refs/remotes/"); // it replaces no branch of the person
    case "branch.* remote":
    case "branch.* pushremote":
    case "remote pushdefault":
      // otherwise it is a folder
      return (
        value === "." || SERVER.test(value) || all.some(({ key }) => key === `remote.${value}.url`)
      );
  }
  if (kind === "branch.*" && name.startsWith("gk-")) return true; // GitLens and GitKraken: for each branch, when it was used
  const usual = Object.hasOwn(USUAL, kind) ? list(USUAL[kind] ?? "") : [];
  return SHOWS.includes(section) || usual.includes(name);
}

/**
 * What the configuration of the repository around `cwd` names, and that of its submodules, because git goes into them:
 * such as "diff.pdf.textconv = pdftotext", a line each, however long. What the person has configured for all
 * repositories is not among it. `asked` is about a command that the person is asked about: it may also go into what is a
 * submodule only in a commit or on a server. If it `acts`, it does more than to read, and may start hooks. Throws an
 * Error when git does not tell.
 */
export async function eachProgram(
  { cwd, ...options }: GitOptions,
  asked?: { acts: boolean },
): Promise<string[]> {
  const seen = new Set<string>();
  const own = { answers: new Map(), within: cwd, ...options, isKilled: true };
  const looking = { ...own, seen, root: realpathSync(cwd), acts: asked?.acts === true };
  const named = await namedIn(cwd, looking);
  if (asked) named.push(...(await nestedIn(looking)));
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
  const { store, top } = await repositoryAt({ ...looking, cwd });
  const named = [...(await configured(cwd, top, looking)), ...(await writableIn(cwd, looking))];
  if (top === "") return named;
  // there git goes into submodules of which the list below knows nothing
  if (top !== cwd && (await repositoryAt({ ...looking, cwd: top })).store !== store)
    return [...named, `core.worktree = ${top}`];
  looking.seen.add(realpathSync(top));
  for (const folder of await submodulesIn({ ...looking, cwd: top }))
    if (!looking.seen.has(folder)) named.push(...(await namedIn(folder, looking)));
  return named;
}

/** More are not looked through. In each is a name at least, and on most disks this many are read in less than a second. */
const MAX_FOLDERS = 20_000;
/** Each takes half a dozen questions to git. */
const MAX_NESTED = 20;

/** What each repository in the folder names that is no submodule by now. Each may become one, by a checkout or a fetch. */
async function nestedIn(looking: Looking): Promise<string[]> {
  const folders = [looking.root];
  const nested: string[] = [];
  for (const folder of folders) {
    if (folders.length > MAX_FOLDERS || nested.length > MAX_NESTED) return [TOO_MANY];
    for (const entry of entriesIn(folder)) {
      if (entry.name.toLowerCase() === ".git") nested.push(folder);
      else if (entry.isDirectory()) folders.push(join(folder, entry.name));
    }
  }
  const others = nested.filter((folder) => !looking.seen.has(folder));
  const named = others.map(async (folder) => {
    const place = relative(looking.root, folder).replaceAll(sep, "/");
    return (await namedIn(folder, looking)).map((text) => `${text} (in ${place})`);
  });
  return (await Promise.all(named)).flat();
}

const TOO_MANY = "more repositories or folders are below this one than can be looked at";

/** Without what cannot be read: git cannot, either. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Where git keeps the repository around `cwd`, and the top of its files. Empty is what git does not tell. */
export async function repositoryAt(options: GitOptions): Promise<{ store: string; top: string }> {
  const [STORE, TOP] = ["--absolute-git-dir", "--show-toplevel"] as const;
  const ask = (...what: string[]) => tryGit(["rev-parse", ...what], options);
  const [store, top, ...more] = (await ask(STORE, TOP)).split("\n");
  if (store !== undefined && top !== undefined && more.length === 0) return { store, top };
  return { store: await ask(STORE), top: await ask(TOP) }; // it has no files, or a path of two lines
}

/**
 * True for a folder in `cwd` for which git finds the same repository, without asking it: nothing on the way there could
 * be a repository, or the store of one.
 */
export function sharesRepository(folder: string, cwd: string): boolean {
  const [top, path] = [realpathSync(cwd), realpathSync(folder)];
  const isThere = (name: string) => lstatSync(name, { throwIfNoEntry: false }) !== undefined;
  const couldBeOne = (place: string) =>
    isThere(join(place, ".git")) || isThere(join(place, "HEAD"));
  const way = relative(top, path).split(sep);
  const places = way.map((_, at) => join(top, ...way.slice(0, at + 1)));
  return path !== top && contains(top, path) && !places.some(couldBeOne);
}

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

async function configured(cwd: string, top: string, looking: Looking): Promise<string[]> {
  const all = await configurationOf({ ...looking, cwd });
  const isIts = ({ key }: Setting) => key === "core.worktree" && top === cwd; // as in a submodule
  const acts = (one: Setting) => looking.acts && !isIts(one) && !isUsual(one, all);
  const own = all.filter((one) => one.isOwn && (STARTS.test(one.key) || acts(one)));
  return [...(looking.acts ? await storedIn(cwd, all, looking) : []), ...own.map(lineOf)];
}

const lineOf = ({ key, value }: Setting) => `${key} = ${value}`;

/**
 * What a command that does more than to read may start because of other files of the store, and of the stores of
 * submodules, also of those that are not filled now: a command may fill them.
 */
async function storedIn(cwd: string, all: Setting[], looking: Looking): Promise<string[]> {
  const [own, common, top = cwd] = (await tryGit(WHERE, { ...looking, cwd })).split("\n");
  if (own === undefined || common === undefined) return [];
  const modules = modulesIn(common);
  /** Where the person has put those for all repositories, or where the configuration of this one says, which is named itself. */
  const isElsewhere = (store: string) =>
    all.some(
      ({ key, value, isOwn }) =>
        key === "core.hookspath" && value !== "/dev/null" && (!isOwn || store === common), // that is ours
    );
  const folders = [common, ...modules].flatMap((store) =>
    [...(isElsewhere(store) ? [] : ["hooks"]), ...OLD_REMOTES].map((kind) => join(store, kind)),
  );
  const names = [
    ...folders.map((folder) => filesIn(folder, common)),
    ...hooksOf(all, top).map((folder) => filesIn(folder, top)),
  ];
  const asking = { ...looking, cwd };
  const plans = [own, ...modules].map((store) => plannedIn(store, asking));
  const settings = modules.map((store) => settingsIn(store, asking));
  return (await Promise.all([...names, ...plans, ...settings])).flat();
}

/** Where the person takes the hooks of each repository from its own files: a path that begins at their top. */
function hooksOf(all: Setting[], top: string): string[] {
  const { value, isOwn = true } =
    all.findLast((one) => one.key === "core.hookspath" && one.value !== "/dev/null") ?? {};
  return value && !isOwn && !/^([/\\~%]|[a-z]:)/i.test(value) ? [join(top, value)] : [];
}

/** In these, a file may say where a remote is. */
const OLD_REMOTES = ["remotes", "branches"];

/** What is in a folder, seen from `base`, as one reason: a question has no room for twenty. Of hooks, what can be run. */
async function filesIn(folder: string, base: string): Promise<string[]> {
  const isOne = (name: string) => {
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    const isHook = ((info?.mode ?? 0) & 0o111) !== 0 && !name.endsWith(".sample");
    return info?.isFile() === true && (isHook || OLD_REMOTES.includes(basename(folder)));
  };
  const names = (await namesIn(folder)).filter(isOne).sort();
  const place = relative(base, folder).replaceAll(sep, "/");
  return names.length > 0 ? [`${place}/${names.join(", ")}`] : [];
}

/** The stores of the submodules, and of those in them. */
function modulesIn(store: string): string[] {
  const found: string[] = [];
  const folders = [join(store, "modules")];
  for (const folder of folders) {
    const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    for (const entry of entries.filter((one) => one.isDirectory())) {
      const path = join(folder, entry.name);
      const isStore = lstatSync(join(path, "HEAD"), { throwIfNoEntry: false }) !== undefined;
      if (isStore) found.push(path);
      folders.push(isStore ? join(path, "modules") : path); // a name may have slashes
    }
  }
  return found;
}

/** What is not usual in the configuration of a submodule. Where its files are, git itself says when it fills it. */
async function settingsIn(store: string, options: GitOptions): Promise<string[]> {
  const files = ["config", "config.worktree"].map((name) => join(store, name)).filter(existsSync);
  const texts = await Promise.all(
    files.map((file) => askGit(["config", "--file", file, "--list", "-z"], options)),
  );
  const all = texts.flatMap((text) => entriesOf(text).map((entry) => settingIn(entry, true)));
  return all.filter((one) => one.key !== "core.worktree" && !isUsual(one, all)).map(lineOf);
}

const TODO = "rebase-merge/git-rebase-todo";
/** Here a rebase keeps how it merges; a cherry-pick or a revert has it among its options. */
const MERGES_BY = ["rebase-merge/strategy", "rebase-apply/strategy"];
const OPTIONS = "sequencer/opts";
const MAX_PLAN = 1024 * 1024;
/** Any other one is a program git-merge-NAME, and with a slash in NAME, a file of the folder. */
const STRATEGIES = list("ort recursive resolve octopus ours subtree");

/** The programs with which a rebase, a cherry-pick or a revert that has stopped goes on. */
async function plannedIn(store: string, asking: GitOptions): Promise<string[]> {
  const textIn = (name: string) =>
    lstatSync(join(store, name), { throwIfNoEntry: false }) === undefined
      ? ""
      : readPlain(name, store, MAX_PLAN).toString("utf8");
  const started = textIn(TODO)
    .split("\n")
    .filter((line) => /^\s*(x|exec)\s/.test(line));
  const ask = ["config", "--file", join(store, OPTIONS), "--get-all", "options.strategy"];
  const options = textIn(OPTIONS) === "" ? "" : await tryGit(ask, asking);
  const merging = [...MERGES_BY.map(textIn), options]
    .flatMap((text) => text.split("\n"))
    .filter((name) => !["", ...STRATEGIES].includes(name.trim()));
  return [
    ...started.map((line) => `${TODO}: ${line}`),
    ...merging.map((name) => `the strategy of a merge that has stopped: ${name}`),
  ];
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
    const isOwn = ["local", "worktree"].includes(words[at - 1] ?? "");
    return at % 2 === 1 ? [settingIn(entry, isOwn)] : [];
  });
}

function settingIn(entry: string, isOwn: boolean): Setting {
  const [key = "", ...value] = entry.split("\n");
  return { key, value: value.join("\n"), isOwn };
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
