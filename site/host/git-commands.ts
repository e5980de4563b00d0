// site/host/git-commands · the commands of git that the course's pages show, and those by which an agent asks where it is.
import git from "isomorphic-git";
import type { GitResult } from "../../shared/git.ts";
import fs from "../node/fs.ts";
import { calls } from "../node/fs-calls.ts";
import { join, relative, resolve } from "../node/path.ts";

interface Asked {
  /** The top of the files. */
  dir: string;
  cwd: string;
  words: string[];
}
type Answer = (asked: Asked) => Promise<string | GitResult>;

const AUTHOR = { name: "You", email: "you@example.invalid" };
const NO_REPOSITORY = "fatal: not a git repository (or any of the parent directories): .git\n";
const NOT_FOUND = 128;
const MISUSE = 129;

const failed = (code: number, stderr: string): GitResult => ({ code, stdout: "", stderr });
const lineEach = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
const zeroEach = (entries: string[]) => entries.map((entry) => `${entry}\0`).join("");

/** Runs git with these arguments. */
export async function runGit(args: string[], cwd: string): Promise<GitResult> {
  const { folder, words } = readOptions(args, cwd);
  const [name = "", ...rest] = words;
  const dir = await git.findRoot({ fs, filepath: folder }).catch(() => undefined);
  if (dir === undefined) return failed(NOT_FOUND, NO_REPOSITORY);
  const answer = ANSWERS[name];
  if (answer === undefined) return failed(MISUSE, `git ${name}: not there in a page\n`);
  const given = await answer({ dir, cwd: folder, words: rest });
  return typeof given === "string" ? { code: 0, stdout: given, stderr: "" } : given;
}

/** The options before the command's name. */
function readOptions(args: string[], cwd: string) {
  const words = [...args];
  let folder = cwd;
  while (words[0]?.startsWith("-")) {
    const option = words.shift();
    if (option === "-C") folder = resolve(folder, words.shift() ?? "");
    if (option === "-c") words.shift();
  }
  return { folder, words };
}

const isFlag = (word: string) => word.startsWith("-");

/** The paths that a command names, from the top. */
const pathsOf = ({ dir, cwd, words }: Asked) =>
  words.filter((word) => !isFlag(word)).map((word) => relative(dir, resolve(cwd, word)) || ".");

const isIn = (path: string, folders: string[]) =>
  folders.some((folder) => folder === "." || path === folder || path.startsWith(`${folder}/`));

/** The files of the index below where git was asked, named from there. */
async function listFiles(asked: Asked): Promise<string> {
  const { dir, cwd, words } = asked;
  const below = words.includes("--") ? pathsOf(asked) : [];
  const wanted = below.length > 0 ? below : [relative(dir, cwd) || "."];
  const files = (await git.listFiles({ fs, dir })).filter((path) => isIn(path, wanted));
  const shown = words.includes("--stage")
    ? await stages(dir, files)
    : files.map((path) => relative(cwd, join(dir, path)));
  return words.includes("-z") ? zeroEach(shown) : lineEach(shown);
}

async function stages(dir: string, files: string[]): Promise<string[]> {
  const entries: string[] = await git.walk({
    fs,
    dir,
    trees: [git.STAGE()],
    map: async (path, [entry]) =>
      entry && files.includes(path)
        ? `${((await entry.mode()) ?? 0).toString(8)} ${await entry.oid()} 0\t${path}`
        : undefined,
  });
  return entries;
}

/** What `config --list --show-scope -z` prints: a scope, an entry, the next scope. */
function listConfig(dir: string): string {
  const text = String(calls.readFile(join(dir, ".git/config"), "utf8"));
  let section = "";
  const entries: string[] = [];
  for (const line of text.split("\n")) {
    const [, name, part] = /^\s*\[([\w.-]+)(?:\s+"(.*)")?\]/.exec(line) ?? [];
    if (name !== undefined) section = part ? `${name.toLowerCase()}.${part}` : name.toLowerCase();
    const [, key, value = ""] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) entries.push("local", `${section}.${key.toLowerCase()}\n${value}`);
  }
  return zeroEach(entries);
}

async function revParse({ dir, words }: Asked): Promise<string | GitResult> {
  const store = join(dir, ".git");
  const lines: string[] = [];
  for (const word of words) {
    if (["--git-dir", "--git-common-dir", "--absolute-git-dir"].includes(word)) lines.push(store);
    else if (word === "--show-toplevel") lines.push(dir);
    else if (word === "--is-inside-work-tree") lines.push("true");
    else if (word === "HEAD") lines.push(await git.resolveRef({ fs, dir, ref: "HEAD" }));
    else if (!["--path-format=absolute", "--verify", "--quiet"].includes(word))
      return failed(MISUSE, `git rev-parse ${word}: not there in a page\n`);
  }
  return lineEach(lines);
}

/** A commit of a branch that has one of these files, in whatever letters; empty when there is none. */
async function revList({ dir, cwd, words }: Asked): Promise<string> {
  const names = words.slice(words.indexOf("--") + 1).map((word) => word.replace(/^:\([^)]*\)/, ""));
  const wanted = names.map((name) => relative(dir, resolve(cwd, name)).toLowerCase());
  for (const branch of await git.listBranches({ fs, dir }))
    for (const { oid } of await git.log({ fs, dir, ref: branch })) {
      const files = await git.listFiles({ fs, dir, ref: oid });
      if (files.some((path) => wanted.includes(path.toLowerCase()))) return `${oid}\n`;
    }
  return "";
}

async function remove(asked: Asked): Promise<string> {
  const { dir } = asked;
  const wanted = pathsOf(asked);
  const files = (await git.listFiles({ fs, dir })).filter((path) => isIn(path, wanted));
  for (const filepath of files) {
    await git.remove({ fs, dir, filepath });
    calls.rm(join(dir, filepath), { force: true });
  }
  for (const folder of wanted) {
    const path = join(dir, folder);
    if (calls.exists(path) && calls.readdir(path).length === 0) calls.rmdir(path);
  }
  return "";
}

async function status({ dir }: Asked): Promise<string> {
  const rows = await git.statusMatrix({ fs, dir });
  const changed = rows.filter(([, head, files, index]) => head !== 1 || files !== 1 || index !== 1);
  const branch = await git.currentBranch({ fs, dir });
  if (changed.length === 0) return `On branch ${branch}\nnothing to commit, working tree clean\n`;
  return lineEach(changed.map(([path, head, files]) => `${markOf(head, files)} ${path}`));
}

function markOf(head: number, files: number): string {
  if (head === 0) return "??";
  return files === 0 ? " D" : " M";
}

const ANSWERS: Record<string, Answer> = {
  "ls-files": listFiles,
  "rev-parse": revParse,
  "rev-list": revList,
  config: async ({ dir, words }) => (words.includes("--list") ? listConfig(dir) : failed(1, "")),
  branch: async ({ dir, words }) => {
    if (words[0] === "--show-current") return `${await git.currentBranch({ fs, dir })}\n`;
    return lineEach((await git.listBranches({ fs, dir })).map((name) => `  ${name}`));
  },
  "symbolic-ref": async ({ dir }) => `refs/heads/${await git.currentBranch({ fs, dir })}\n`,
  add: async (asked) => {
    for (const filepath of pathsOf(asked)) await git.add({ fs, dir: asked.dir, filepath });
    return "";
  },
  rm: remove,
  commit: async ({ dir, words }) => {
    const at = words.findIndex((word) => /^-\w*m$/.test(word));
    await git.commit({ fs, dir, message: words[at + 1] ?? "", author: AUTHOR });
    return "";
  },
  log: async ({ dir }) => {
    const commits = await git.log({ fs, dir, depth: 20 });
    return commits.map(({ oid, commit }) => `${oid.slice(0, 7)} ${commit.message}`).join("");
  },
  status,
};
