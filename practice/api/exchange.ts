// practice/api/exchange · the record of one request and its response.
import type { FaultKind } from "../faults/faults.ts";
import type { ErrorBody } from "../protocol/errors.ts";
import { newId, type ReplyMessage, type ReplyUsage } from "../protocol/reply.ts";
import type { Ending } from "./stream.ts";

/** One request, recorded just before the client can see the end of its answer. */
export interface Exchange {
  /** Also the `request-id` header. */
  requestId: string;
  method: string;
  path: string;
  headers: Headers;
  /** The parsed request body; undefined without one, or when it is not JSON. */
  body: unknown;
  /** The HTTP status; 0 when the client got none, because the connection broke or it left first. */
  status: number;
  /** The assembled message, whole even when a fault kept the client from seeing its end. */
  reply?: ReplyMessage;
  error?: ErrorBody;
  /** The id of the rule that a refused request broke, and what to do about it; neither is sent. */
  rule?: string;
  hint?: string;
  /** A warning about a request that was accepted but is probably not what was meant; not sent. */
  warning?: string;
  usage?: ReplyUsage;
  fault?: FaultKind;
  ending: Ending;
  /** Milliseconds since the epoch. */
  started: number;
  ended: number;
}

/** A record that holds only the request so far. */
export function startExchange(request: Request, started: number): Exchange {
  return {
    requestId: newId("req"),
    method: request.method,
    path: new URL(request.url).pathname,
    headers: request.headers,
    body: undefined,
    status: 0,
    ending: "complete",
    started,
    ended: started,
  };
}
