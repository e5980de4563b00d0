// course/base/git.test · what is read from git, also when the course is a folder of a larger repository.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToy, type Toy } from "../check/toy.ts";
import { changedSince, fileAt, gitText, runGit, uncommitted } from "./git.ts";

let toy: Toy;
beforeAll(async () => {
  toy = await createToy();
});
afterAll(() => toy.end());

test("files of a commit are read from any folder of the repository", async () => {
  const inside = join(toy.root, "s01_one");
  expect((await fileAt("HEAD", "tools.test.ts", inside))?.toString()).toBe("// tested\n");
  expect(await fileAt("HEAD", "s01_one/nothing.ts", toy.root)).toBeUndefined();
});

test("uncommitted files are named from the folder that asks, odd names too", async () => {
  toy.edit("s01_one/loop.ts", "line1 = 1", "line1 = 2");
  toy.write("s01_one/new 新.ts", "");
  expect(await uncommitted(["."], join(toy.root, "s01_one"))).toEqual(["loop.ts", "new 新.ts"]);
  expect(await uncommitted(["s02_two"], toy.root)).toEqual([]);
  expect(await uncommitted([], toy.root)).toEqual([]);
  expect(await changedSince("HEAD", "s01_one", toy.root)).toEqual([
    "s01_one/loop.ts",
    "s01_one/new 新.ts",
  ]);
  expect(await changedSince("HEAD", ".", join(toy.root, "s01_one"))).toEqual([
    "loop.ts",
    "new 新.ts",
  ]);
});

test("a failure is git's exit code, or its words", async () => {
  expect((await runGit(["rev-parse", "--verify", "--quiet", "none"], toy.root)).code).toBe(1);
  await expect(gitText(["no-such-command"], toy.root)).rejects.toThrow("not a git command");
});
