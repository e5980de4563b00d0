// shared/gitStore · where the repository of a folder is kept: an unpacked archive can show that of another folder.
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { contains, isMissing } from "./files.ts";
import { type GitOptions, tryGit } from "./git.ts";
import { isLink, readPlain } from "./plainFiles.ts";

/** What git takes from a repository. Each can be a link to that of another one. */
const PARTS = ["config", "HEAD", "index", "logs", "objects", "packed-refs", "refs"];
const MAX_ALTERNATES = 64 * 1024;
const MAX_STORES = 10;

type Is = (path: string) => boolean;

/**
 * The first path outside `roots` from which git would take what it shows in the folder `cwd`; undefined when there is
 * none, or no repository. A worktree and a submodule have their repository elsewhere, and it names them. Throws an Error
 * when that cannot be seen.
 */
export async function keptElsewhere(
  roots: string[],
  options: GitOptions,
): Promise<string | undefined> {
  const where = ["--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel"];
  const lines = (await tryGit(["rev-parse", ...where], options)).split("\n");
  if (lines[0] === "") return undefined;
  if (lines.length !== 3) throw new Error("git does not say where the repository is");
  const [own = "", common = "", top = ""] = lines.map((line) => realpathSync(line));
  const above = contains(top, realpathSync(options.cwd)) ? [top] : [];
  const isInside: Is = (path) => [...roots, ...above].some((root) => contains(root, path));
  if (!isInside(own) && !(await namesIts(own, top, options))) return own;
  const isShared = !isInside(own) && contains(common, own); // such as that of a worktree
  if (!isInside(common) && !isShared) return common;
  const isHome: Is = (path) => isInside(path) || contains(common, path);
  const parts = [own, common].flatMap((folder) => PARTS.map((name) => join(folder, name)));
  const led = parts.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return led.find((path) => !isHome(path)) ?? strayObjects(join(common, "objects"), isHome);
}

/** True for the repository of a worktree or of a submodule that names the folder `top` as the one of its files. */
async function namesIts(store: string, top: string, options: GitOptions): Promise<boolean> {
  const config = ["config", "--file", join(store, "config"), "core.worktree"];
  const worktree = await tryGit(config, options);
  const link = worktree === "" ? dirname(textOf("gitdir", store).trim()) : worktree;
  const path = resolve(store, link);
  return existsSync(path) && realpathSync(path) === top;
}

/** Objects that are somewhere else, by a link or by a list of other stores; each of these may have such a list, too. */
function strayObjects(first: string, isHome: Is): string | undefined {
  const stores = [first];
  for (const store of stores) {
    if (stores.length > MAX_STORES || !isHome(realpathSync(store))) return store;
    const folders = [store, join(store, "info"), join(store, "pack")];
    const link = folders.flatMap(pathsIn).find(isLink);
    if (link !== undefined) return existsSync(link) ? realpathSync(link) : link;
    const others = textOf("info/alternates", store).split("\n").filter(Boolean);
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
