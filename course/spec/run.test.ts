// course/spec/run · whole specs, run in a process of their own as the check and a learner run them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";
import type { PairReport } from "./report.ts";
import { runPairs, runSpecs } from "./run.ts";

const folder = (name: string) => join(FIXTURES, name);
const pair = (spec: string, on: string) => ({ spec: folder(spec), on: folder(on) });

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** One run for all tests here, because starting vitest takes longer than judging a toy agent. */
let reports: PairReport[] = [];
const heard: string[] = [];
beforeAll(async () => {
  const pairs = [
    pair("toy-agent", "toy-agent"),
    pair("toy-agent", "toy-earlier"),
    pair("toy-agent", "toy-broken"),
    pair("toy-agent", "python-agent"),
    pair("python-agent", "python-agent"),
  ];
  reports = await runPairs(pairs, { workers: 2, ended: ({ on }) => heard.push(on) });
});

const testsOf = (spec: string, on: string) =>
  reports.find((one) => one.spec === folder(spec) && one.on === folder(on))?.tests ?? [];
const verdicts = (spec: string, on: string) => testsOf(spec, on).map(({ verdict }) => verdict);

test("a spec passes on its own agent, and says which of its tests are inherited", () => {
  expect(testsOf("toy-agent", "toy-agent")).toEqual([
    { name: "an answer is printed", verdict: "passed", inherited: "every agent answers" },
    { name: "a question is asked and its answer reaches the model", verdict: "passed" },
    { name: "a long wait ends when the clock is advanced", verdict: "passed" },
  ]);
});

test("on an agent that lacks a mechanism, the tests of that mechanism fail and say what was seen", () => {
  expect(verdicts("toy-agent", "toy-earlier")).toEqual(["passed", "failed", "failed"]);
  expect(testsOf("toy-agent", "toy-earlier")[1]?.message).toContain(
    'The turn ended without the question "Really?"',
  );
});

test("on an agent that does not start, every test is broken", () => {
  expect(verdicts("toy-agent", "toy-broken")).toEqual(["broken", "broken", "broken"]);
});

test("each pair is reported once", () => {
  expect(heard.toSorted()).toEqual(reports.map(({ on }) => on).toSorted());
  expect(heard).toHaveLength(5);
});

test("a folder without a spec is refused", async () => {
  await expect(runSpecs({ spec: FIXTURES, on: FIXTURES })).rejects.toThrow("no spec.test.ts");
});

test("an agent in Python is judged by the same spec as one in TypeScript", (context) => {
  context.skip(!hasPython(), "python3 is not installed");
  expect(verdicts("python-agent", "python-agent")).toEqual(["passed", "passed"]);
  expect(verdicts("toy-agent", "python-agent")).toEqual(["passed", "failed", "failed"]);
});
