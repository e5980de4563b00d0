// course/propagate/command · a fix goes through the later chapters, or stops and can be undone.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UsageError } from "../base/usage.ts";
import { commit, createToy, type Toy } from "../check/toy.ts";
import { propagateCommand } from "./command.ts";

let toy: Toy;
beforeEach(async () => {
  toy = await createToy();
});
afterEach(() => toy.end());

async function propagate(...args: string[]) {
  const lines: string[] = [];
  const code = await propagateCommand(args, toy.root, (line) => lines.push(line));
  return { code, lines };
}

const changed = async () => (await toy.git("status", "--porcelain")).trimEnd().split("\n").sort();

test("a fix is copied where the file was the same, merged where it was revised, and checked", async () => {
  toy.edit("s01_one/loop.ts", "line10 = 10", "line10 = 11");
  toy.edit("s01_one/tools.ts", "tool10 = 10", "tool10 = 11");
  const { code, lines } = await propagate("s01");
  expect(lines).toEqual([
    "copied  s02_two/loop.ts",
    "copied  s02_two/tools.ts",
    "copied  s03_three/loop.ts",
    "merged  s03_three/tools.ts",
    expect.stringMatching(/^chapter/),
    expect.stringMatching(/^s01_one/),
    expect.stringMatching(/^s02_two +100.0 %/),
    expect.stringMatching(/^s03_three/),
    expect.stringMatching(/^specs: /),
    "page, in sight  words  code  boxes  longest paragraph",
    "s01_one           150    40      2                 12",
    "s02_two           150    40      2                 12",
    "s03_three         150    40      2                 12",
    "63 checks passed, 0 failed",
  ]);
  expect(code).toBe(0);
  expect(toy.read("s03_three/tools.ts")).toContain("tool10 = 11");
  expect(toy.read("s03_three/tools.ts")).toContain('tool30 = "revised"');
  expect(existsSync(join(toy.root, ".git", "course-propagate.json"))).toBe(false);
});

test("code.ts is merged: what each chapter adds stays", async () => {
  toy.edit("s01_one/code.ts", "setting10 = 10", "setting10 = 11");
  const { lines } = await propagate("1");
  expect(lines.slice(0, 2)).toEqual(["merged  s02_two/code.ts", "merged  s03_three/code.ts"]);
  const code = toy.read("s03_three/code.ts");
  expect(code).toContain("setting10 = 11");
  expect(code).toContain("  three,\n");
});

test("added and deleted files go along, own files never", async () => {
  toy.write("s02_two/more.ts", "export const more = 1;\n");
  toy.remove("s02_two/one.ts");
  toy.write("s02_two/spec.test.ts", "// another\n");
  toy.write("s02_two/README.md", "# another\n");
  const { lines } = await propagate("s02");
  expect(lines.slice(0, 2)).toEqual(["copied  s03_three/more.ts", "removed s03_three/one.ts"]);
  expect(await changed()).toEqual([
    " D s02_two/one.ts",
    " D s03_three/one.ts",
    " M s02_two/README.md",
    " M s02_two/spec.test.ts",
    "?? s02_two/more.ts",
    "?? s03_three/more.ts",
  ]);
});

test("a fix that is committed is carried from the commit before it", async () => {
  toy.edit("s01_one/loop.ts", "line10 = 10", "line10 = 11");
  await commit(toy, "A fix");
  expect((await propagate("s01")).lines[0]).toBe(
    "Nothing in s01_one had to be carried to later chapters.",
  );
  const { lines } = await propagate("s01", "--base", "HEAD~1");
  expect(lines.slice(0, 2)).toEqual(["copied  s02_two/loop.ts", "copied  s03_three/loop.ts"]);
});

test("a later chapter with uncommitted edits, or with a new file, is not touched", async () => {
  toy.edit("s01_one/loop.ts", "line10 = 10", "line10 = 11");
  toy.edit("s03_three/three.ts", "};", "};\n");
  toy.write("s02_two/new.ts", "");
  await expect(propagate("s01")).rejects.toThrow(
    "Later chapters have uncommitted edits: s03_three/three.ts, s02_two/new.ts.",
  );
  expect(toy.read("s02_two/loop.ts")).toContain("line10 = 10");
});

/** The last chapter revises line 30 of tools.ts, so that a fix there conflicts. */
function plantConflict() {
  toy.edit("s01_one/tools.ts", "tool30 = 30", "tool30 = 31");
  toy.edit("s01_one/loop.ts", "line10 = 10", "line10 = 11");
}

test("a conflict stops the work, which goes on when it is resolved", async () => {
  plantConflict();
  const { code, lines } = await propagate("s01");
  expect(code).toBe(1);
  expect(lines).toEqual([
    "copied  s02_two/loop.ts",
    "copied  s02_two/tools.ts",
    "copied  s03_three/loop.ts",
    "conflict s03_three/tools.ts: has 1 conflict",
    "Mend what is listed in s03_three, then: npm run course -- propagate --continue, or --abort.",
  ]);
  expect(toy.read("s03_three/tools.ts")).toContain("<<<<<<< s03_three/tools.ts\n");
  await expect(propagate("--continue")).rejects.toThrow(
    "Conflict marks are left in s03_three/tools.ts",
  );
  await expect(propagate("s01")).rejects.toThrow("A propagate of s01_one is under way");
  await expect(propagate("s02", "--continue")).rejects.toThrow("under way is that of s01_one");
  const resolved = toy.read("s02_two/tools.ts").replace("tool30 = 31", 'tool30 = "revised"');
  toy.write("s03_three/tools.ts", resolved);
  const after = await propagate("s01", "--continue");
  expect([after.code, after.lines.at(-1)]).toEqual([0, "63 checks passed, 0 failed"]);
  await expect(propagate("--continue")).rejects.toThrow("No propagate is under way.");
});

test("the resolved version is carried to the later chapters", async () => {
  toy.edit("s02_two/tools.ts", "tool20 = 20", "tool20 = 22");
  toy.edit("s03_three/tools.ts", "tool20 = 20", "tool20 = 22");
  await commit(toy, "s02 revises, too");
  toy.edit("s01_one/tools.ts", "tool20 = 20", "tool20 = 21");
  expect((await propagate("s01")).lines[0]).toBe("conflict s02_two/tools.ts: has 1 conflict");
  const text = toy.read("s02_two/tools.ts");
  toy.write("s02_two/tools.ts", text.replace(/<{7}[\s\S]*>{7}.*\n/, "const tool20 = 23;\n"));
  expect((await propagate("--continue")).lines[0]).toBe("merged  s03_three/tools.ts");
  expect(toy.read("s03_three/tools.ts")).toContain("const tool20 = 23;\n");
});

test("--abort puts every later chapter back and leaves the fix", async () => {
  plantConflict();
  toy.write("s01_one/more.ts", "export const more = 1;\n");
  toy.remove("s01_one/one.ts");
  expect((await propagate("s01")).code).toBe(1);
  toy.write("s03_three/tools.ts", "half resolved");
  const { code, lines } = await propagate("--abort");
  expect(code).toBe(0);
  expect(lines).toContain("restored s03_three/tools.ts");
  expect(await changed()).toEqual([
    " D s01_one/one.ts",
    " M s01_one/loop.ts",
    " M s01_one/tools.ts",
    "?? s01_one/more.ts",
  ]);
  await expect(propagate("--abort")).rejects.toThrow("No propagate is under way.");
});

test("a file deleted before and revised later is a conflict", async () => {
  toy.remove("s01_one/tools.ts");
  const { code, lines } = await propagate("s01");
  expect(code).toBe(1);
  expect(lines.slice(0, 2)).toEqual([
    "removed s02_two/tools.ts",
    "conflict s03_three/tools.ts: was deleted in the chapter before, but this chapter has revised it: keep it, or delete it",
  ]);
  toy.remove("s03_three/tools.ts");
  await propagate("--continue");
  expect(existsSync(join(toy.root, "s03_three/tools.ts"))).toBe(false);
});

test("work that was interrupted can only be undone", async () => {
  plantConflict();
  await propagate("s01");
  const path = join(toy.root, ".git", "course-propagate.json");
  const { stopped, ...running } = JSON.parse(readFileSync(path, "utf8"));
  expect(stopped).toBe("s03_three");
  writeFileSync(path, JSON.stringify(running));
  toy.write("s02_two/loop.ts.new", "half written");
  await expect(propagate("--continue")).rejects.toThrow("interrupted half-way");
  expect((await propagate("--abort")).code).toBe(0);
  expect(await changed()).toEqual([" M s01_one/loop.ts", " M s01_one/tools.ts"]);
});

test("git lists nothing of the work", async () => {
  plantConflict();
  await propagate("s01");
  expect((await changed()).filter((line) => line.includes("propagate"))).toEqual([]);
});

test.each([
  [["s07"], 'There is no chapter "s07".'],
  [["s01", "--base", "no-such"], 'There is no commit "no-such" here.'],
  [["s01", "--base", "--all"], "Usage:"],
  [["--continue", "--abort"], "Usage:"],
  [["s01", "s02"], "Usage:"],
  [[], "Usage:"],
  [["shared"], "shared is not a chapter."],
])("%j is misuse", async (args, says) => {
  await expect(propagate(...args)).rejects.toThrow(UsageError);
  await expect(propagate(...args)).rejects.toThrow(says);
});

test("without a git repository it says what is missing", async () => {
  toy.remove(".git");
  await expect(propagate("s01")).rejects.toThrow("in a git repository");
});
