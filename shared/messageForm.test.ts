import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { callsIn, isMessage, isPaired, isResult } from "./messageForm.ts";

type Message = Anthropic.MessageParam;

const call = (...ids: string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "bash", input: {} })),
});
const answer = (...ids: string[]): Message => ({
  role: "user",
  content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "done" })),
});

test("a message has a role and something in it", () => {
  expect(isMessage({ role: "user", content: "hi" })).toBe(true);
  expect(isMessage(call("a"))).toBe(true);
  expect(isMessage(answer("a"))).toBe(true);
  const wrong = [
    { role: "system", content: "hi" },
    { role: "user", content: " \n" },
    { role: "user", content: [] },
    { role: "user", content: ["hi"] },
    { role: "user", content: [{ type: "text", text: 1 }] },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "bash" }] },
    { role: "user", content: [{ type: "tool_result", content: "done" }] },
    { role: "assistant", content: [{ type: "text", text: "" }] },
    { role: "user", content: [{ type: "tool_use", id: "a", name: "bash", input: {} }] },
    { role: "assistant", content: [{ type: "tool_result", tool_use_id: "a" }] },
    { role: "user", content: [{ type: "image" }] },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "bash", input: null }] },
    { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: 1 }] },
    { role: "user", content: [{ type: "no such thing" }] },
    null,
  ];
  for (const value of wrong) expect(isMessage(value)).toBe(false);
});

test("a result names its call", () => {
  expect(isResult({ type: "tool_result", tool_use_id: "a" })).toBe(true);
  expect(isResult({ type: "tool_result", tool_use_id: "a", content: 1 })).toBe(false);
  expect(isResult({ type: "tool_result", tool_use_id: "a", content: null })).toBe(false);
  expect(isResult({ type: "text", text: "a" })).toBe(false);
});

test("what the agent itself keeps has the form", () => {
  const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "A" } };
  const content = [{ type: "text", text: "" }, picture];
  expect(isResult({ type: "tool_result", tool_use_id: "a", content })).toBe(true);
  expect(isMessage({ role: "user", content: [picture, { type: "text", text: "?" }] })).toBe(true);
  const thought = { type: "thinking", thinking: "", signature: "abc" };
  const hidden = { type: "redacted_thinking", data: "abc" };
  expect(isMessage({ role: "assistant", content: [thought, hidden] })).toBe(true);
  const unsigned = { type: "thinking", thinking: "Hm." };
  expect(isMessage({ role: "assistant", content: [unsigned] })).toBe(true);
});

test("each call but those of the last message has its result in the next one, and each result its call", () => {
  expect(isPaired([call("a", "b"), answer("b", "a"), call("c")])).toBe(true);
  expect(isPaired([call("a", "b"), answer("a")])).toBe(false);
  expect(isPaired([call("a"), answer("a", "a")])).toBe(false);
  expect(isPaired([answer("a")])).toBe(false);
  expect(isPaired([call("a"), { role: "user", content: "hi" }])).toBe(false);
  expect(callsIn(call("a", "b")).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(callsIn(undefined)).toEqual([]);
});
