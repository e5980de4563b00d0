import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { git, makeRepository } from "../../shared/fixtures/repository.ts";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { add, lossOf, remove, usable } from "./repository.ts";

let folder = "";
let cwd = "";
let one = "";
const { signal } = new AbortController();

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "repository-")));
  cwd = join(folder, "main");
  one = join(cwd, ".worktrees", "one");
  makeRepository(cwd, { "a.txt": "old\n", "src/deep/b.txt": "b\n", ".gitignore": "*.log\n" });
  mkdirSync(join(cwd, ".worktrees"));
});

afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Changes a.txt in a worktree, and commits that. */
function commit(text: string) {
  writeFileSync(join(one, "a.txt"), text);
  git(one, "commit", "--quiet", "--all", `--message=${text}`);
  return git(one, "rev-parse", "HEAD").trim();
}

test("a repository that was made in a folder of tracked files would be lost, though the status does not show it", async () => {
  await add(cwd, "one", signal);
  makeRepository(join(one, "src"), {});
  expect(git(one, "status", "--porcelain", "--ignored")).toBe("");
  expect(await lossOf(cwd, "one", signal)).toEqual(["repositories in it (1): src"]);
});

test("a submodule that was filled would be lost, and an empty one is nothing", async () => {
  makeRepository(join(folder, "part"), { "c.txt": "c" });
  const local = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
  git(cwd, ...local, "add", join(folder, "part"), "lib/part");
  git(cwd, "commit", "--quiet", "--message=Part");
  await add(cwd, "one", signal);
  expect(await lossOf(cwd, "one", signal)).toEqual([]);
  git(one, ...local, "update", "--init");
  expect(await lossOf(cwd, "one", signal)).toEqual(["repositories in it (1): lib/part"]);
});

test("a commit on a detached HEAD would be lost, until it has a branch or a tag", async () => {
  await add(cwd, "one", signal);
  git(one, "switch", "--quiet", "--detach");
  const made = commit("made");
  git(one, "switch", "--quiet", "wt/one");
  const loss = [`commits that only its reflog knows (1): ${made}`];
  expect(await lossOf(cwd, "one", signal)).toEqual(loss);
  git(one, "tag", "made", made);
  expect(await lossOf(cwd, "one", signal)).toEqual([]);
});

test("what was taken back on the branch is in the log of the branch, which stays", async () => {
  await add(cwd, "one", signal);
  commit("first");
  git(one, "commit", "--quiet", "--amend", "--message=again");
  git(one, "reset", "--quiet", "--hard", "main");
  expect(await lossOf(cwd, "one", signal)).toEqual([]);
  git(cwd, "config", "core.logAllRefUpdates", "false");
  git(cwd, "worktree", "remove", one);
  git(cwd, "branch", "--quiet", "-D", "wt/one");
  await add(cwd, "one", signal);
  expect(await lossOf(cwd, "one", signal)).toEqual([]);
});

test("a copy of a worktree is not taken for the one that it was copied from", async () => {
  const linked = join(folder, "linked");
  git(cwd, "worktree", "add", "--quiet", "-b", "side", linked);
  mkdirSync(join(linked, ".worktrees"));
  await add(linked, "one", signal);
  cpSync(join(linked, ".worktrees"), join(cwd, ".worktrees"), { recursive: true });
  writeFileSync(join(linked, ".worktrees", "one", "x.log"), "log");
  await expect(remove(cwd, "one", false)).rejects.toThrow("did not remove");
  expect(existsSync(join(linked, ".worktrees", "one", "x.log"))).toBe(true);
});

test("a locked worktree is not removed, and what is said does not advise to force it", async () => {
  await add(cwd, "one", signal);
  git(cwd, "worktree", "lock", one);
  for (const force of [false, true])
    await expect(remove(cwd, "one", force)).rejects.toThrow(
      /^\.worktrees\/one is locked\. Ask the person why; this unlocks it: git worktree unlock \S+$/,
    );
});

test("a worktree is usable whatever its folder is called", async (context) => {
  skipOnWindows(context, "names");
  const odd = join(folder, " a\nb ü ");
  makeRepository(odd, { "a.txt": "a" });
  mkdirSync(join(odd, ".worktrees"));
  await add(odd, "one", signal);
  expect(await usable(odd, "one")).toBe(join(odd, ".worktrees", "one"));
});
