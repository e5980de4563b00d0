// course/judge/lacks.test · what an agent does without the tool that a promise is about keeps no promise.
import { beforeEach, expect, test } from "vitest";
import { echo, isInstalled, lines, once } from "../fixtures/elsewhere.ts";
import { TOY } from "../fixtures/judged.ts";
import { calls, mistaken, type SpecReply, says } from "../spec/script.ts";
import { judge, type SpecBody } from "./judge.ts";

beforeEach((context) => {
  context.skip(!isInstalled("python3"), "python3 is not installed");
});

const verdictOf = async (body: SpecBody, folder: string) => {
  const { verdict, error, note } = await judge(body, folder);
  return [verdict, error?.message ?? note];
};

/** A promise that any agent would keep: after the replies the turn is over, and something must not be there. */
const after =
  (...replies: SpecReply[]): SpecBody =>
  async ({ start }) => {
    const agent = await start([...replies, says("Done.")]);
    await agent.type("go");
    await agent.sees("Done.");
    expect(JSON.stringify(agent.requests)).not.toContain("secret");
  };

const NO_FILES = ["failed", "The agent offers no tool read_file. It offers: bash."];

test("a promise whose script calls a tool that is not offered has failed, and says so in one line", async () => {
  const reads = after(calls("read_file", { path: "a.txt" }));
  for (const agent of [lines("nothing"), once("nothing")])
    expect(await verdictOf(reads, agent)).toEqual(NO_FILES);
  expect(await verdictOf(after(calls("bash", { command: "true" })), echo())).toEqual([
    "failed",
    "The agent offers no tool bash. It offers: none.",
  ]);
});

test("the same holds for a field that the tool does not have", async () => {
  const body = after(calls("bash", { command: "true", run_in_background: true }));
  expect(await verdictOf(body, lines("nothing"))).toEqual([
    "failed",
    "The agent's tool bash has no field run_in_background.",
  ]);
});

test("and for a chapter; on the chapter before, that alone is no reason to fail", async () => {
  const { verdict, otherwise, error } = await judge(after(calls("teleport", {})), TOY);
  expect([verdict, otherwise]).toEqual(["failed", "passed"]);
  expect(error?.message).toMatch(/^The agent offers no tool teleport\. It offers: [^\n]*$/);
});

/** So many seconds no test lasts: one that waits for an agent that does nothing fails by its own time limit. */
const FOR_EVER = 600;

test("once such a tool is called, nothing is waited for any more", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([calls("bash", { command: "sleep 3" }), says("Done.")]);
    await agent.type("go");
    await agent.seesLater("background work has ended");
  };
  const way = { speaks: "lines", prompt: "me> ", patience: FOR_EVER };
  expect(await verdictOf(body, echo(way))).toEqual([
    "failed",
    "The agent offers no tool bash. It offers: none.",
  ]);
});

test("an agent that asks what nobody can answer is given up, and not judged", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([calls("bash", { command: "true" }), says("Done.")], { yes: true });
    await agent.type("go");
    await agent.sees("Done.");
  };
  expect(await verdictOf(body, lines("asks", { patience: 3 }))).toEqual([
    "not judged",
    'needs "control" to answer a question',
  ]);
});

test("a spec may call what there is not, on purpose, and only then", async () => {
  const reply = () => calls("teleport", {});
  expect(await verdictOf(after(mistaken(reply())), TOY)).toEqual(["passed", undefined]);
  expect(await verdictOf(after(reply()), TOY)).toEqual([
    "failed",
    expect.stringContaining("The agent offers no tool teleport."),
  ]);
});
