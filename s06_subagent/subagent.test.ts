import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { typedTurn } from "../shared/fixtures/turns.ts";
import { createGate } from "./permission/permission.ts";
import type { ToolContext } from "./tools.ts";

/** A context that calls `onJudged` when a tool call in it is judged. */
function contextOf(ask: ToolContext["turn"]["ask"], onJudged: () => void): ToolContext {
  const judge = () => {
    onJudged();
    return { behaviour: "ask", reasons: [{ text: "deletes files", grant: "rm" }], paths: [] };
  };
  return {
    agent: Object({ tools: [{ name: "bash", judge }] }), // the gate uses nothing else of it
    cwd: "/work",
    roots: ["/work"],
    signal: new AbortController().signal,
    turn: typedTurn(ask),
  };
}
const remove = (file: string) =>
  ({
    type: "tool_use",
    id: `toolu_${file}`,
    name: "bash",
    input: { command: `rm ${file}` },
    caller: { type: "direct" },
  }) as const;

/** Two agents want to delete a file. Both calls are judged before the first question gets its answer. */
async function bothAsk(answer: () => string | undefined) {
  const asked: string[] = [];
  const judged = new Set<string>();
  let bothAreJudged = () => {};
  const both = new Promise<void>((resolve) => {
    bothAreJudged = resolve;
  });
  const judge = (name: string) => () => {
    if (judged.add(name).size === 2) bothAreJudged();
  };
  const ask = async (question: string) => {
    asked.push(question);
    await both;
    await nextTick(); // the rest of judging reads no disk, so the second agent has asked by now if it asks at all
    return answer();
  };
  const { gate } = createGate();
  const events = await Promise.allSettled([
    gate({ call: remove("a"), context: contextOf(ask, judge("task-1")) }),
    gate({ call: remove("b"), context: contextOf(ask, judge("task-2")) }),
  ]);
  return { asked, events };
}

test('an "always" also answers the question of the agent that waits', async () => {
  const { asked, events } = await bothAsk(() => "always");
  expect(asked).toHaveLength(1);
  for (const event of events) {
    expect(event).toMatchObject({ status: "fulfilled" });
    expect(event).not.toHaveProperty("value.denied");
  }
});

test("after a yes to one agent, the question of the other is still asked", async () => {
  const answers = ["y", "n"];
  const { asked, events } = await bothAsk(() => answers.shift());
  expect(asked).toHaveLength(2);
  const denied = events.filter((event) => event.status === "fulfilled" && event.value.denied);
  expect(denied).toHaveLength(1);
});

test("a question that fails does not hold up the next one", async () => {
  let isFirst = true;
  const { asked, events } = await bothAsk(() => {
    if (!isFirst) return "y";
    isFirst = false;
    throw new Error("no terminal");
  });
  expect(asked).toHaveLength(2);
  const denied = events.map((event) => event.status === "fulfilled" && Boolean(event.value.denied));
  expect(denied.sort()).toEqual([false, true]);
});
