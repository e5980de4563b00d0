// course/judge/judge.test · tests that are meant to fail and to break, and how they are judged.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isWindows } from "../../shared/fixtures/windows.ts";
import { BROKEN, holds, problemOf, TOY } from "../fixtures/judged.ts";
import { calls, says } from "../spec/script.ts";
import { judge, type SpecBody } from "./judge.ts";

test("nothing is left of a test: neither its folder nor its process", async () => {
  const seen: string[] = [];
  await holds(async ({ start }) => {
    const agent = await start([calls("environment", {}), says("Done.")]);
    await agent.type("go");
    await agent.sees("Done.");
    seen.push(agent.folder, JSON.parse(agent.toolResults[0]?.content ?? "").AGENT_CONTROL);
  });
  expect(existsSync(seen[0] ?? "")).toBe(false);
  await expect(fetch(seen[1] ?? "")).rejects.toThrow("fetch failed");
});

/** Windows has no signals. */
const KILLED: Down[] = [["kill", {}, "was ended by SIGKILL"]];
type Down = [tool: string, input: object, words: string];

test.each<Down>([
  ["crash", {}, "crashed with exit code 1"],
  ...(isWindows ? [] : KILLED),
  ["exit", { code: 3 }, "ended with exit code 3"],
])("an agent that goes down with %s is broken, not failed", async (tool, input, words) => {
  const problem = await problemOf("broken", async ({ start }) => {
    const agent = await start([calls(tool, input)]);
    await agent.type("go");
    await agent.sees("Never.");
  });
  expect(problem).toContain(words);
  const unnoticed = await problemOf("broken", async ({ start }) => {
    const agent = await start([calls(tool, input)]);
    await agent.type("go");
  });
  expect(unnoticed).toContain(words);
});

test("the stack of a crash is quoted", async () => {
  const problem = await problemOf("broken", async ({ start }) => {
    const agent = await start([calls("crash", {})]);
    await agent.type("go");
    await agent.ended();
  });
  expect(problem).toContain("  | Error: the toy broke");
});

test("an agent that quietly leaves in the middle of a turn has failed", async () => {
  const problem = await problemOf("failed", async ({ start }) => {
    const agent = await start([calls("exit", { code: 0 })]);
    await agent.type("go");
    await agent.sees("Never.");
  });
  expect(problem).toContain('ended with exit code 0 before it printed "Never."');
});

test("an agent that never gets ready is broken", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([]);
    await agent.type("hi");
  };
  expect(await problemOf("broken", body, BROKEN)).toContain("out of order");
  const unseen: SpecBody = async ({ start }) => {
    await start([]);
    expect(1).toBe(2);
  };
  expect(await problemOf("broken", unseen)).toContain("before the agent was ready");
  expect(await problemOf("broken", body, join(TOY, "nowhere"))).toContain("neither code.ts nor");
});

test("an agent that ends at a flag, or does not, is judged by what the spec expects of it", async () => {
  const goesOn: SpecBody = async ({ start }) => {
    const agent = await start([says("Here.")], { args: ["--refuse"] });
    await agent.type("hi");
  };
  const problem = await problemOf("failed", goesOn);
  expect(problem).toContain('ended with exit code 2 before there was a prompt to type "hi" at');
  expect(problem).toContain("There is nothing to go on with.");
  const refuses: SpecBody = async ({ start }) => {
    const agent = await start([], { args: ["--accept"] });
    expect(await agent.exit()).toBe(2);
  };
  expect(await problemOf("failed", refuses)).toContain("expected +0 to be 2");
  await holds(async ({ start }) => {
    const agent = await start([], { args: ["--refuse"] });
    expect(await agent.exit()).toBe(2);
  });
  const crashes: SpecBody = async ({ start }) => {
    const agent = await start([], { args: ["--refuse"] });
    await agent.type("hi");
  };
  expect(await problemOf("broken", crashes, BROKEN)).toContain("out of order");
});

test("an agent that hangs is broken once the limit is reached, and is ended", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([says("Ready."), calls("hang", {})]);
    await agent.type("hi");
    await agent.sees("Ready.");
    await agent.type("hang");
    await agent.sees("Never.");
  };
  const limit = (what: string) => (what.includes("Never.") ? 300 : 60_000);
  expect(await problemOf("broken", body, TOY, limit)).toContain('Waited 0.3 s for "Never."');
});

test("an error of the spec itself is broken, an assertion of it failed", async () => {
  const ready: (then: () => void) => SpecBody =
    (then) =>
    async ({ start }) => {
      const agent = await start([says("Hello.")]);
      await agent.type("hi");
      await agent.sees("Hello.");
      then();
    };
  const mistake = ready(() => {
    throw new TypeError("x is not a function");
  });
  expect(await problemOf("broken", mistake)).toBe("x is not a function");
  expect(
    await problemOf(
      "failed",
      ready(() => expect(1).toBe(2)),
    ),
  ).toContain("expected 1 to be 2");
});

test("an act that is not waited for is noticed, whether it fails or only lasts", async () => {
  const lasting = await problemOf("broken", async ({ start }) => {
    const agent = await start([{ ...says("Hello."), delay_ms: 60_000 }]);
    await agent.type("hi");
    void agent.sees("Hello.");
  });
  expect(lasting).toContain("The spec did not wait for `sees`.");
  const failing = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("Hello.")]);
    await agent.type("hi");
    await agent.ended();
    void agent.sees("Bye.");
    await agent.ended();
  });
  expect(failing).toContain('without "Bye."');
});

test("a failure points to the line of the spec that waits", async () => {
  const { error } = await judge(async ({ start }) => {
    const agent = await start([says("Hello.")]);
    await agent.type("hi");
    await agent.sees("Bye.");
  }, TOY);
  expect(error?.stack?.split("\n").find((line) => /^\s+at /.test(line))).toContain("judge.test.ts");
});
