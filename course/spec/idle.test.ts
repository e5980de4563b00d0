import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { judge, type SpecBody } from "../judge/judge.ts";
import { calls, says } from "./script.ts";

/** Longer than any of these tests may take: no wait of theirs lasts until a limit. */
const NEVER_MS = 100_000_000;
const CHAPTER = join(ROOT, "s01_agent_loop");

const judged = (body: SpecBody, chapter = CHAPTER) => judge(body, chapter, NEVER_MS);

test.each([
  ["in the process of the spec", false],
  ["in a process of its own", true],
])(
  "a text that no longer comes is given up at once, with what was printed, %s",
  async (_, real) => {
    const { verdict, error } = await judged(async ({ start }) => {
      const agent = await start([says("Hello.")], { real });
      await agent.type("hi");
      await agent.seesLater("Good night.");
    });
    expect(verdict).toBe("failed");
    expect(error?.message).toMatch(
      /"Good night\." to be printed, and the agent has nothing left to do/,
    );
    expect(error?.message).toContain("Hello.");
  },
);

test("so is a turn that never begins, and a question that is never asked", async () => {
  for (const wait of ["cron", "Really?"]) {
    const { verdict } = await judged(async ({ start }) => {
      const agent = await start([says("Hello.")]);
      await agent.type("hi");
      await (wait === "cron" ? agent.begins("cron") : agent.answerLater(wait, "y"));
    });
    expect(verdict).toBe("failed");
  }
});

test("an agent is not idle while a command runs, or while the model thinks", async () => {
  const { verdict, error } = await judged(async ({ start }) => {
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 500));
    const replies = [calls("bash", { command: "sleep 0.5; echo slept" }), says("It slept.")];
    const agent = await start(async () => {
      await slow();
      return replies.shift() ?? says("No more.");
    });
    await agent.type("sleep");
    await agent.sees("It slept.");
  });
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});

test("one agent may be what another one waits for", async () => {
  const { verdict, error } = await judged(async ({ start }) => {
    const wait = "until test -e found; do sleep 0.05; done";
    const first = await start([says("Ready.")]);
    await first.type("hi");
    const second = await start(
      [calls("bash", { command: "sleep 0.5; touch found" }), says("Put.")],
      { beside: first },
    );
    const third = await start([calls("bash", { command: wait }), says("Found.")], {
      beside: first,
    });
    await Promise.all([third.type("find"), second.type("put")]);
    await third.sees("Found.");
  });
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});
