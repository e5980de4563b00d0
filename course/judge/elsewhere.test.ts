// course/judge/elsewhere.test · what an agent from elsewhere is started with.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isWindows } from "../../shared/fixtures/windows.ts";
import { folderWith } from "../fixtures/elsewhere.ts";
import { judge } from "./judge.ts";

beforeEach((context) => context.skip(isWindows, "the program env is not there"));

test("a command that shares the agent's input does not read the person's .bashrc", async () => {
  const home = folderWith({});
  writeFileSync(join(home, ".bashrc"), "echo from .bashrc\n");
  const script = "printf 'me> '; read line; bash -c 'echo ran'; printf 'me> '; read line";
  const command = ["env", `HOME=${home}`, "sh", "-c", script];
  const on = folderWith({ command, speaks: "lines", prompt: "me> " });
  const { verdict, error } = await judge(async ({ start }) => {
    const agent = await start([]);
    await agent.type("/go");
    await agent.sees("ran");
    expect(agent.output).not.toContain(".bashrc");
  }, on);
  expect([verdict, error?.message]).toEqual(["passed", undefined]);
});
