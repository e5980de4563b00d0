import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { git, makeRepository } from "./fixtures/repository.ts";
import { lossIn } from "./gitLoss.ts";

let folder = "";
let cwd = "";
let one = "";

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "loss-")));
  cwd = join(folder, "main");
  one = join(folder, "one");
  makeRepository(cwd, { "a.txt": "old\n", "src/deep/b.txt": "b\n", ".gitignore": "*.log\n" });
});

afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const addOne = () => git(cwd, "worktree", "add", "--quiet", "-b", "one", one);
const lost = () => lossIn(one, "one", new AbortController().signal);

/** Changes a.txt in a worktree, and commits that. */
function commit(text: string) {
  writeFileSync(join(one, "a.txt"), text);
  git(one, "commit", "--quiet", "--all", `--message=${text}`);
  return git(one, "rev-parse", "HEAD").trim();
}

test("changes, new, ignored and hidden files and commits on no other branch are named, five of a kind", async () => {
  addOne();
  expect(await lost()).toEqual([]);
  commit("made");
  git(one, "update-index", "--assume-unchanged", "src/deep/b.txt");
  writeFileSync(join(one, "x.log"), "log");
  for (const name of ["1", "2", "3", "4", "5", "6"]) writeFileSync(join(one, name), "new");
  expect(await lost()).toEqual([
    "changes (6): 1, 2, 3, 4, 5, … and 1 more",
    "ignored files (1): x.log",
    "files that git was told not to look at (1): src/deep/b.txt",
    "commits that are on no other branch: 1",
  ]);
});

test("a repository that was made in a folder of tracked files would be lost, though the status does not show it", async () => {
  addOne();
  makeRepository(join(one, "src"), {});
  expect(git(one, "status", "--porcelain", "--ignored")).toBe("");
  expect(await lost()).toEqual(["repositories in it (1): src"]);
});

test("a submodule that was filled would be lost, and an empty one is nothing", async () => {
  makeRepository(join(folder, "part"), { "c.txt": "c" });
  const local = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  git(cwd, ...local, "add", join(folder, "part"), "lib/part");
  git(cwd, "commit", "--quiet", "--message=Part");
  addOne();
  expect(await lost()).toEqual([]);
  git(one, ...local, "update", "--init");
  expect(await lost()).toEqual(["repositories in it (1): lib/part"]);
});

test("what lies in the folder of a submodule that is not filled would be lost, though git says nothing of it", async () => {
  makeRepository(join(folder, "part"), { "c.txt": "c" });
  const local = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  git(cwd, ...local, "add", join(folder, "part"), "lib/part");
  git(cwd, "commit", "--quiet", "--message=Part");
  addOne();
  mkdirSync(join(one, "lib/part/src"));
  writeFileSync(join(one, "lib/part/parser.c"), "int parse(void);");
  symlinkSync("nowhere", join(one, "lib/part/src/link"));
  writeFileSync(join(one, "x.log"), "log");
  expect(await lost()).toEqual([
    "ignored files (1): x.log",
    "files that git does not look at (2): lib/part/parser.c, lib/part/src/link",
  ]);
});

test("a name that differs from a tracked one in upper and lower case only is a file of its own", async () => {
  git(cwd, "config", "core.ignoreCase", "true");
  addOne();
  writeFileSync(join(one, "A.TXT"), "new");
  if (readdirSync(one).includes("A.TXT"))
    expect(await lost()).toEqual(["files that git does not look at (1): A.TXT"]);
  else expect(await lost()).toEqual(["changes (1): a.txt"]); // a disk that does not tell case
});

test("what git keeps of a submodule that was taken out again would be lost", async () => {
  makeRepository(join(folder, "part"), { "c.txt": "c" });
  const local = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  git(cwd, ...local, "add", join(folder, "part"), "lib/part");
  git(cwd, "commit", "--quiet", "--message=Part");
  addOne();
  git(one, ...local, "update", "--init");
  git(one, ...local, "deinit", "--force", "lib/part");
  expect(await lost()).toEqual(["repositories of submodules that are not filled now (1): lib"]);
});

test("files that are gone are told apart from changes", async () => {
  addOne();
  rmSync(join(one, "a.txt"));
  writeFileSync(join(one, "src/deep/b.txt"), "other");
  expect(await lost()).toEqual([
    "changes (1): src/deep/b.txt",
    "files that are gone from it (1): a.txt",
  ]);
});

test("a commit on a detached HEAD would be lost, until it has a branch or a tag", async () => {
  addOne();
  git(one, "switch", "--quiet", "--detach");
  const made = commit("made");
  git(one, "switch", "--quiet", "one");
  const loss = [`commits that only its reflog knows (1): ${made}`];
  expect(await lost()).toEqual(loss);
  git(one, "tag", "made", made);
  expect(await lost()).toEqual([]);
});

test("what was taken back on the branch is in the log of the branch, which stays", async () => {
  addOne();
  commit("first");
  git(one, "commit", "--quiet", "--amend", "--message=again");
  git(one, "reset", "--quiet", "--hard", "main");
  expect(await lost()).toEqual([]);
  git(cwd, "config", "core.logAllRefUpdates", "false");
  git(cwd, "worktree", "remove", one);
  git(cwd, "branch", "--quiet", "-D", "one");
  addOne();
  expect(await lost()).toEqual([]);
});

test("when git does not tell, there is no answer", async () => {
  mkdirSync(one);
  await expect(lost()).rejects.toThrow("git status failed: fatal: not a git repository");
});
