// course/judge/untyped.test · how a spec waits for turns that were not typed, and for output after a turn.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import type { Agent } from "../spec/agent.ts";
import { judge, type SpecBody } from "./judge.ts";

const TOY = join(ROOT, "shared", "fixtures", "s00_toy");
const go = (agent: Agent) => writeFile(join(agent.folder, "go"), "");

async function holds(body: SpecBody) {
  const { verdict, error } = await judge(body, TOY);
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
}

test("a turn that was not typed is waited for, with its own output and its own end", () =>
  holds(async ({ start }) => {
    const agent = await start([]);
    await agent.type("submitWhen go fail on purpose");
    expect(await agent.ended()).toBe("done");
    await go(agent);
    await agent.begins("background");
    await agent.sees("on purpose");
    expect(await agent.ended()).toBe("failed");
    await agent.type("say hello");
    await agent.sees('you said "hello"');
    expect(await agent.ended()).toBe("done");
  }));

test("a line typed while such a turn runs has a turn of its own", () =>
  holds(async ({ start }) => {
    const agent = await start([]);
    await agent.type("submitWhen go ask Sure?");
    await agent.ended();
    await go(agent);
    await agent.begins("background");
    await agent.answer("Sure?", "yes");
    await agent.sees('answer: "yes"');
    await agent.type("say hello");
    await agent.sees('you said "hello"');
  }));

test("output after the end of a turn is waited for, too", () =>
  holds(async ({ start }) => {
    const agent = await start([]);
    await agent.type("noteWhen go the news");
    await agent.ended();
    await go(agent);
    await agent.seesLater("the news");
  }));

test("a turn that never comes breaks the spec, within the limit", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([]);
    await agent.type("submitWhen never hello"); // it goes on looking for that file: one that rests has failed, limit or not
    await agent.begins("cron");
  };
  const limit = (what: string) => (what.includes("cron") ? 100 : 60_000);
  const { verdict, error } = await judge(body, TOY, limit);
  expect([verdict, error?.message]).toEqual([
    "broken",
    expect.stringContaining('Waited 0.1 s for a turn from "cron" to begin'),
  ]);
});
