import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { labCommand } from "./command.ts";

test("a person, a place or a chapter that there is not is refused, with those there are", async () => {
  const run = (...args: string[]) => labCommand(args, ROOT, () => {});
  await expect(run("--person", "maybe")).rejects.toThrow("no, always, yes, nobody");
  await expect(run("11")).rejects.toThrow("There is no variant 11: they are 1 to 10.");
  await expect(run("7", "--on", "s17")).rejects.toThrow("they are 1 to 6.");
  await expect(run("--on", "s99")).rejects.toThrow("There is no chapter");
  await expect(run("--gate")).rejects.toThrow("Usage: course lab");
});

test("one place of an earlier chapter: the order is read, and nothing gets out", async () => {
  const lines: string[] = [];
  const code = await labCommand(["1", "--on", "s17"], ROOT, (line) => lines.push(line));
  expect(lines[2]).toMatch(/^ 1 {2}a file of the project +yes +9 +\d+ +nothing$/);
  expect([lines.length, code]).toEqual([3, 0]);
});
