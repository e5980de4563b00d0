// s11 · recovery/failure – what went wrong with a call, and whether another try can help.
import { AnthropicError, APIConnectionError, APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import { wasReached } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { UserError } from "../../shared/errors.ts";
import { isStall } from "./attempt.ts";

/** A failure that may be gone at the next try. */
export interface Failure {
  /** For the person, in a few words. */
  reason: string;
  isOverload: boolean;
  /** In ms, if the server said how long to wait. */
  wait?: number;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 32_000;
const JITTER = 0.25;
const MAX_WAIT_MS = 60_000;
const TRIES_UNREACHED = 3;
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
  return { reason: `the reply broke off (${error.message})`, isOverload: false };
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

/** An address that has never answered is more likely wrong than busy, so it gets few tries. */
export function triesFor(error: unknown): number {
  const isSilent = error instanceof APIConnectionError || isStall(error);
  return isSilent && !wasReached() ? TRIES_UNREACHED : Number.POSITIVE_INFINITY;
}

/**
 * True when the request does not fit into the window. The API has no error type for this: it sends an invalid
 * request error with one of these messages, or refuses a body that is too large.
 */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  if (error.status === 413) return true;
  const isInvalid = error.status === 400 && error.type === "invalid_request_error";
  return isInvalid && /prompt is too long|exceed context limit/i.test(error.apiMessage ?? "");
}

/** True when the model does not exist, or this key may not use it. */
export function isUnknown(error: unknown): boolean {
  return error instanceof APIError && (error.status === 404 || error.status === 403);
}
