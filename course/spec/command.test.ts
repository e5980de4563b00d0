import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../root.ts";
import { specCommand } from "./command.ts";
import type { SpecTest } from "./report.ts";
import { reportOf } from "./verdicts.ts";

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
