// practice/api/sse · a message as the API's server-sent events, in the API's order.
import type { ReplyBlock, ReplyMessage } from "../protocol/reply.ts";

type Delta =
  | { type: "text_delta"; text: string }
  | { type: "thinking_delta"; thinking: string }
  | { type: "signature_delta"; signature: string }
  | { type: "input_json_delta"; partial_json: string };

export type StreamEvent =
  | { type: "message_start"; message: ReplyMessage }
  | { type: "ping" }
  | { type: "content_block_start"; index: number; content_block: ReplyBlock }
  | { type: "content_block_delta"; index: number; delta: Delta }
  | { type: "content_block_stop"; index: number }
  | { type: "message_delta"; delta: MessageEnd; usage: DeltaUsage }
  | { type: "message_stop" };

type MessageEnd = Pick<ReplyMessage, "stop_reason" | "stop_sequence" | "stop_details">;
type DeltaUsage = Pick<
  ReplyMessage["usage"],
  | "input_tokens"
  | "output_tokens"
  | "cache_creation_input_tokens"
  | "cache_read_input_tokens"
  | "output_tokens_details"
>;

/**
 * The events of a whole message. `ping` follows the first block's start.
 * `cutJson` replaces the input of the last block, when that call was cut at max_tokens.
 */
export function eventsOf(message: ReplyMessage, cutJson?: string): StreamEvent[] {
  const { stop_reason, stop_sequence, stop_details, usage } = message;
  const open = { stop_reason: null, stop_sequence: null, stop_details: null };
  const start = { ...message, ...open, content: [], usage: { ...usage, output_tokens: 1 } };
  const events: StreamEvent[] = [{ type: "message_start", message: start }];
  message.content.forEach((block, index) => {
    events.push({ type: "content_block_start", index, content_block: emptyOf(block) });
    if (index === 0) events.push({ type: "ping" });
    const cut = index === message.content.length - 1 ? cutJson : undefined;
    for (const delta of deltasOf(block, cut)) {
      events.push({ type: "content_block_delta", index, delta });
    }
    events.push({ type: "content_block_stop", index });
  });
  const end = { stop_reason, stop_sequence, stop_details };
  events.push({ type: "message_delta", delta: end, usage: deltaUsageOf(usage) });
  events.push({ type: "message_stop" });
  return events;
}

/** One event in the format of the wire. */
export const encodeEvent = <E extends { type: string }>(event: E): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function emptyOf(block: ReplyBlock): ReplyBlock {
  if (block.type === "text") return { type: "text", text: "" };
  return block.type === "thinking"
    ? { type: "thinking", thinking: "", signature: "" }
    : { ...block, input: {} };
}

function deltasOf(block: ReplyBlock, cutJson: string | undefined): Delta[] {
  if (block.type === "text") {
    return pieces(block.text).map((text) => ({ type: "text_delta", text }));
  }
  if (block.type === "thinking") {
    const thoughts = pieces(block.thinking).map(
      (thinking) => ({ thinking, type: "thinking_delta" }) as const,
    );
    return [...thoughts, { type: "signature_delta", signature: block.signature }];
  }
  const json = cutJson ?? JSON.stringify(block.input) ?? "{}";
  return ["", ...pieces(json)].map((partial_json) => ({ type: "input_json_delta", partial_json }));
}

/** Pieces of about a few words, at most about forty, never half a surrogate pair. */
function pieces(text: string): string[] {
  const size = Math.max(16, Math.ceil(text.length / 40));
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const inPair = /[\uD800-\uDBFF]/.test(text[from + size - 1] ?? "");
    const to = from + size + (inPair ? 1 : 0);
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function deltaUsageOf(usage: ReplyMessage["usage"]): DeltaUsage {
  return {
    input_tokens: usage.input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    output_tokens: usage.output_tokens,
    output_tokens_details: usage.output_tokens_details,
  };
}
