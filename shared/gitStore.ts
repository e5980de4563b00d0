// shared/gitStore · where the repository of a folder is kept: an unpacked archive can show that of another folder.
import {
  type Dirent,
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { contains, isMissing, realPath } from "./files.ts";
import { type GitOptions, tryGit } from "./git.ts";
import { configurationOf, indexIn, pathIn, submodulesIn, WHERE } from "./gitPrograms.ts";
import { isLink, readPlain } from "./plainFiles.ts";
import { isSecretFile } from "./secrets.ts";

/** In the store of a repository, git itself reads nothing in these. A hook or a large file may be a link by right. */
const UNREAD = ["hooks", "lfs", "annex"];
const MAX_ALTERNATES = 64 * 1024;
const MAX_STORES = 10;

type Is = (path: string) => boolean;

/** Where a repository is kept, and the top of its files. Real paths. */
interface Place {
  own: string;
  /** What it shares with its worktrees; otherwise the same as `own`. */
  common: string;
  top: string;
}

/**
 * The first path from which git would take what it shows in the folder `cwd`, or in a submodule there, although it is
 * outside `roots` or may hold secrets; undefined when there is none, or no repository. A worktree and a submodule have
 * their repository elsewhere, and it names them. Throws an Error when that cannot be seen.
 */
export async function keptElsewhere(
  roots: string[],
  options: GitOptions,
): Promise<string | undefined> {
  const folders = [realpathSync(options.cwd)];
  const inside = [...roots];
  const asking = { answers: new Map(), ...options };
  for (const cwd of folders) {
    const here = { ...asking, cwd };
    const place = await placeIn(here);
    if (place === undefined) continue;
    const stray = await strayIn(place, inside, here);
    if (stray !== undefined) return stray;
    inside.push(place.own, place.common); // those of its submodules are in there
    const more = await submodulesIn({ ...asking, cwd: place.top });
    folders.push(...more.filter((folder) => !folders.includes(folder)));
  }
  return undefined;
}

async function placeIn(options: GitOptions): Promise<Place | undefined> {
  const lines = (await tryGit(WHERE, options)).split("\n");
  if (lines[0] === "") return undefined;
  if (lines.length !== 3) throw new Error("git does not say where the repository is");
  const [own = "", common = "", top = ""] = lines.map((line) => realpathSync(line));
  return { own, common, top };
}

async function strayIn({ own, common, top }: Place, roots: string[], options: GitOptions) {
  const above = contains(top, options.cwd) ? [top] : [];
  const isInside: Is = (path) => [...roots, ...above].some((root) => contains(root, path));
  if (!isInside(own) && !(await namesIts(own, top, options))) return own;
  const isShared = !isInside(own) && contains(common, own); // such as that of a worktree
  if (!isInside(common) && !isShared) return common;
  const isHome: Is = (path) =>
    contains(common, path) || (isInside(path) && !isSecretFile(path, options.cwd));
  const stray =
    (await strayLink([own, common], isHome)) ?? strayObjects(join(common, "objects"), isHome);
  return stray ?? (await strayNamed(top, isHome, options)) ?? strayEntry(top, options);
}

/** Where no clone has an entry of the index: outside of the folder, or among git's own files. */
const STRAY = /(^|\/)(\.\.|\.git)(\/|$)/i;

/** A file that the index names, although it is none of the folder: git would show what is in it as a change. */
async function strayEntry(top: string, options: GitOptions): Promise<string | undefined> {
  const paths = (await indexIn({ ...options, cwd: top })).map(pathIn);
  const stray = paths.find((path) => isAbsolute(path) || STRAY.test(path));
  return stray === undefined ? undefined : resolve(top, stray);
}

/** Git shows words of these files, such as a line that is no commit, in an error, or reads the last one whole: /dev/zero has no end. */
const SHOWN = ["blame.ignorerevsfile", "core.attributesfile", "mailmap.file", "diff.orderfile"];

/** A file that the configuration names. The person may have named one of theirs for all repositories. */
async function strayNamed(top: string, isHome: Is, options: GitOptions) {
  for (const { key, value, isOwn } of await configurationOf(options)) {
    const isElsewhere = /^[~%]/.test(value); // the home, or where git is installed
    if (!SHOWN.includes(key) || (!isOwn && (isElsewhere || isAbsolute(value)))) continue;
    if (isElsewhere) return value;
    const path = resolve(top, value);
    if (existsSync(path) && !isHome(realpathSync(path))) return realpathSync(path);
  }
  return undefined;
}

/** A folder of a repository: a store, a folder of stores, such as those of submodules, or any other. */
interface Folder {
  path: string;
  kind: "store" | "stores" | "other";
}

/**
 * Where a link leads that stands for something git reads or writes. Of a file of any kind, git would print lines or all
 * of it: as the branch where a bisection began, for example, or in an error about a line that it does not understand. To
 * the log of a new branch, it would add a line, or make the file that is not there yet. In a folder that a link stands
 * for, there may be more links.
 */
async function strayLink(stores: string[], isHome: Is): Promise<string | undefined> {
  const folders = stores.map((path): Folder => ({ path, kind: "store" }));
  for (const folder of folders)
    for (const entry of readIn(folder)) {
      const path = join(folder.path, entry.name);
      if (entry.isDirectory()) folders.push({ path, kind: kindOf(path, folder) });
      if (!entry.isSymbolicLink()) continue;
      if (path.includes("\ufffd")) return path; // its name is no text, so we cannot follow it
      const target = await realPath(path, folder.path).catch(() => undefined);
      if (target === undefined) return resolve(folder.path, readlinkSync(path)); // nobody can say where git would get to
      if (!isHome(target) || statSync(target, { throwIfNoEntry: false })?.isDirectory())
        return target;
    }
  return undefined;
}

/** Only in these places of a store are there others, by whatever names. A HEAD alone makes none: the logs have one, too. */
function kindOf(path: string, { kind }: Folder): Folder["kind"] {
  if (kind === "store") return /^(modules|worktrees)$/i.test(basename(path)) ? "stores" : "other";
  return kind === "stores" && existsSync(join(path, "HEAD")) ? "store" : kind;
}

/** What git may read of a folder, without objects: strayObjects looks at these. */
function readIn({ path, kind }: Folder): Dirent[] {
  const entries = readdirSync(path, { withFileTypes: true });
  const isUnread = (entry: Dirent) =>
    UNREAD.includes(entry.name) || (entry.name === "objects" && entry.isDirectory());
  return kind === "store" ? entries.filter((entry) => !isUnread(entry)) : entries;
}

/** True for the repository of a worktree or of a submodule that names the folder `top` as the one of its files. */
async function namesIts(store: string, top: string, options: GitOptions): Promise<boolean> {
  const config = ["config", "--file", join(store, "config"), "core.worktree"];
  const worktree = await tryGit(config, options);
  const link = worktree === "" ? dirname(textOf("gitdir", store).trim()) : worktree;
  const path = resolve(store, link);
  return existsSync(path) && realpathSync(path) === top;
}

/** Those among the objects in which git reads a list or an index. */
const FOLDERS = [".", "info", "info/commit-graphs", "pack", "pack/multi-pack-index.d"];

/** Git takes such a path for another one than we would: in quotes, up to a zero, or with bytes that are no text. */
const ODD = /^"|[\0\ufffd]/;

/** Objects that are somewhere else, by a link or by a list of other stores; each of these may have such a list, too. */
function strayObjects(first: string, isHome: Is): string | undefined {
  const stores = [first];
  for (const store of stores) {
    if (stores.length > MAX_STORES || !isHome(realpathSync(store))) return store;
    const link = FOLDERS.map((name) => join(store, name))
      .flatMap(pathsIn)
      .find(isLink);
    if (link !== undefined) return existsSync(link) ? realpathSync(link) : link;
    const others = textOf("info/alternates", store).split("\n").filter(Boolean);
    const odd = others.find((path) => ODD.test(path));
    if (odd !== undefined) return JSON.stringify(odd);
    stores.push(...others.map((path) => resolve(store, path)).filter((path) => existsSync(path)));
  }
  return undefined;
}

const pathsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

/** "" when there is none. A link, a pipe or a very long file cannot be read. */
function textOf(name: string, folder: string): string {
  try {
    return readPlain(name, folder, MAX_ALTERNATES).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}
