// course/spec/hang · an agent that hangs is given up soon, with what was printed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { copyOf } from "../chapters/copy.ts";
import { judge } from "../judge/judge.ts";
import { calls, says } from "./script.ts";

/** A line of s01's loop, in whose place a mistake is planted. */
const AFTER_TOOLS = 'messages.push({ role: "user", content: results });';

/** Judges s01 with a mistake after its tool calls. */
async function judged(mistake: string) {
  const place = mkdtempSync(join(tmpdir(), "hang-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const on = await copyOf(join(ROOT, "s01_agent_loop"), place, "s01_agent_loop");
  const loop = join(on, "loop.ts");
  const text = readFileSync(loop, "utf8");
  expect(text).toContain(AFTER_TOOLS);
  writeFileSync(loop, text.replace(AFTER_TOOLS, mistake));
  return judge(async ({ start }) => {
    const agent = await start([calls("bash", { command: "echo begun" }), says("It is done.")]);
    await agent.type("begin");
    await agent.sees("It is done.");
  }, on);
}

test.each([
  ["waits for what never comes", "await new Promise(() => {});", "has nothing left to do"],
  ["does not ask for the next reply", `${AFTER_TOOLS} return;`, "turn ended (done) without"],
  [
    "waits beside a timer that goes off again and again",
    "setInterval(() => {}, 100); await new Promise(() => {});",
    "Waited ",
  ],
  [
    "waits for a program that does not end",
    'await runTool({ ...calls[0], input: { command: "sleep 6000" } } as never, context);',
    "Waited ",
  ],
])("an agent that %s is given up", async (_, mistake, words) => {
  const { verdict, error } = await judged(mistake);
  expect(verdict).not.toBe("passed");
  expect(error?.message).toContain(words);
  expect(error?.message).toContain("> bash echo begun");
});
