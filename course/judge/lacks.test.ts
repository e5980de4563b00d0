// course/judge/lacks.test · what an agent does without the tool that a promise is about keeps no promise.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect as strict, test } from "vitest";
import { isWindows } from "../../shared/fixtures/windows.ts";
import { doesNothing } from "../fixtures/elsewhere.ts";
import { TOY } from "../fixtures/judged.ts";
import { calls, fault, mistaken, type SpecReply, says } from "../spec/script.ts";
import { judge, type SpecBody } from "./judge.ts";
import { expect } from "./wording.ts";

beforeEach((context) => context.skip(isWindows, "the program env is not there"));

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
  for (const more of [{}, { speaks: "lines", prompt: "me> " }, { speaks: "once" }])
    strict(await verdictOf(reads, doesNothing("bash-only", more))).toEqual(NO_FILES);
  strict(await verdictOf(after(calls("bash", { command: "true" })), doesNothing("echo"))).toEqual([
    "failed",
    "The agent offers no tool bash. It offers: none.",
  ]);
});

test("the same holds for a field that the tool does not have", async () => {
  const body = after(calls("bash", { command: "true", run_in_background: true }));
  strict(await verdictOf(body, doesNothing("bash-only"))).toEqual([
    "failed",
    "The agent's tool bash has no field run_in_background.",
  ]);
});

test("and for a chapter; on the chapter before, that alone is no reason to fail", async () => {
  const { verdict, otherwise, error } = await judge(after(calls("teleport", {})), TOY);
  strict([verdict, otherwise]).toEqual(["failed", "passed"]);
  strict(error?.message).toMatch(/^The agent offers no tool teleport\. It offers: [^\n]*$/);
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
  strict(await verdictOf(body, doesNothing("echo", way))).toEqual([
    "failed",
    "The agent offers no tool bash. It offers: none.",
  ]);
});

test("an agent that asks what nobody can answer is not waited for, and not judged", async () => {
  const seesIt: SpecBody = async ({ start }) => {
    const agent = await start([calls("bash", { command: "true" }), says("Done.")], { yes: true });
    await agent.type("go");
    await agent.sees("Done.");
  };
  const looksAgain: SpecBody = async ({ start }) => {
    const agent = await start([calls("bash", { command: "true" }), says("Done.")], { yes: true });
    await agent.type("go");
    while (agent.toolResults.length === 0) await new Promise((go) => setTimeout(go, 1));
  };
  const ways = [{ speaks: "lines", prompt: "me> " }, { speaks: "once" }];
  for (const way of ways)
    for (const body of [seesIt, looksAgain]) {
      const on = doesNothing("bash-only", { ...way, patience: FOR_EVER }, ["ASKS=1"]);
      strict(await verdictOf(body, on)).toEqual([
        "not judged",
        'needs "control" to answer a question',
      ]);
    }
});

test("a spec may call what there is not, on purpose, and only then", async () => {
  const reply = () => calls(["teleport", {}], ["bash", { cmd: "ls" }]);
  strict(await verdictOf(after(mistaken(reply())), doesNothing("bash-only"))).toEqual([
    "passed",
    undefined,
  ]);
  strict(await verdictOf(after(reply()), doesNothing("bash-only"))).toEqual([
    "failed",
    "The agent offers no tool teleport. It offers: bash.\nThe agent's tool bash has no field cmd.",
  ]);
  strict((await judge(after(mistaken(calls("teleport", {}))), TOY)).verdict).toBe("passed");
});

test("the prompt of an agent is nothing that it says", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([says("One."), says("Two.")]);
    for (const words of ["One.", "Two."]) {
      await agent.type(words);
      await agent.sees(words);
      await agent.ended();
    }
    expect(agent.output).toContain("what is left is nearly as large");
  };
  const [verdict] = await verdictOf(body, doesNothing("echo"));
  strict(verdict).toBe("failed");
  const sees: SpecBody = async ({ start }) => {
    const agent = await start([says("One.")]);
    await agent.type("one");
    await agent.sees("The model declined");
  };
  strict((await verdictOf(sees, doesNothing("echo")))[0]).toBe("failed");
});

test("the name of a file is a fact, also of one that the spec makes later", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([fault("invalid_request")]);
    mkdirSync(join(agent.folder, "skills", "old-coding"), { recursive: true });
    await agent.type("hello");
    await agent.sees("skills/old-coding is skipped"); // it says "API error …"
  };
  strict((await verdictOf(body, doesNothing("echo")))[0]).toBe("failed");
});

const OTHER = ["TOOL=Shell", "FIELD=cmd"];
const speaksShell: SpecBody = async ({ start }) => {
  const agent = await start([calls("bash", { command: "echo out; exit 3" }), says("Done.")]);
  await agent.type("go");
  await agent.sees("> bash echo out");
  await agent.sees("Done.");
  expect(agent.toolResults).toMatchObject([{ is_error: true, content: "out\n[exit code 3]" }]);
  const [first, last] = [agent.requests[0], agent.requests.at(-1)];
  expect(first?.tools).toMatchObject([
    { name: "bash", input_schema: { properties: { command: {} }, required: ["command"] } },
  ]);
  expect(last?.messages[1]?.content).toMatchObject([
    { name: "bash", input: { command: "echo out; exit 3" } },
  ]);
};

test("launch.json may give tools and fields other names: the spec sees its own", async () => {
  const tools = { bash: { name: "Shell", input: { command: "cmd" } } };
  const shell = (more: object) => doesNothing("bash-only", more, OTHER);
  strict(await verdictOf(speaksShell, shell({ tools }))).toEqual([
    "wording",
    strict.stringContaining('was expected, the agent says "> Shell echo out; exit 3'),
  ]);
  strict(await verdictOf(speaksShell, shell({}))).toEqual([
    "failed",
    "The agent offers no tool bash. It offers: Shell.",
  ]);
  strict(await verdictOf(speaksShell, shell({ tools: { bash: "Shell" } }))).toEqual([
    "failed",
    "The agent's tool Shell has no field command.",
  ]);
});
