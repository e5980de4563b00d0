// s18 · worktrees/repository – what git knows of the worktrees, and what a removal would lose.
import { existsSync, lstatSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { messageOf } from "../../shared/errors.ts";
import { exists } from "../../shared/files.ts";
import { askGit, entriesOf, firstLine, runGit, tryGit } from "../../shared/git.ts";
import { lossIn } from "../../shared/gitLoss.ts";
import { eachProgram } from "../../shared/gitPrograms.ts";
import { keptElsewhere } from "../../shared/gitStore.ts";
import { appendPlain, makePlainFolder, plainPath } from "../../shared/plainFiles.ts";
import { oneLine } from "../../shared/text.ts";
import { isInRepository } from "../../shared/tracked.ts";

export const FOLDER = ".worktrees";
/** A checkout of a large repository takes long. */
const CHECKOUT_MS = 10 * 60_000;

export const branchOf = (name: string): string => `wt/${name}`;
const refOf = (name: string) => `refs/heads/${branchOf(name)}`;
export const folderOf = (name: string): string => `${FOLDER}/${name}`;

/** Throws unless `cwd` is the top of a repository on a branch with a commit, from which a worktree can be made. */
export async function checkRepository(cwd: string): Promise<void> {
  const top = await runGit(["rev-parse", "--show-toplevel"], { cwd });
  if (top.code !== 0) throw new Error(await whyNoTop(cwd, firstLine(top)));
  const found = top.stdout.replace(/\n$/, "");
  if ((await realpath(found)) !== (await realpath(cwd)))
    throw new Error(`The repository begins in ${found}. Start the agent there to use worktrees.`);
  const store = await keptElsewhere([cwd], { cwd });
  if (store !== undefined)
    throw new Error(
      `The repository of this folder would show ${store}, which is not its own. Tell the person.`,
    );
  const head = await runGit(["rev-parse", "--verify", "--quiet", "HEAD"], { cwd });
  if (head.code !== 0)
    throw new Error(
      "The repository has no commit yet, so there is nothing to check out. Commit first.",
    );
  const branch = await runGit(["symbolic-ref", "--quiet", "HEAD"], { cwd });
  if (branch.code !== 0)
    throw new Error(
      "HEAD is detached: no branch could take over the work. Switch to a branch first (git switch NAME).",
    );
}

/** By what is there and by what git answers; its sentences are only shown, because a git may say them in any language. */
async function whyNoTop(cwd: string, said: string): Promise<string> {
  const inBare = ["-c", "safe.bareRepository=all", "rev-parse", "--is-inside-work-tree"];
  if ((await tryGit(inBare, { cwd })) === "false")
    return "This is a bare repository, without files. Clone it, and start the agent in the clone.";
  if (!isInRepository(await realpath(cwd)))
    return "There is no git repository here, and a worktree needs one. Ask the person; then: git init, git add, git commit.";
  return `git does not work in this folder: ${said} Tell the person.`;
}

/** Throws when something has this name already, or one that differs only in upper and lower case. */
export async function checkFree(cwd: string, name: string): Promise<void> {
  const refs = await askGit(["for-each-ref", "--format=%(refname)", "refs/heads/wt"], { cwd });
  const isSame = (ref: string) => [refOf(name), "refs/heads/wt"].some((one) => same(one, ref));
  const branch = refs.split("\n").find(isSame)?.replace("refs/heads/", "");
  if (branch !== undefined)
    throw new Error(
      `There is a branch ${branch} already, with what was done there. Use another name.`,
    );
  const there = [...(await worktreesIn(cwd)).keys()].find((other) => same(other, name));
  if (there !== undefined || (await exists(join(cwd, folderOf(name)))))
    throw new Error(`There is a ${folderOf(there ?? name)} already. Use another name.`);
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * The worktrees in `cwd`/.worktrees that git knows, each with its branch; "" when it is on none, or when git was killed
 * before all its files were there.
 */
export async function worktreesIn(cwd: string): Promise<Map<string, string>> {
  const home = join(await realpath(cwd), FOLDER);
  const found = new Map<string, string>();
  for (const fields of await recordsOf(cwd)) {
    const path = fields.get("worktree") ?? "";
    const isWhole = fields.get("locked") !== "initializing";
    const branch = isWhole ? fields.get("branch")?.replace("refs/heads/", "") : undefined;
    if (dirname(path) === home) found.set(basename(path), branch ?? "");
  }
  return found;
}

/** The fields of each worktree that git knows, by their names. */
async function recordsOf(cwd: string): Promise<Map<string, string>[]> {
  const text = await askGit(["worktree", "list", "--porcelain", "-z"], { cwd });
  return text.split("\0\0").map((record) => new Map(entriesOf(record).map(fieldOf)));
}

/** Such as "branch refs/heads/main". */
function fieldOf(line: string): [string, string] {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

/** The path of a worktree. Throws unless it is a real folder, and a worktree of this repository on its own branch. */
export async function usable(cwd: string, name: string): Promise<string> {
  const path = plainPath(folderOf(name), cwd);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${folderOf(name)}.`);
  const where = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
  const [own, its] = await Promise.all([
    runGit(where, { cwd }),
    runGit([...where, "--show-toplevel", "--symbolic-full-name", "HEAD"], { cwd: path }),
  ]);
  const place = `${own.stdout}${await realpath(path)}\n`; // the name of a folder may have a line feed
  const isIts = its.code === 0 && its.stdout.startsWith(place);
  if (!isIts) {
    const half = (await exists(join(path, ".git"))) ? "" : ` ${HALF_REMOVED}`;
    throw new Error(`${folderOf(name)} is no worktree of this repository.${half}`);
  }
  if (its.stdout === `${place}${refOf(name)}\n`) return path;
  throw new Error(
    `${folderOf(name)} is not on its branch ${branchOf(name)}. Switch it back: git -C ${folderOf(name)} switch ${branchOf(name)}`,
  );
}

const HALF_REMOVED =
  "It has no .git: a removal was cut short, or somebody else made the folder. Look at what is in it. Then delete the folder, and run: git worktree prune";

/** Of a key and its value: whole, because "always" is for all of it. */
const settingOf = (entry: string) => oneLine(entry.replace("\n", " = "), Number.POSITIVE_INFINITY);

/** Programs that git's configuration names for a checkout, such as those of git-lfs. A newer git takes hooks from it, too. */
export async function checkoutPrograms(cwd: string): Promise<string[]> {
  const kinds = "(filter|hook|lfs\\.(extension|customtransfer))";
  const keys = `^${kinds}\\..*\\.(clean|smudge|process|path|command)$`;
  const args = ["config", "-z", "--get-regexp", keys];
  const { code, stdout } = await runGit(args, { cwd });
  return code === 0 ? entriesOf(stdout).map(settingOf) : [];
}

/**
 * What the repository's own configuration includes under a condition: it may count in a worktree only, such as for a
 * branch wt/NAME, and name programs that nobody has seen before.
 */
export async function conditionsIn(cwd: string): Promise<string[]> {
  const args = ["config", "--show-scope", "-z", "--get-regexp", "^includeif\\..*\\.path$"];
  const { code, stdout } = await runGit(args, { cwd });
  const words = code === 0 ? entriesOf(stdout) : []; // a scope, an entry, the next scope, …
  const isOwn = (scope = "") => ["local", "worktree"].includes(scope);
  const own = words.filter((_, at) => at % 2 === 1 && isOwn(words[at - 1]));
  return own.map(settingOf);
}

/**
 * Programs that git would start to look at a worktree before its removal, because the repository's own configuration, or
 * that of a submodule in it, names them. Where that cannot be told, it says so.
 */
export async function programsIn(
  cwd: string,
  name: string,
  signal: AbortSignal,
): Promise<string[]> {
  const path = await usable(cwd, name).catch(() => undefined);
  const all = path === undefined ? [] : eachProgram({ cwd: path, signal });
  return Promise.resolve(all).catch((error) => [messageOf(error)]);
}

/** Makes the worktree, on a new branch that begins at HEAD. What a failure leaves behind stays, and the error names it. */
export async function addWorktree(cwd: string, name: string, signal: AbortSignal): Promise<void> {
  await exclude(cwd);
  const args = ["worktree", "add", "--quiet", "--no-track", "-b", branchOf(name)];
  const place = { cwd, signal, timeout: CHECKOUT_MS };
  const result = await runGit([...args, folderOf(name), "HEAD"], place);
  if (result.code === 0) return;
  const branch = await runGit(["show-ref", "--verify", "--quiet", refOf(name)], { cwd });
  const left = [
    ...(branch.code === 0 ? [`the branch ${branchOf(name)}`] : []),
    ...(existsSync(join(cwd, folderOf(name))) ? [`the folder ${folderOf(name)}`] : []),
  ];
  const rest = left.length > 0 ? ` What is there of it stays: ${left.join(", ")}.` : "";
  throw new Error(`git did not make the worktree: ${firstLine(result)}${rest} Use another name.`);
}

/** Once for a repository: its status does not show the worktrees. The file is in no commit. */
async function exclude(cwd: string): Promise<void> {
  const where = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
  const home = (await askGit(where, { cwd })).replace(/\n$/, "");
  const text = await rulesIn(join(home, "info/exclude"));
  if (text.split(/\r?\n/).includes(`/${FOLDER}/`)) return;
  await makePlainFolder("info", home);
  const start = /(^|\n)$/.test(text) ? "" : "\n";
  await appendPlain("info/exclude", home, `${start}/${FOLDER}/\n`); // what is there may be in any encoding
}

/** A pipe in the place of the file would let us wait for ever, and git, too. */
async function rulesIn(path: string): Promise<string> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return "";
  if (info.isFile()) return readFile(path, "latin1");
  throw new Error(`${path} is not a file, so git cannot read it. Ask the person to delete it.`);
}

/** What would be lost with a worktree, one phrase for each kind. Throws when git does not tell. */
export const lossOf = (cwd: string, name: string, signal: AbortSignal): Promise<string[]> =>
  lossIn(join(cwd, folderOf(name)), branchOf(name), signal);

/** Removes the folder, never the branch. With `force`, whatever is in it goes, too. */
export async function removeWorktree(cwd: string, name: string, force: boolean): Promise<void> {
  const how = force ? ["--force"] : [];
  const place = { cwd, timeout: CHECKOUT_MS };
  // the whole path: of a part, git may find the end of another worktree's path
  const path = join(cwd, folderOf(name));
  const result = await runGit(["worktree", "remove", ...how, path], place);
  if (result.code === 0) return;
  if (await isLocked(cwd, name))
    throw new Error(
      `${folderOf(name)} is locked. Ask the person why; this unlocks it: git worktree unlock ${folderOf(name)}`,
    );
  throw new Error(
    `git did not remove ${folderOf(name)}: ${firstLine(result)} Look at what is in it, and try again. Only the person can discard it: /worktrees remove ${name} --discard`,
  );
}

async function isLocked(cwd: string, name: string): Promise<boolean> {
  const path = join(await realpath(cwd), folderOf(name));
  return (await recordsOf(cwd)).some((one) => one.get("worktree") === path && one.has("locked"));
}
