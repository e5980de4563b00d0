import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createReasons, isNoStream, tolerant } from "./endpoint.ts";

/** What a `fetch` gives when the endpoint sends these bytes, in parts of this size. */
async function received(sent: string, type: string, size = sent.length || 1): Promise<string> {
  const parts = sent.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
  const send = async () =>
    new Response(ReadableStream.from(parts.map((one) => Buffer.from(one))), {
      headers: { "content-type": type },
    });
  const response = await tolerant(send)("http://127.0.0.1");
  return `${response.status} ${await response.text()}`;
}

const STREAM = "text/event-stream; charset=utf-8";
const stops = 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';
const end = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';

test.each([1, 7, 1000])(
  "a stream that has stopped gets its end, in parts of %i bytes",
  async (size) => {
    expect(await received(stops, STREAM, size)).toBe(`200 ${stops}${end}`);
    expect(await received(stops.trim(), STREAM, size)).toBe(`200 ${stops.trim()}\n\n${end}`);
  },
);

test.each([
  ["has its end", `${stops}${end}`],
  ["has not stopped", 'data: {"type":"message_start","message":{"stop_reason":null}}\n\n'],
  ["only speaks of it", 'data: {"delta":{"text":"{\\"stop_reason\\":\\"end_turn\\"}"}}\n\n'],
  ["is empty", ""],
])("a stream that %s stays as it is", async (_, sent) => {
  expect(await received(sent, STREAM)).toBe(`200 ${sent}`);
});

test.each([
  [{ error: { message: "no" } }, 400],
  [{ error: { message: "no", code: 429 } }, 429],
  [{ error: "no" }, 400],
  [{ error: { code: "odd" } }, 400],
  [{ error: { code: 200 } }, 400],
])("an error with status 200, %j, is an error with status %i", async (error, status) => {
  const sent = JSON.stringify(error);
  expect(await received(sent, "application/json")).toBe(`${status} ${sent}`);
});

test.each([
  ["text/html", "<html>Sign  in</html>", "<html>Sign in</html>"],
  ["application/json; charset=utf-8", '{"type":"message"}', '{"type":"message"}'],
  ["application/json", "no JSON", "no JSON"],
  ["application/json", "null", "null"],
])("%s in place of a stream is an error that shows it: %s", async (type, sent, shown) => {
  const error: unknown = await received(sent, type).catch((thrown) => thrown);
  expect(isNoStream(error)).toBe(true);
  expect(isNoStream(new Error("wrapped", { cause: error }))).toBe(true);
  expect(String(error)).toContain(`${type.split(";")[0]} in place of a stream`);
  expect(String(error)).toContain(shown);
});

test("other errors are not about a stream", () => {
  expect(isNoStream(new Error("x", { cause: new Error("y") }))).toBe(false);
  expect(isNoStream("x")).toBe(false);
});

/** The stop reason of a reply with a block, and the input of its call in parts. */
function reasonFor(told: string, block: "text" | "tool_use", ...input: string[]) {
  const follow = createReasons();
  const reply = { stop_reason: told } as Anthropic.Message;
  const tell = (event: object) => follow(event as Anthropic.RawMessageStreamEvent, reply);
  tell({ type: "content_block_start", content_block: { type: block } });
  for (const partial_json of input)
    tell({ type: "content_block_delta", delta: { type: "input_json_delta", partial_json } });
  tell({ type: "message_delta" });
  return reply.stop_reason;
}

test.each([
  ["end_turn", "tool_use", ["{}"], "end_turn"],
  ["max_tokens", "tool_use", ["{}"], "max_tokens"],
  ["refusal", "text", [], "refusal"],
  ["length", "text", [], "max_tokens"],
  ["content_filter", "text", [], "refusal"],
  ["stop", "text", [], "end_turn"],
  ["tool_calls", "tool_use", ['{"command":', '"ls"}'], "tool_use"],
  ["tool_calls", "tool_use", [], "tool_use"],
  ["tool_calls", "tool_use", ['{"command":', '"l'], "max_tokens"],
] as const)("the stop reason %s with %s %j is taken for %s", (told, block, input, reason) => {
  expect(reasonFor(told, block, ...input)).toBe(reason);
});
