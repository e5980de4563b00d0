// s11 · recovery/failure – what went wrong with a call, and whether another try can help.
import { AnthropicError, APIConnectionError, APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import { wasReached } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { isNoStream } from "../../shared/endpoint.ts";
import { UserError } from "../../shared/errors.ts";
import { isStall } from "./attempt.ts";

/** A failure that may be gone at the next try. */
export interface Failure {
  /** For the person, in a few words. */
  reason: string;
  isOverload: boolean;
  /** True for a reply that came to its end, and cannot be used: another one costs as much, and may be the same. */
  isUnusable?: boolean;
  /** In ms, if the server said how long to wait. */
  wait?: number;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 32_000;
const JITTER = 0.25;
const MAX_WAIT_MS = 60_000;
const TRIES_UNREACHED = 3;
const TRIES_NO_STREAM = 2;
const STATUSES = [408, 409, 429];
const TYPES = ["overloaded_error", "rate_limit_error", "api_error", "timeout_error"];

/** Undefined when another try would fail in the same way. Status and type decide, because a message may quote any words. */
export function readFailure(error: unknown): Failure | undefined {
  if (error instanceof UserError || error instanceof APIUserAbortError) return undefined;
  if (error instanceof APIConnectionError) return { reason: "no connection", isOverload: false };
  if (!(error instanceof APIError)) return brokenReply(error);
  const { status, type, headers } = error;
  const advice = headers?.get("x-should-retry");
  const isPassing =
    status === undefined ? isPassingType(type) : status >= 500 || STATUSES.includes(status);
  if (advice === "false" || (!isPassing && advice !== "true")) return undefined;
  const wait = waitIn(headers);
  return {
    reason: [type, status].filter(Boolean).join(" "),
    isOverload: status === 529 || type === "overloaded_error",
    ...(wait === undefined ? {} : { wait }),
  };
}

const isPassingType = (type: string | null) => type !== null && TYPES.includes(type);

/** The SDK has many messages for a reply that ended too early or cannot be read. It also wraps mistakes in our own code, which no other try mends. */
function brokenReply(error: unknown): Failure | undefined {
  if (!isStall(error) && !(error instanceof AnthropicError)) return undefined;
  const { cause } = error;
  const isMistake = cause instanceof TypeError && cause.message !== "terminated";
  if (isMistake || cause instanceof RangeError) return undefined;
  const isUnusable = !isStall(error) && cause === undefined;
  return { reason: `the reply broke off (${error.message})`, isOverload: false, isUnusable };
}

/** From `retry-after-ms`, or `retry-after` in seconds or as a date; at most a minute. */
function waitIn(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  const after = headers?.get("retry-after") ?? "";
  const seconds = /^\d+(\.\d+)?$/.test(after)
    ? Number(after) * 1000
    : Date.parse(after) - clock.now();
  const wait = [milliseconds, seconds].find((value) => value > 0);
  return wait === undefined ? undefined : Math.min(wait, MAX_WAIT_MS);
}

/** In ms. Twice as long each time, and up to a quarter longer at random, so that many clients do not retry at once. */
export function delayBefore(tried: number): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (tried - 1), MAX_DELAY_MS);
  return delay * (1 + Math.random() * JITTER);
}

/** An address that has never answered is more likely wrong than busy, so it gets few tries; as one that sends no stream. */
export function triesFor(error: unknown): number {
  if (isNoStream(error)) return TRIES_NO_STREAM;
  const isSilent = error instanceof APIConnectionError || isStall(error);
  return isSilent && !wasReached() ? TRIES_UNREACHED : Number.POSITIVE_INFINITY;
}

/** How endpoints say that a request is too long: the API, Bedrock, Vertex, and servers of other models. */
const TOO_LONG = [
  /too long|exceed context limit|context[ _](length|size|window)|reduce the length/i,
  /(max(imum)?|range of) (prompt|input|context)? ?length|exceeds max length/i,
  /tokens? (count|limit).*exceed|exceed.*(tokens? (count|limit)|number of tokens|the limit of \d)/is,
];

/**
 * True when the request does not fit into the window. The API has no error type for this: it refuses the request with
 * one of many messages, or its body as too large.
 */
export function isTooLong(error: unknown): boolean {
  if (!isRefused(error)) return false;
  if (error.status === 413) return true;
  return error.status !== 403 && TOO_LONG.some((words) => words.test(wordsOf(error)));
}

const wordsOf = ({ apiMessage, message }: APIError) => apiMessage || message.replace(/^\d+ /, "");

/** Statuses and types that are about who asks, and which model; the history does not matter. */
const ABOUT_SENDER = [401, 402, 407];
const SENDER_TYPES = [
  "authentication_error",
  "billing_error",
  "permission_error",
  "not_found_error",
];
/** How a message begins, or what it says, that is about something else than the history. */
const ABOUT_ELSE =
  /^\W?(tools|tool_choice|system|model|max_tokens|thinking|metadata|cache_control|anthropic-\w+)\b|credit balance|quota|billing/i;

/** True when the messages of the request are refused, so that the same ones would be refused again. */
export function isRefused(error: unknown): error is APIError {
  if (!(error instanceof APIError)) return false;
  const { status, type } = error;
  if (status === undefined) return type === "invalid_request_error"; // in mid-stream
  if (status < 400 || status >= 500 || [...STATUSES, ...ABOUT_SENDER].includes(status))
    return false;
  return !SENDER_TYPES.includes(type ?? "") && !ABOUT_ELSE.test(wordsOf(error));
}

/** True for an error of the server itself: some give it for what they cannot read, such as a picture. */
export function isBroken(error: unknown): boolean {
  return error instanceof APIError && error.status === 500;
}

/** True when the model does not exist, or this key may not use it. */
export function isUnknown(error: unknown): boolean {
  return error instanceof APIError && (error.status === 404 || error.status === 403);
}
