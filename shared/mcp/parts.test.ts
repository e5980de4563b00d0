import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { limitParts } from "./parts.ts";

/** What gets through of a result. */
const passed = (result: Record<string, unknown>) => passedOf({ jsonrpc: "2.0", id: 1, result });

function passedOf(message: JSONRPCMessage): unknown {
  const nothing = async () => {};
  const transport: Transport = limitParts({ start: nothing, send: nothing, close: nothing });
  let came: JSONRPCMessage | undefined;
  transport.onmessage = (one) => {
    came = one;
  };
  transport.onmessage(message);
  return came;
}

const many = (count: number) => Array.from({ length: count }, () => ({}));
const refused = { id: 1, error: { message: "it has sent a result of more than 10000 parts" } };

test("a result of many parts is an error in its place, wherever they are", () => {
  expect(passed({ content: many(10_001) })).toMatchObject(refused);
  expect(passed({ content: [{ a: many(6000) }, { a: many(6000) }] })).toMatchObject(refused);
  expect(passed({ content: "x".repeat(10_001).split("") })).toMatchObject(refused);
});

test("fewer get through, and any number of those that the client does not look at", () => {
  for (const result of [{ content: many(9999) }, { structuredContent: { a: many(20_000) } }])
    expect(passed(result)).toMatchObject({ id: 1, result });
});

test("a notification or a question of many parts does not get through", () => {
  const method = "notifications/subscriptions/acknowledged";
  const params = (count: number) => ({ notifications: { resourceSubscriptions: many(count) } });
  expect(passedOf({ jsonrpc: "2.0", method, params: params(9990) })).toMatchObject({ method });
  expect(passedOf({ jsonrpc: "2.0", method, params: params(10_001) })).toBeUndefined();
  expect(passedOf({ jsonrpc: "2.0", id: 1, method, params: params(10_001) })).toBeUndefined();
});

test("the client does not look at the tools of a list", () => {
  const result = { tools: many(20_000), nextCursor: "a" };
  expect(passed(result)).toMatchObject({
    result: { tools: [], sentTools: result.tools, nextCursor: "a" },
  });
  expect(passed({ tools: "none" })).toMatchObject({ result: { tools: "none" } });
});

test("a block of an unknown kind is a sentence in its place, and the others stay", () => {
  const text = { type: "text", text: "a" };
  const content = [text, { type: "chart\n", data: [1] }, {}, text];
  const said = { type: "text", text: "[a block of the kind chart is left out]" };
  expect(passed({ content, isError: true })).toMatchObject({
    result: { content: [text, said, {}, text], isError: true },
  });
});

test("a result may be as deep as it likes", () => {
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 20_000; level++) deep = { deep };
  expect(passed(deep)).toMatchObject(refused);
});

test("a handler that another one calls in its own is called once for each message", () => {
  const nothing = async () => {};
  const transport: Transport = limitParts({ start: nothing, send: nothing, close: nothing });
  const calls: string[] = [];
  transport.onmessage = () => calls.push("first");
  const first = transport.onmessage;
  transport.onmessage = (message) => {
    first(message);
    calls.push("second");
  };
  transport.onmessage({ jsonrpc: "2.0", method: "notifications/progress" });
  expect(calls).toEqual(["first", "second"]);
});
