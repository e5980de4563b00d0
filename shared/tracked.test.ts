import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { git, makeRepository } from "./fixtures/repository.ts";
import { skipOnWindows } from "./fixtures/windows.ts";
import { trackedAt } from "./tracked.ts";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "tracked-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(cwd, { recursive: true });
});

const at = (...path: string[]) => join(cwd, ...path);

test("a file that came with a repository is tracked, and one that was written later is not", async () => {
  makeRepository(cwd, {
    ".memory/old.md": "1",
    ".memory/é.md": "1",
    "jobs.json": "1",
    "a.txt": "1",
  });
  writeFileSync(at(".memory/new.md"), "2");
  writeFileSync(at("own.json"), "2");
  const inFolder = await trackedAt(at(".memory"));
  expect(["old.md", "é.md", "new.md", "a.txt"].map(inFolder)).toEqual([true, true, false, false]);
  expect((await trackedAt(at("jobs.json")))("jobs.json")).toBe(true);
  expect((await trackedAt(at("own.json")))("own.json")).toBe(false);
});

test("a tracked file that was changed is still tracked, and so is one that is only added", async () => {
  makeRepository(cwd, { "jobs.json": "1" });
  writeFileSync(at("jobs.json"), "2");
  writeFileSync(at("more.json"), "2");
  git(cwd, "add", "more.json");
  expect((await trackedAt(at("jobs.json")))("jobs.json")).toBe(true);
  expect((await trackedAt(at("more.json")))("more.json")).toBe(true);
});

/** Clones `up`, to which a rule and a link are added that is too long for any disk. */
function cloneThatCannotFollow() {
  makeRepository(at("up"), { "a.txt": "1" });
  git(cwd, "clone", "--quiet", at("up"), "own");
  writeFileSync(at("up/AGENTS.md"), "evil");
  writeFileSync(at("target"), "z".repeat(5000));
  const link = git(at("up"), "hash-object", "-w", at("target")).trim();
  git(at("up"), "add", "AGENTS.md");
  git(at("up"), "update-index", "--add", "--cacheinfo", `120000,${link},link`);
  git(at("up"), "commit", "--quiet", "--message=Rules");
}

test("what a pull that has failed left behind counts as tracked when it is wanted, also once the branch is mended", async (context) => {
  skipOnWindows(context, "links");
  cloneThatCannotFollow();
  expect(() => git(at("own"), "pull", "--quiet")).toThrow("File name too long");
  writeFileSync(at("own/USER.md"), "mine");
  const tracked = async () => {
    const isTracked = await trackedAt(at("own"), ["AGENTS.md", "USER.md"]);
    return [isTracked.isPast, ...["AGENTS.md", "USER.md"].map(isTracked)];
  };
  expect(await tracked()).toEqual([true, true, false]);
  git(at("up"), "rm", "--quiet", "--cached", "AGENTS.md", "link");
  git(at("up"), "commit", "--quiet", "--message=Mended");
  git(at("own"), "pull", "--quiet");
  expect(await tracked()).toEqual([true, true, false]);
});

test("what a reset left behind counts as tracked when it is wanted, in whatever letters it is written", async () => {
  makeRepository(cwd, { "a.txt": "1" });
  writeFileSync(at("agents.md"), "evil");
  git(cwd, "add", "agents.md");
  git(cwd, "commit", "--quiet", "--message=Rules");
  git(cwd, "reset", "--quiet", "HEAD~1");
  const isTracked = await trackedAt(cwd, ["AGENTS.md", "[a]*.md"]);
  expect(["AGENTS.md", "[a]*.md"].map(isTracked)).toEqual([true, false]);
  expect((await trackedAt(cwd))("agents.md")).toBe(false);
});

test("the top of the repository may be above the folder", async () => {
  makeRepository(cwd, { "deep/er/.tasks/one.json": "1", "one.json": "1" });
  writeFileSync(at("deep/er/.tasks/two.json"), "2");
  const isTracked = await trackedAt(at("deep/er/.tasks"));
  expect(["one.json", "two.json"].map(isTracked)).toEqual([true, false]);
});

test("nothing is tracked where there is nothing, or no repository, or no git on the computer", async () => {
  writeFileSync(at("jobs.json"), "1");
  expect((await trackedAt(at("jobs.json")))("jobs.json")).toBe(false);
  makeRepository(cwd, { "jobs.json": "1" });
  expect((await trackedAt(at("missing")))("jobs.json")).toBe(false);
  vi.stubEnv("PATH", at("no-programs"));
  expect((await trackedAt(at("jobs.json")))("jobs.json")).toBe(false);
});

/** A repository with the one of `other` as a submodule at .tasks. */
function withSubmodule() {
  makeRepository(at("other"), { "one.json": "1" });
  makeRepository(at("top"), { "a.txt": "1" });
  git(
    at("top"),
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    at("other"),
    ".tasks",
  );
}

test("what a submodule brings is tracked, and so is all in its folder when its repository is gone", async () => {
  withSubmodule();
  writeFileSync(at("top/.tasks/two.json"), "2");
  const isTracked = await trackedAt(at("top/.tasks"));
  expect(["one.json", "two.json"].map(isTracked)).toEqual([true, false]);
  rmSync(at("top/.tasks/.git"));
  expect(["one.json", "two.json"].map(await trackedAt(at("top/.tasks")))).toEqual([true, true]);
});

test("what was cloned into the folder is tracked there, though not by the repository around it", async () => {
  makeRepository(at("other"), { "one.json": "1" });
  makeRepository(at("top"), { "a.txt": "1" });
  git(at("top"), "clone", "--quiet", at("other"), ".tasks");
  expect((await trackedAt(at("top/.tasks")))("one.json")).toBe(true);
});

test("a link is followed to the files that it leads to", async (context) => {
  skipOnWindows(context, "links");
  makeRepository(cwd, { "shared/one.json": "1" });
  symlinkSync("shared", at(".tasks"));
  expect((await trackedAt(at(".tasks")))("one.json")).toBe(true);
});

test("other letters that a disk may take for the same make a name tracked, too", async () => {
  makeRepository(cwd, { ".tasks/One.json": "1" });
  expect(["one.json", "ONE.JSON", "other.json"].map(await trackedAt(at(".tasks")))).toEqual([
    true,
    true,
    false,
  ]);
});

test("when git fails for any other reason, everything counts as tracked", async () => {
  makeRepository(cwd, { "a.txt": "1" });
  writeFileSync(at("jobs.json"), "1");
  writeFileSync(at(".git/config"), "[core]\n\trepositoryformatversion = 99\n");
  expect((await trackedAt(at("jobs.json")))("jobs.json")).toBe(true);
});

test("a folder that looks like a bare repository does not hide what the real one tracks", async () => {
  makeRepository(at("other"), {});
  makeRepository(cwd, { ".tasks/one.json": "1" });
  for (const name of ["HEAD", "config", "objects", "refs"])
    renameSync(at("other/.git", name), at(".tasks", name));
  expect((await trackedAt(at(".tasks")))("one.json")).toBe(true);
});

test("no program of the repository or of the folder is started", async (context) => {
  skipOnWindows(context, "groups");
  makeRepository(cwd, { "jobs.json": "1", git: `#!/bin/sh\ntouch "${at("ran")}"\n` });
  chmodSync(at("git"), 0o755);
  git(cwd, "config", "core.fsmonitor", at("git"));
  git(cwd, "config", "core.hooksPath", at());
  git(cwd, "config", "core.pager", at("git"));
  vi.stubEnv("PATH", `${cwd}:.:${process.env.PATH}`);
  expect((await trackedAt(at("jobs.json")))("jobs.json")).toBe(true);
  expect(existsSync(at("ran"))).toBe(false);
});
