import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { promisesOf } from "../build/promises.ts";
import type { SpecTest } from "../spec/report.ts";
import { specCommand } from "./command.ts";
import { firstWrong, reportOf } from "./verdicts.ts";

const passed: SpecTest = { name: "a", verdict: "passed" };
const failed: SpecTest = { name: "b", verdict: "failed", message: "one\ntwo" };
const broken: SpecTest = { name: "c", verdict: "broken", message: "crashed" };
const skipped: SpecTest = { name: "d", verdict: "skipped" };
const inherited: SpecTest = { ...passed, name: "e", inherited: "so it is" };

test("a test is a line, with what was wrong below it, and the counts come last", () => {
  expect(reportOf([passed, failed, inherited, skipped], false)).toMatchObject({
    code: 1,
    lines: [
      "  passed  a",
      "! failed  b",
      "    one",
      "    two",
      "  passed  e (inherited: so it is)",
      "  skipped d",
      "2 passed, 1 failed, 1 skipped",
    ],
  });
});

test("what is broken counts as failed, and is called broken", () => {
  const { lines, code } = reportOf([passed, broken], false);
  expect([code, lines.at(-1)]).toEqual([1, "1 passed, 1 failed, 1 of them broken"]);
});

test("a spec without a test is not a good one", () => {
  expect(reportOf([], false).code).toBe(1);
  expect(reportOf([passed], false).code).toBe(0);
});

test("on the chapter before, what fails is right and what is inherited passes", () => {
  const { lines, code } = reportOf([failed, inherited], true);
  expect([code, lines.at(-1)]).toEqual([0, "2 passed, 0 failed"]);
  expect(lines).not.toContain("    one");
});

test.each([
  ["passes", passed, "It should fail here."],
  ["is broken", broken, "It should fail here."],
  ["is skipped", skipped, "It should fail here."],
  ["is inherited and fails", { ...failed, inherited: "no" }, "It is inherited: it should pass."],
])("on the chapter before, a test that %s is wrong", (_, test, words) => {
  const { lines, code } = reportOf([failed, test], true);
  expect(code).toBe(1);
  expect(lines).toContain(`    ${words}`);
});

test("with --json the same is printed for programs", async () => {
  const printed: string[] = [];
  const toy = join(FIXTURES, "toy-agent");
  const print = (line: string) => void printed.push(line);
  const code = await specCommand(["--json", toy], ROOT, print, async () => ({
    tests: [passed, skipped],
  }));
  const counts = { passed: 1, failed: 0, broken: 0, skipped: 1, shouldFail: false };
  expect(code).toBe(0);
  expect(JSON.parse(printed.join("\n"))).toMatchObject({ ...counts, tests: [passed, skipped] });
});

const noTool = (name: string): SpecTest => ({
  name,
  verdict: "failed",
  message: "error: There is no tool todo_write. Use one of: bash.",
});

test("a missing tool is said once, and the same message is not printed twice", () => {
  const { lines } = reportOf([noTool("a"), noTool("b"), passed], false);
  expect(lines).toEqual([
    "! failed  a",
    "    error: There is no tool todo_write. Use one of: bash.",
    "! failed  b",
    "    (the same as above)",
    "  passed  a",
    "The agent has no tool todo_write: 2 broken promises call it.",
    "1 passed, 2 failed",
  ]);
});

test("a missing tool that one promise calls is said by that promise alone", () => {
  expect(reportOf([noTool("a")], false).lines).toEqual([
    "! failed  a",
    "    error: There is no tool todo_write. Use one of: bash.",
    "0 passed, 1 failed",
  ]);
});

test("somebody who is writing sees the first broken promise whole, and how many more there are", () => {
  expect(firstWrong([passed, failed, broken])).toEqual([
    "! failed  b",
    "    one",
    "    two",
    "1 of 3 promises kept, 1 more broken",
  ]);
  expect(firstWrong([passed])).toEqual(["All 1 promises are kept."]);
});

test.each([
  [["s05", "--only", "99"], /has the promises 1 to \d+, not 99/],
  [["s05", "--only", "two"], /has the promises 1 to \d+, not two/],
  [[join(FIXTURES, "toy-broken")], /has no spec\.test\.ts\.$/],
])("spec %j is misuse", async (args, words) => {
  await expect(specCommand(args, ROOT, () => {})).rejects.toThrow(words);
});

test("--only judges the promise of that number", async () => {
  const asked: unknown[] = [];
  await specCommand(
    ["s05", "--only", "2"],
    ROOT,
    () => {},
    async (_, only) => {
      asked.push(only);
      return { tests: [passed] };
    },
  );
  expect(asked).toEqual([promisesOf(join(ROOT, "s05_todo_write"))[1]]);
});

test("what a learner builds is judged by the chapter's spec, and called by a name of its own", async () => {
  const place = mkdtempSync(join(tmpdir(), "names-"));
  for (const name of ["my_s05", "s05_mine"]) mkdirSync(join(place, name));
  const spec = (name: string) => specCommand([join(place, name)], ROOT, () => {});
  await expect(spec("my_s05")).rejects.toThrow(/npm run course -- spec s05 --on \S+my_s05\.$/);
  await expect(spec("s05_mine")).rejects.toThrow("call yours my_s05.");
  rmSync(place, { recursive: true });
});
