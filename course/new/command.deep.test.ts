// course/new/command.deep.test · a new chapter is whole and valid, and says itself what is not written yet.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseRecord } from "../base/json.ts";
import { createToy, type Toy } from "../check/toy.ts";
import { newCommand } from "./command.ts";

let toy: Toy;
beforeEach(async () => {
  toy = await createToy();
});
afterEach(() => toy.end());

async function make(...args: string[]) {
  const lines: string[] = [];
  const code = await newCommand(args, toy.root, (line) => lines.push(line));
  return { code, lines };
}

test("the next chapter carries the last one's files, and its own are fresh", async () => {
  const { code, lines } = await make("s04_todo_write", "a list of what is to be done");
  expect(code).toBe(0);
  expect(lines).toEqual([
    "s04_todo_write: 6 files carried from s03_three, own files fresh",
    "wrote package-lock.json",
    "wrote README.md",
    "wrote README.zh.md",
    "wrote README.ja.md",
    "Next: npm install, then npm run course -- check says what is not written yet.",
  ]);
  expect(toy.read("s04_todo_write/tools.ts")).toBe(toy.read("s03_three/tools.ts"));
  expect(toy.read("s04_todo_write/spec.test.ts")).toContain("test.inherited(");
  expect(parseRecord(toy.read("s04_todo_write/package.json"))).toMatchObject({
    name: "@course/s04_todo_write",
    description: "a list of what is to be done",
    changes: {},
  });
  expect(toy.read("README.md")).toContain(
    "| [s04_todo_write](s04_todo_write/README.md) | a list of what is to be done | 0 | 173 | 100.0 % | |",
  );
});

test("the lockfile names it as npm does", async () => {
  await make("s04_todo_write");
  const lock = parseRecord(toy.read("package-lock.json"));
  expect(lock?.packages).toMatchObject({
    "node_modules/@course/s04_todo_write": { resolved: "s04_todo_write", link: true },
    s04_todo_write: { name: "@course/s04_todo_write", version: "0.1.0" },
  });
});

test("after it the check finds only what nobody has written yet", async () => {
  await make("s04_todo_write");
  const faults = (await toy.faults()).map((fault) => fault.split("\n")[0]);
  expect(faults).toEqual([
    "s04_todo_write/package.json:6  has no description of its mechanism",
    "s04_todo_write/README.md:3  is not written yet, in 9 places",
    "s04_todo_write/README.zh.md:3  is not written yet, in 9 places",
    "s04_todo_write/README.ja.md:3  is not written yet, in 9 places",
  ]);
});

test("a chapter that is written can be followed by the next", async () => {
  await make("s04_todo_write");
  expect((await make("s05_more")).lines[0]).toContain("carried from s04_todo_write");
});

test.each([
  ["s05_todo_write", "The last chapter is s03_three; the next one is s04_…."],
  ["s03_three", "s03_three exists already."],
  ["s4_todo", "is not a name for a chapter"],
  ["s04_", "is not a name for a chapter"],
  ["s04_../x", "is not a name for a chapter"],
  ["--now", "Usage:"],
])("%s is misuse, and nothing is made", async (name, says) => {
  await expect(make(name)).rejects.toThrow(says);
  expect(await toy.git("status", "--porcelain")).toBe("");
});

test("a folder that is no chapter yet is not overwritten", async () => {
  toy.write("s04_todo/notes.txt", "mine");
  await expect(make("s04_todo")).rejects.toThrow("s04_todo exists already.");
  expect(existsSync(join(toy.root, "s04_todo", "code.ts"))).toBe(false);
});
