// course/judge/range.test · several specs on one agent: in order, a line for each, until a promise is broken.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SpecTest } from "../spec/report.ts";
import { specCommand } from "./command.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "range-"));
  for (const name of ["s01_one", "s02_two", "s03_three", "my_upto_s03"]) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "code.ts"), "");
    if (name.startsWith("s")) writeFileSync(join(root, name, "spec.test.ts"), "");
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const kept: SpecTest = { name: "kept", verdict: "passed" };
const broken: SpecTest = { name: "broken", verdict: "failed", message: "wanted this" };
const unjudged: SpecTest = { name: "open", verdict: "not judged", message: 'needs "lines"' };

/** Runs the command with these tests for each chapter: what it printed, its exit code, the specs that were run. */
async function judge(args: string[], tests: Record<string, SpecTest[]>) {
  const lines: string[] = [];
  const ran: string[] = [];
  const code = await specCommand(
    args.map((word) => (word === "my_upto_s03" ? join(root, word) : word)),
    root,
    (line) => void lines.push(line),
    async ({ spec, on }, _, told) => {
      ran.push(`${basename(spec)} on ${basename(on)}`);
      const found = tests[basename(spec).slice(0, 3)] ?? [];
      found.forEach((one) => void told?.(one));
      return { tests: found };
    },
  );
  return { lines, code, ran };
}

const ON = ["--on", "my_upto_s03"];
const whole = { s01: [kept], s02: [kept, kept], s03: [kept] };

test("the specs run in order, with a line for each", async () => {
  expect(await judge(["upto-s03", ...ON], whole)).toEqual({
    lines: [
      "s01_one                1 of 1 promises kept",
      "s02_two                2 of 2 promises kept",
      "s03_three              1 of 1 promises kept",
      "All 3 chapters are kept.",
    ],
    code: 0,
    ran: ["s01_one on my_upto_s03", "s02_two on my_upto_s03", "s03_three on my_upto_s03"],
  });
});

test("a chapter with a broken promise is the last, and its first broken promise is shown whole", async () => {
  const tests = { ...whole, s02: [kept, broken, { ...broken, name: "also" }, kept] };
  expect(await judge(["upto-s03", ...ON], tests)).toMatchObject({
    lines: [
      "s01_one                1 of 1 promises kept",
      "    ! failed  broken",
      "        wanted this",
      "s02_two                2 of 4 promises kept, 1 more failed",
      "Not judged yet: s03. `spec s03 --on …` judges one alone.",
    ],
    code: 1,
    ran: ["s01_one on my_upto_s03", "s02_two on my_upto_s03"],
  });
});

test("a range may begin later", async () => {
  const { ran } = await judge(["s02-s03", ...ON], whole);
  expect(ran).toEqual(["s02_two on my_upto_s03", "s03_three on my_upto_s03"]);
});

test("what is not judged holds nothing up, and is no success", async () => {
  const some = await judge(["upto-s03", ...ON], { ...whole, s02: [unjudged] });
  expect(some.lines[1]).toBe("s02_two                0 of 1 promises kept, 1 not judged");
  expect(some.code).toBe(0);
  const none = { s01: [unjudged], s02: [unjudged], s03: [unjudged] };
  const { lines, code } = await judge(["upto-s03", ...ON], none);
  expect([lines.length, code]).toEqual([3, 1]);
});

test("a spec without a test ends the run", async () => {
  const { code, ran } = await judge(["upto-s03", ...ON], { ...whole, s01: [] });
  expect([code, ran]).toEqual([1, ["s01_one on my_upto_s03"]]);
});
