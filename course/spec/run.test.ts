// course/spec/run · whole specs, run in a process of their own as the check and a learner run them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES } from "../root.ts";
import { runSpecs } from "./run.ts";

const folder = (name: string) => join(FIXTURES, name);
const LIMIT_MS = 60_000;

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function verdicts(spec: string, on: string) {
  const { tests } = await runSpecs({ spec: folder(spec), on: folder(on) });
  return tests.map(({ verdict }) => verdict);
}

test(
  "a spec passes on its own agent, and says which of its tests are inherited",
  async () => {
    const { tests } = await runSpecs({ spec: folder("toy-agent"), on: folder("toy-agent") });
    expect(tests).toEqual([
      { name: "an answer is printed", verdict: "passed", inherited: "every agent answers" },
      { name: "a question is asked and its answer reaches the model", verdict: "passed" },
      { name: "a long wait ends when the clock is advanced", verdict: "passed" },
    ]);
  },
  LIMIT_MS,
);

test(
  "on an agent that lacks a mechanism, the tests of that mechanism fail and say what was seen",
  async () => {
    const { tests } = await runSpecs({ spec: folder("toy-agent"), on: folder("toy-earlier") });
    expect(tests.map(({ verdict }) => verdict)).toEqual(["passed", "failed", "failed"]);
    expect(tests[1]?.message).toContain('The turn ended without the question "Really?"');
  },
  LIMIT_MS,
);

test(
  "on an agent that does not start, every test is broken",
  async () => {
    expect(await verdicts("toy-agent", "toy-broken")).toEqual(["broken", "broken", "broken"]);
  },
  LIMIT_MS,
);

test("a folder without a spec is refused", async () => {
  await expect(runSpecs({ spec: FIXTURES, on: FIXTURES })).rejects.toThrow("no spec.test.ts");
});

test(
  "an agent in Python is judged by the same spec as one in TypeScript",
  async (context) => {
    context.skip(!hasPython(), "python3 is not installed");
    expect(await verdicts("python-agent", "python-agent")).toEqual(["passed", "passed"]);
    expect(await verdicts("toy-agent", "python-agent")).toEqual(["passed", "failed", "failed"]);
  },
  LIMIT_MS,
);
