// shared/endpoint · what some endpoints send that is not quite the Messages API, put right where it is sure what they mean.
import type Anthropic from "@anthropic-ai/sdk";
import { oneLine } from "./text.ts";

const END = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';
/** So much of a stream's end is looked at: its last two events are shorter. */
const MAX_END = 4000;
const MAX_WORDS = 200;

/** What an endpoint sent in place of a stream. */
class NoStream extends Error {}

/** True when the endpoint answered, but with no stream: a web page, for example. */
export function isNoStream(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof NoStream || isNoStream(error.cause);
}

/**
 * A `fetch` for endpoints that are not the API's own. A stream with a stop reason gets its last event if that is
 * missing, an error that came with status 200 gets its own status, and what is no stream at all is a clear error.
 */
export const tolerant =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || response.body === null) return response;
    const type = response.headers.get("content-type") ?? "";
    if (/json|html/.test(type)) return errorIn(await response.text(), type, response);
    return new Response(response.body.pipeThrough(withEnd()), response);
  };

/** Adds the event `message_stop` to a stream that has said why it stopped. In a text, the quotes would be escaped. */
function withEnd() {
  const decoder = new TextDecoder("latin1");
  let end = "";
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      end = (end + decoder.decode(bytes)).slice(-MAX_END);
      controller.enqueue(bytes);
    },
    flush(controller) {
      const isWhole = /"stop_reason":\s*"/.test(end) && !/"message_stop"/.test(end);
      if (isWhole) controller.enqueue(Buffer.from(end.endsWith("\n\n") ? END : `\n\n${END}`));
    },
  });
}

function errorIn(text: string, type: string, { headers }: Response): Response {
  const status = statusIn(text);
  if (status !== undefined) return new Response(text, { status, headers });
  const words = oneLine(text, MAX_WORDS);
  throw new NoStream(
    `The endpoint sent ${type.split(";")[0]} in place of a stream of the Messages API (${words}): check ANTHROPIC_BASE_URL.`,
  );
}

/** The status of an error as JSON; undefined for anything else. */
function statusIn(text: string): number | undefined {
  try {
    const { error } = JSON.parse(text);
    const code = Number(error?.code);
    if (!error) return undefined;
    return code >= 400 && code <= 599 ? code : 400;
  } catch {
    return undefined; // a page, for example
  }
}

/** The stop reasons of the API, and what other programs call them. */
const REASONS: Record<string, Anthropic.StopReason> = {
  end_turn: "end_turn",
  max_tokens: "max_tokens",
  stop_sequence: "stop_sequence",
  tool_use: "tool_use",
  pause_turn: "pause_turn",
  refusal: "refusal",
  model_context_window_exceeded: "model_context_window_exceeded",
  length: "max_tokens",
  content_filter: "refusal",
};

/**
 * Follows one stream. A reply with an unknown stop reason gets the one that fits its last block: a call with its whole
 * input is a call, half an input was cut off, and anything else is an end.
 */
export function createReasons() {
  let input: string | undefined;
  return (event: Anthropic.RawMessageStreamEvent, reply: Anthropic.Message): void => {
    if (event.type === "content_block_start")
      input = event.content_block.type === "tool_use" ? "" : undefined;
    if (event.type === "content_block_delta" && event.delta.type === "input_json_delta")
      input += event.delta.partial_json;
    if (event.type !== "message_delta" || reply.stop_reason === null) return;
    reply.stop_reason = REASONS[reply.stop_reason] ?? reasonOf(input);
  };
}

function reasonOf(input: string | undefined): Anthropic.StopReason {
  if (input === undefined) return "end_turn";
  return input === "" || isJson(input) ? "tool_use" : "max_tokens";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
