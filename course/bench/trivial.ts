// course/bench/trivial · a fetch that answers every request with the same short message, at once.
import type Anthropic from "@anthropic-ai/sdk";

const MESSAGE = {
  id: "msg_bench",
  type: "message",
  role: "assistant",
  model: "practice-1",
  content: [{ type: "text", text: "ok" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

const EVENTS = [
  { type: "message_start", message: { ...MESSAGE, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ok" } },
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 1 },
  },
  { type: "message_stop" },
];

const SSE = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(
  "",
);

/** The time of an SDK call whose answer costs nothing. */
export const trivialFetch: typeof fetch = async (_url, init) => {
  const streams = String(init?.body).includes('"stream":true');
  const type = streams ? "text/event-stream" : "application/json";
  return new Response(streams ? SSE : JSON.stringify(MESSAGE), {
    headers: { "content-type": type },
  });
};

/** A valid conversation of `count` messages: a request, then calls and their results. */
export function history(count: number): Anthropic.MessageParam[] {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "count" }];
  for (let round = 0; messages.length + 2 <= count; round++) {
    const id = `toolu_${round}`;
    const input = { command: `echo ${round}` };
    const content = `${round}\n`.repeat(20);
    messages.push({ role: "assistant", content: [{ type: "tool_use", id, name: "bash", input }] });
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] });
  }
  return messages;
}
