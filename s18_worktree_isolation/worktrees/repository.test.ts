import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { git, makeRepository } from "../../shared/fixtures/repository.ts";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { addWorktree, checkRepository, removeWorktree, usable } from "./repository.ts";

let folder = "";
let cwd = "";
let one = "";
const { signal } = new AbortController();

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "repository-")));
  cwd = join(folder, "main");
  one = join(cwd, ".worktrees", "one");
  makeRepository(cwd, { "a.txt": "old\n", ".gitignore": "*.log\n" });
  mkdirSync(join(cwd, ".worktrees"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("a copy of a worktree is not taken for the one that it was copied from", async () => {
  const linked = join(folder, "linked");
  git(cwd, "worktree", "add", "--quiet", "-b", "side", linked);
  mkdirSync(join(linked, ".worktrees"));
  await addWorktree(linked, "one", signal);
  cpSync(join(linked, ".worktrees"), join(cwd, ".worktrees"), { recursive: true });
  writeFileSync(join(linked, ".worktrees", "one", "x.log"), "log");
  await expect(removeWorktree(cwd, "one", false)).rejects.toThrow("did not remove");
  expect(existsSync(join(linked, ".worktrees", "one", "x.log"))).toBe(true);
});

test("a locked worktree is not removed, and what is said does not advise to force it", async () => {
  await addWorktree(cwd, "one", signal);
  git(cwd, "worktree", "lock", one);
  for (const force of [false, true])
    await expect(removeWorktree(cwd, "one", force)).rejects.toThrow(
      /^\.worktrees\/one is locked\. Ask the person why; this unlocks it: git worktree unlock \S+$/,
    );
});

/** A git whose sentences nobody here can read. */
function gitOfAnotherLanguage(): string {
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const said = "echo 'schwerwiegend: das geht nicht' >&2";
  const lines = [
    "#!/bin/sh",
    `'${real}' "$@" 2> /dev/null && exit 0`,
    "code=$?",
    said,
    "exit $code",
  ];
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "git"), lines.join("\n"), { mode: 0o755 });
  return `${join(folder, "bin")}:${process.env.PATH}`;
}

test("why git refuses is known without its words, which may be of any language", async (context) => {
  skipOnWindows(context, "modes");
  await addWorktree(cwd, "one", signal);
  git(cwd, "worktree", "lock", one);
  git(folder, "init", "--quiet", "--bare", "bare");
  mkdirSync(join(folder, "none"));
  mkdirSync(join(folder, "broken", ".git"), { recursive: true });
  vi.stubEnv("PATH", gitOfAnotherLanguage());
  await expect(removeWorktree(cwd, "one", true)).rejects.toThrow("one is locked. Ask the person");
  const why = (name: string) => checkRepository(join(folder, name));
  await expect(why("bare")).rejects.toThrow("This is a bare repository");
  await expect(why("none")).rejects.toThrow("There is no git repository here");
  await expect(why("broken")).rejects.toThrow("git does not work in this folder: schwerwiegend");
});

test("a worktree is usable whatever its folder is called", async (context) => {
  skipOnWindows(context, "names");
  const odd = join(folder, " a\nb ü ");
  makeRepository(odd, { "a.txt": "a" });
  mkdirSync(join(odd, ".worktrees"));
  await addWorktree(odd, "one", signal);
  expect(await usable(odd, "one")).toBe(join(odd, ".worktrees", "one"));
});
