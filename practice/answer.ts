// practice/answer · turns a reply, or an error, into the response that the client gets.
import { ApiError, connectionReset, type ErrorBody } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { httpFault, retryHeaders } from "./faults.ts";
import {
  blocksOf,
  type MessageRequest,
  newId,
  type Reply,
  type ReplyMessage,
  stopDetailsOf,
  stopOf,
} from "./reply.ts";
import { encodeEvent, eventsOf } from "./sse.ts";
import { bodyOf, type Ending } from "./stream.ts";
import { usageOf } from "./usage.ts";

/** One request on its way through the handler. */
export interface Turn {
  request: Request;
  signal: AbortSignal;
  exchange: Exchange;
  end(ending: Ending): void;
}

/** A request that may be answered, and how many tokens it holds. */
export interface Valid {
  body: MessageRequest;
  tokens: number;
}

/** The response to a valid request, or the fault in its place. */
export function answer(turn: Turn, valid: Valid, reply: Reply): Response {
  const { body } = valid;
  const { fault } = reply;
  turn.exchange.fault = fault?.kind;
  const replaced = fault && httpFault(streamOnly(fault, body));
  if (replaced)
    throw new ApiError(replaced.status, replaced.type, replaced.message, {
      headers: retryHeaders(fault),
    });
  if (fault?.kind === "connection_reset") throw connectionReset();
  const { message, cutJson } = messageOf(valid, reply);
  turn.exchange.reply = message;
  turn.exchange.usage = message.usage;
  if (!fault && !body.stream) return json(turn, message);
  const chunks = body.stream ? eventsOf(message, cutJson).map(encodeEvent) : halves(message);
  const { signal, end } = turn;
  turn.exchange.status = 200;
  const type = body.stream ? "text/event-stream; charset=utf-8" : "application/json";
  return new Response(bodyOf({ chunks, signal, fault, ended: end }), {
    headers: headersOf(turn, type),
  });
}

/** Without a stream there is no place for an error event: the same error comes as a status. */
const streamOnly = (fault: NonNullable<Reply["fault"]>, body: MessageRequest) =>
  fault.kind === "error_mid_stream" && !body.stream
    ? ({ ...fault, kind: "overloaded" } as const)
    : fault;

function messageOf(
  { body, tokens }: Valid,
  reply: Reply,
): { message: ReplyMessage; cutJson?: string } {
  const { content, cutJson } = blocksOf(reply);
  const stop = stopOf(reply);
  const message: ReplyMessage = {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: body.model,
    content,
    stop_reason: stop,
    stop_sequence: stop === "stop_sequence" ? (body.stop_sequences?.[0] ?? null) : null,
    stop_details: stopDetailsOf(stop),
    usage: usageOf(tokens, content, reply.usage),
  };
  return { message, cutJson };
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

/** A mistake in the practice model itself: said in full, and not worth a retry. */
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
});
