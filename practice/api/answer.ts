// practice/api/answer · turns a reply, or an error, into the response that the client gets.
import type { Account } from "../cache/cache.ts";
import type { Layout } from "../cache/layout.ts";
import { usageOf } from "../cache/usage.ts";
import { type Fault, httpFault, retryHeaders } from "../faults/faults.ts";
import { ApiError, connectionReset, type ErrorBody } from "../protocol/errors.ts";
import { type MessageRequest, newId, type Reply, type ReplyMessage } from "../protocol/reply.ts";
import { beforeAbort } from "./abort.ts";
import { type Composed, compose } from "./compose.ts";
import type { Exchange } from "./exchange.ts";
import { limitHeaders } from "./limits.ts";
import { encodeEvent, eventsOf } from "./sse.ts";
import { bodyOf, type Ending } from "./stream.ts";

/** One request while the handler works on it. */
export interface Turn {
  request: Request;
  signal: AbortSignal;
  exchange: Exchange;
  end(ending: Ending): void;
}

/** A request that may be answered, and what its tokens are. */
export interface Valid {
  body: MessageRequest;
  layout: Layout;
  account: Account;
}

/** The response to a valid request, or the fault in its place. `begin` is called when a message is sent. */
export function answer(
  turn: Turn,
  valid: Valid,
  reply: Reply,
  begin: (message: ReplyMessage) => void,
): Response {
  const { body } = valid;
  const isMalformed = reply.fault?.kind === "malformed_input" && body.stream;
  const fault = isMalformed ? undefined : reply.fault;
  const composed = compose(reply, body, valid.layout.tokens);
  const message = messageOf(valid, reply, composed);
  begin(message);
  turn.exchange.reply = message;
  turn.exchange.usage = message.usage;
  if (!fault && !body.stream) return json(turn, message);
  const chunks = body.stream
    ? eventsOf(message, isMalformed ? malformed(message) : composed.cutJson).map(encodeEvent)
    : halves(message);
  const { signal, end } = turn;
  turn.exchange.status = 200;
  const type = body.stream ? "text/event-stream; charset=utf-8" : "application/json";
  return new Response(bodyOf({ chunks, signal, fault, ended: end }), {
    headers: headersOf(turn, type),
  });
}

/** Rejects for a fault that comes before the headers; for `stall`, when the client gives up. */
export async function breakBefore(turn: Turn, fault: Fault, body: MessageRequest): Promise<void> {
  turn.exchange.fault = fault.kind;
  const replaced = httpFault(streamOnly(fault, body));
  if (replaced)
    throw new ApiError(replaced.status, replaced.type, replaced.message, {
      headers: retryHeaders(fault),
    });
  if (fault.kind === "connection_reset") throw connectionReset();
  if (fault.kind === "stall") await beforeAbort(new Promise(() => {}), turn.signal);
}

/** Without a stream there is no place for an error event: the same error comes as a status. */
const streamOnly = (fault: Fault, body: MessageRequest): Fault =>
  fault.kind === "error_mid_stream" && !body.stream
    ? ({ ...fault, kind: "overloaded" } as const)
    : fault;

function messageOf(
  { body, account }: Valid,
  reply: Reply,
  { content, stop, stopSequence, output }: Composed,
): ReplyMessage {
  const { category = null, explanation = null } = reply.refusal ?? {};
  return {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: body.model,
    content,
    stop_reason: stop,
    stop_sequence: stopSequence,
    stop_details: stop === "refusal" ? { type: "refusal", category, explanation } : null,
    usage: usageOf(account.input, output, {
      inference_geo: body.inference_geo ?? "global",
      ...reply.usage,
    }),
  };
}

/** The JSON of the last call with the quote before its first text missing. */
function malformed({ content }: ReplyMessage): string {
  const last = content.at(-1);
  const json = JSON.stringify(last?.type === "tool_use" ? last.input : {});
  const broken = json.replace(/:"/, ":");
  return broken === json ? "{x}" : broken;
}

function halves(message: ReplyMessage): string[] {
  const text = JSON.stringify(message);
  return [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
}

/** The error envelope; an aborted request and a broken connection reject instead. */
export function failed(turn: Turn, error: unknown): Response {
  if (turn.signal.aborted) {
    turn.end("aborted");
    throw turn.signal.reason;
  }
  if (turn.exchange.fault === "connection_reset") {
    turn.end("broken");
    throw error;
  }
  const known = error instanceof ApiError ? error : internal(error);
  const body: ErrorBody = {
    type: "error",
    error: { type: known.type, message: known.message, details: known.extras.details },
    request_id: turn.exchange.requestId,
  };
  turn.exchange.error = body;
  return respond(turn, known.status, JSON.stringify(body), known.extras.headers);
}

/** A mistake in the practice model itself: reported in full, and a retry would not help. */
const internal = (error: unknown) =>
  new ApiError(
    500,
    "api_error",
    `The practice model failed: ${error instanceof Error ? error.message : error}`,
    { headers: { "x-should-retry": "false" } },
  );

/** A whole JSON answer. */
export const json = (turn: Turn, value: unknown) => respond(turn, 200, JSON.stringify(value));

/** An answer that is sent in one piece. */
export function respond(
  turn: Turn,
  status: number,
  body: string | null,
  extra?: Record<string, string>,
) {
  turn.exchange.status = status;
  const headers = { ...headersOf(turn, "application/json"), ...extra };
  turn.end("complete");
  return new Response(body, { status, headers });
}

const headersOf = (turn: Turn, type: string): Record<string, string> => ({
  "content-type": type,
  "cache-control": "no-cache",
  "request-id": turn.exchange.requestId,
  "anthropic-organization-id": "practice",
  "anthropic-workspace-id": "practice",
  ...limitHeaders(turn.exchange),
});
