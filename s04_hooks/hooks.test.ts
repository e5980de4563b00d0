import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createHooks, type HookTable } from "./hooks.ts";

const context = Object.create(null); // no hook in these tests uses it
const call: Anthropic.ToolUseBlock = {
  type: "tool_use",
  id: "toolu_1",
  name: "bash",
  input: {},
  caller: { type: "direct" },
};
const messages: Anthropic.MessageParam[] = [];

test("handlers run in the order of the tables, and each sees the changes of the one before", async () => {
  const hooks = createHooks([
    { UserPromptSubmit: ({ prompt }) => ({ prompt: `${prompt} one` }) },
    { UserPromptSubmit: async ({ prompt }) => ({ prompt: `${prompt} two` }) },
    { UserPromptSubmit() {} },
  ]);
  expect(
    (await hooks.emit("UserPromptSubmit", { prompt: "zero", source: "person", context })).prompt,
  ).toBe("zero one two");
});

test("an event without handlers comes back as it was", async () => {
  const event = { call, context };
  expect(await createHooks([{}]).emit("PreToolUse", event)).toEqual(event);
});

test("the first denial counts, and the other handlers still run", async () => {
  const ran: string[] = [];
  const hooks = createHooks([
    { PreToolUse: () => ({ denied: "first" }) },
    {
      PreToolUse() {
        ran.push("watcher");
      },
    },
    { PreToolUse: () => ({ denied: "second" }) },
    { PreToolUse: () => ({ denied: undefined }) },
  ]);
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toBe("first");
  expect(ran).toEqual(["watcher"]);
});

test("a later handler cannot remove a denial, and an empty denial does not count", async () => {
  const hooks = createHooks([
    { PreToolUse: () => ({ denied: "" }) },
    { PreToolUse: () => ({ denied: "really" }) },
    {
      PreToolUse(event) {
        event.denied = undefined;
        return event;
      },
    },
  ]);
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toBe("really");
});

test("the last handler judges the call as the others changed it", async () => {
  const hooks = createHooks([
    { PreToolUse: (event) => ({ call: { ...event.call, name: "changed" } }) },
    { PreToolUse: (event) => ({ denied: `judged ${event.call.name}` }) },
  ]);
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toBe("judged changed");
});

test("a handler cannot remove a field of an event, and may throw any value", async () => {
  const hooks = createHooks([
    { PreToolUse: () => ({ call: undefined }) },
    {
      PreToolUse() {
        throw Object.create(null);
      },
    },
  ]);
  const event = await hooks.emit("PreToolUse", { call, context });
  expect(event.call).toBe(call);
  expect(event.denied).toContain("failed");
});

test("when a check before a tool call throws, the call is refused", async () => {
  const hooks = createHooks([
    {
      async PreToolUse() {
        throw new Error("no idea");
      },
    },
    { PreToolUse: () => ({ denied: undefined }) },
  ]);
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toContain("no idea");
});

test("a handler of another event is skipped when it throws, and the others still count", async () => {
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "a" } as const;
  const hooks = createHooks([
    {
      PostToolUse() {
        throw new Error("broken");
      },
    },
    { PostToolUse: (event) => ({ result: { ...event.result, content: "b" } }) },
  ]);
  expect((await hooks.emit("PostToolUse", { call, result, context })).result.content).toBe("b");
});

test("a Stop hook can send the model on three times, and again after a tool call or a prompt", async () => {
  const hooks = createHooks([{ Stop: () => ({ again: ["more"] }) }]);
  const stops = async () => {
    const said = [];
    for (let round = 0; round < 5; round++)
      said.push((await hooks.emit("Stop", { messages, context })).again?.join());
    return said;
  };
  expect(await stops()).toEqual(["more", "more", "more", undefined, undefined]);
  const result = { type: "tool_result", tool_use_id: "toolu_1" } as const;
  await hooks.emit("PostToolUse", { call, result, context });
  expect(await stops()).toEqual(["more", "more", "more", undefined, undefined]);
  await hooks.emit("UserPromptSubmit", { prompt: "go on", source: "person", context });
  expect((await stops())[0]).toBe("more");
});

test("what several Stop hooks say is joined, and each of them has a limit of its own", async () => {
  const hooks = createHooks([
    { Stop: () => ({ again: ["one"], atMost: 1 }) },
    { Stop() {} },
    { Stop: () => ({ again: ["two"], atMost: 2 }) },
  ]);
  const said = [];
  for (let round = 0; round < 3; round++)
    said.push((await hooks.emit("Stop", { messages, context })).again);
  expect(said).toEqual([["one", "two"], ["two"], undefined]);
});

test("the compiler rejects an event that does not exist", () => {
  // @ts-expect-error: there is no such event.
  const table: HookTable = { PreToolUsed() {} };
  expect(createHooks([table])).toBeDefined();
});
