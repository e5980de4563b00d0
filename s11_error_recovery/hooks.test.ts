import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createHooks } from "./hooks.ts";

const context = Object.create(null); // no hook here looks at it
const call: Anthropic.ToolUseBlock = {
  type: "tool_use",
  id: "toolu_1",
  name: "bash",
  input: {},
  caller: { type: "direct" },
};
const messages: Anthropic.MessageParam[] = [];

test("handlers run in the order they were added, and each sees what the one before changed", async () => {
  const hooks = createHooks();
  hooks.on("UserPromptSubmit", ({ prompt }) => ({ prompt: `${prompt} one` }));
  hooks.on("UserPromptSubmit", async ({ prompt }) => ({ prompt: `${prompt} two` }));
  hooks.on("UserPromptSubmit", () => {});
  expect((await hooks.emit("UserPromptSubmit", { prompt: "zero", context })).prompt).toBe(
    "zero one two",
  );
});

test("an event without handlers comes back as it was", async () => {
  const event = { call, context };
  expect(await createHooks().emit("PreToolUse", event)).toEqual(event);
});

test("the first denial stands, and the others still run", async () => {
  const hooks = createHooks();
  const ran: string[] = [];
  hooks.on("PreToolUse", () => ({ denied: "first" }));
  hooks.on("PreToolUse", () => {
    ran.push("looked on");
  });
  hooks.on("PreToolUse", () => ({ denied: "second" }));
  hooks.on("PreToolUse", () => ({ denied: undefined }));
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toBe("first");
  expect(ran).toEqual(["looked on"]);
});

test("a denial cannot be taken back in place, and an empty one is none", async () => {
  const hooks = createHooks();
  hooks.on("PreToolUse", () => ({ denied: "" }));
  hooks.on("PreToolUse", () => ({ denied: "really" }));
  hooks.on("PreToolUse", (event) => {
    event.denied = undefined;
    return event;
  });
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toBe("really");
});

test("the handler added as last judges what the others made of the call", async () => {
  const hooks = createHooks();
  hooks.on("PreToolUse", (event) => ({ denied: `judged ${event.call.name}` }), "last");
  hooks.on("PreToolUse", (event) => ({ call: { ...event.call, name: "changed" } }));
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toBe("judged changed");
});

test("a handler cannot take away what an event holds, and may throw anything", async () => {
  const hooks = createHooks();
  hooks.on("PreToolUse", () => ({ call: undefined }));
  hooks.on("PreToolUse", () => {
    throw Object.create(null);
  });
  const event = await hooks.emit("PreToolUse", { call, context });
  expect(event.call).toBe(call);
  expect(event.denied).toContain("failed");
});

test("a handler that throws at the gate closes it", async () => {
  const hooks = createHooks();
  hooks.on("PreToolUse", async () => {
    throw new Error("no idea");
  });
  hooks.on("PreToolUse", () => ({ denied: undefined }));
  expect((await hooks.emit("PreToolUse", { call, context })).denied).toContain("no idea");
});

test("a handler that throws elsewhere is left out, and the others still count", async () => {
  const hooks = createHooks();
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "a" } as const;
  hooks.on("PostToolUse", () => {
    throw new Error("broken");
  });
  hooks.on("PostToolUse", (event) => ({ result: { ...event.result, content: "b" } }));
  expect((await hooks.emit("PostToolUse", { call, result, context })).result.content).toBe("b");
});

test("Stop may go on three times, and again after a tool call", async () => {
  const hooks = createHooks();
  hooks.on("Stop", () => ({ again: "more" }));
  const stops = async () => {
    const said = [];
    for (let round = 0; round < 5; round++)
      said.push((await hooks.emit("Stop", { messages, context })).again);
    return said;
  };
  expect(await stops()).toEqual(["more", "more", "more", undefined, undefined]);
  const result = { type: "tool_result", tool_use_id: "toolu_1" } as const;
  await hooks.emit("PostToolUse", { call, result, context });
  expect((await stops())[0]).toBe("more");
});

test("an event nobody declared is a mistake the compiler finds", () => {
  const hooks = createHooks();
  // @ts-expect-error: there is no such event.
  expect(() => hooks.on("PreToolUsed", () => {})).toThrow();
});
