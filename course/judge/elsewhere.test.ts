// course/judge/elsewhere.test · what an agent from elsewhere is started with.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isWindows } from "../../shared/fixtures/windows.ts";
import { doesNothing, folderWith } from "../fixtures/elsewhere.ts";
import { calls, says } from "../spec/script.ts";
import { judge } from "./judge.ts";

beforeEach((context) => context.skip(isWindows, "the program env is not there"));

test("a command that shares the agent's input does not read the person's .bashrc", async () => {
  const home = folderWith({});
  writeFileSync(join(home, ".bashrc"), "echo from .bashrc; sleep 1000\n");
  const on = doesNothing("bash-only", { patience: 60 }, [`HOME=${home}`, "SHARES=1"]);
  const { verdict, error } = await judge(async ({ start }) => {
    const agent = await start([calls("bash", { command: "echo ran" }), says("Done.")]);
    await agent.type("go");
    await agent.sees("Done.");
    expect(agent.toolResults[0]?.content).toBe("ran");
  }, on);
  expect([verdict, error?.message]).toEqual(["passed", undefined]);
});
