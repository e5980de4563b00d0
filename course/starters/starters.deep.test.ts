// course/starters · the agents to start from keep the first three promises of s01 and break the fourth.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { promisesOf } from "../build/promises.ts";
import { folderWith, isInstalled } from "../fixtures/elsewhere.ts";
import { judge } from "../judge/judge.ts";
import { obstacleOf } from "../judge/obstacle.ts";
import { runPairs } from "../spec/run.ts";
import { says } from "../spec/script.ts";

const S01 = join(ROOT, "s01_agent_loop");
const FIRST = promisesOf(S01).slice(0, 4);
const starter = (name: string) => join(import.meta.dirname, name);

/** The verdicts on the first promises. */
async function judged(on: string) {
  expect(await obstacleOf(on)).toBeUndefined();
  const [report] = await runPairs([{ spec: S01, on }], { only: FIRST });
  const tests = (report?.tests ?? []).filter(({ verdict }) => verdict !== "skipped");
  expect(tests.map(({ name }) => name)).toEqual(FIRST);
  return { verdicts: tests.map(({ verdict }) => verdict), last: tests.at(-1)?.message };
}

/** What is missing is told by the wire: a call without a result. */
function expectThree({ verdicts, last }: Awaited<ReturnType<typeof judged>>) {
  expect(verdicts).toEqual(["passed", "passed", "passed", "failed"]);
  expect(last).toMatch(/The API refused POST \/v1\/messages \(400\): .*tool_use.*tool_result/);
}

test("the starter in Python", async (context) => {
  context.skip(!isInstalled("python3"), "python3 is not installed");
  expectThree(await judged(starter("python")));
});

test("the starter in Go", async (context) => {
  context.skip(!isInstalled("go", "version"), "go is not installed");
  expectThree(await judged(starter("go")));
});

test("the starter in TypeScript", async () => {
  const folder = starter("typescript");
  const launch = JSON.parse(readFileSync(join(folder, "launch.json"), "utf8"));
  expect(launch.command).toEqual(["node", "agent.ts"]);
  // Node before 22.18 does not run TypeScript by itself.
  const command = [
    process.execPath,
    "--import",
    import.meta.resolve("tsx"),
    join(folder, "agent.ts"),
  ];
  const runsTypes = "typescript" in process.features && process.features.typescript;
  expectThree(await judged(runsTypes ? folder : folderWith({ ...launch, command })));
});

test("with the client of the control protocol, an agent in Python answers questions and has the spec's clock", async (context) => {
  context.skip(!isInstalled("python3"), "python3 is not installed");
  const [spec, on] = [join(FIXTURES, "toy-agent"), join(FIXTURES, "python-control")];
  const [report] = await runPairs([{ spec, on }]);
  expect(report?.tests.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "passed"]);
});

test("an agent that is not asked whether it has anything left to do rests once it is silent", async (context) => {
  context.skip(!isInstalled("python3"), "python3 is not installed");
  const { verdict, error } = await judge(
    async ({ start }) => {
      const agent = await start([says("Hello.")], { needs: "control" });
      await agent.type("hi");
      await agent.rests();
      expect(agent.output).toContain("Hello.");
    },
    join(FIXTURES, "python-control"),
  );
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});
