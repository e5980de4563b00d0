import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, test, vi } from "vitest";
import { limitParts } from "./parts.ts";

/** What gets through of a result. */
const passed = (result: Record<string, unknown>) => passedOf({ jsonrpc: "2.0", id: 1, result });

const nothing = async () => {};
const limited = (giveUp = (_why: string) => {}): Transport =>
  limitParts({ start: nothing, send: nothing, close: nothing, giveUp });

function passedOf(message: JSONRPCMessage): unknown {
  const transport = limited();
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
  const transport = limited();
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

test("messages without end are given up, once; each question of ours begins the count anew", async () => {
  const giveUp = vi.fn();
  const transport = limited(giveUp);
  const onmessage = vi.fn();
  transport.onmessage = onmessage;
  const receive = (count: number) => {
    for (let at = 0; at < count; at++)
      transport.onmessage?.({ jsonrpc: "2.0", id: at, method: "ping" });
  };
  receive(49_999);
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  receive(49_999);
  await transport.send({ jsonrpc: "2.0", id: 7, result: {} }); // a reply is no question
  expect(giveUp).not.toHaveBeenCalled();
  receive(10);
  expect(giveUp.mock.calls).toEqual([["it sends messages without end"]]);
  expect(onmessage).toHaveBeenCalledTimes(99_998);
});
