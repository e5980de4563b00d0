// practice/api/sse · a message is whole again when its events are put together.
import { expect, test } from "vitest";
import { usageOf } from "../cache/usage.ts";
import type { ReplyBlock, ReplyMessage } from "../protocol/reply.ts";
import { encodeEvent, eventsOf } from "./sse.ts";

const messageOf = (content: ReplyBlock[]): ReplyMessage => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "practice-1",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  stop_details: null,
  usage: usageOf({ fresh: 7, read: 0, written5m: 0, written1h: 0 }, { tokens: 5, thinking: 0 }),
});

function deltas(message: ReplyMessage, cutJson?: string): string[] {
  return eventsOf(message, cutJson).flatMap((event) => {
    if (event.type !== "content_block_delta") return [];
    if (event.delta.type === "text_delta") return event.delta.text;
    return event.delta.type === "input_json_delta" ? event.delta.partial_json : [];
  });
}

test.each([
  ["a short text", "Hi"],
  ["a text of pairs", "👋".repeat(333)],
  ["a text that shifts its pairs", `x${"👋".repeat(333)}`],
  ["a long text", "word 字 ".repeat(5000)],
])("%s comes in whole pieces, never too many", (_, text) => {
  const pieces = deltas(messageOf([{ type: "text", text }]));
  expect(pieces.join("")).toBe(text);
  expect(pieces.length).toBeLessThanOrEqual(42);
  for (const piece of pieces) expect(() => encodeURIComponent(piece)).not.toThrow();
});

test("only the last block's JSON is cut", () => {
  const use = (id: string): ReplyBlock => ({
    type: "tool_use",
    id,
    name: "a",
    input: { x: 1 },
    caller: { type: "direct" },
  });
  expect(deltas(messageOf([use("1"), use("2")]), '{"x')).toEqual(["", '{"x":1}', "", '{"x']);
});

test("an empty message is a start, a delta and a stop", () => {
  expect(eventsOf(messageOf([])).map((event) => event.type)).toEqual([
    "message_start",
    "message_delta",
    "message_stop",
  ]);
});

test("an event is two lines and an empty one, whatever its text holds", () => {
  expect(encodeEvent({ type: "ping", text: "a\n\nb\r" })).toBe(
    'event: ping\ndata: {"type":"ping","text":"a\\n\\nb\\r"}\n\n',
  );
});
