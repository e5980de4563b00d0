// s11 · failure – what went wrong with a call, read from status, error type and stop reason.
import type Anthropic from "@anthropic-ai/sdk";
import { AnthropicError, APIConnectionError, APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import { wasReached } from "../shared/client.ts";
import { clock } from "../shared/clock.ts";
import { UserError } from "../shared/errors.ts";
import { isStall } from "./attempt.ts";

/** A failure that may be gone at the next try. */
export interface Failure {
  /** For the person, in a few words. */
  reason: string;
  isOverload: boolean;
  /** Milliseconds, where the server said how long to wait. */
  wait?: number;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 32_000;
const JITTER = 0.25;
const MAX_WAIT_MS = 60_000;
const TRIES_UNREACHED = 3;
const STATUSES = [408, 409, 429];
const LEFT_OUT = "Left out: the model could not go on with what stood here.";
/** How the blocks begin that s08 puts behind a request. */
const TOLD_AGAIN = /^<(summary|todos|skill|context_note)>/;
const TYPES = ["overloaded_error", "rate_limit_error", "api_error", "timeout_error"];

/** Undefined for what another try would not mend. Words decide nothing here: they may stand in any text. */
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

/** The SDK has many words for a reply that ended too early or cannot be read, and wraps our own mistakes, too. */
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

/** In ms. Twice as long each time, and never quite the same: many clients must not come back at once. */
export function delayBefore(tried: number): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (tried - 1), MAX_DELAY_MS);
  return delay * (1 + Math.random() * JITTER);
}

/** An address that never answered is more likely wrong than busy. */
export function triesFor(error: unknown): number {
  const isSilent = error instanceof APIConnectionError || isStall(error);
  return isSilent && !wasReached() ? TRIES_UNREACHED : Number.POSITIVE_INFINITY;
}

/**
 * True when the request does not fit into the window. For this the API has no type of its own: it is
 * an invalid request with these words, as it sends them, or a body that is too large.
 */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  if (error.status === 413) return true;
  const isInvalid = error.status === 400 && error.type === "invalid_request_error";
  return isInvalid && /prompt is too long|exceed context limit/i.test(error.apiMessage ?? "");
}

/** True when there is no such model, or not for this key. */
export function isUnknown(error: unknown): boolean {
  return error instanceof APIError && (error.status === 404 || error.status === 403);
}

/** True for a reply that its limit ended. */
export const isCut = (reply: Anthropic.Message) => reply.stop_reason === "max_tokens";

/** A call that is cut is the loop's business: it is answered there, and does not run. */
export function goesOn(reply: Anthropic.Message): boolean {
  const hasCall = reply.content.some(({ type }) => type === "tool_use");
  return !hasCall && (reply.stop_reason === "pause_turn" || isCut(reply));
}

/** One reply of several parts: text goes on where it stopped. */
export function joined(parts: Anthropic.Message[]): Anthropic.Message {
  const content: Anthropic.ContentBlock[] = [];
  for (const block of parts.flatMap((part) => part.content)) {
    const last = content.at(-1);
    if (last?.type === "text" && block.type === "text")
      content[content.length - 1] = { ...last, text: last.text + block.text };
    else content.push(block);
  }
  const last = parts.at(-1);
  if (last === undefined) throw new Error("A reply has at least one part.");
  return { ...last, content };
}

/**
 * Throws for a refusal. The API goes on declining as long as it reads what it declined, so that is taken
 * back. Source: the API's documentation, "Handle streaming refusals".
 */
export function throwIfDeclined(
  reply: Anthropic.Message,
  messages: Anthropic.MessageParam[],
): void {
  if (reply.stop_reason !== "refusal") return;
  takeBack(messages);
  const why = reply.stop_details?.explanation ? ` (${reply.stop_details.explanation})` : "";
  throw new Error(
    `The model declined to answer this${why}. Neither its words nor what they answered are kept; say it in another way.`,
  );
}

/**
 * Takes what no reply has answered out of the history. Results answer a call, so they stay, without
 * their content; and a summary stays, since it tells of all that was before.
 */
export function takeBack(messages: Anthropic.MessageParam[]): void {
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  const kept = messages.splice(from).flatMap(({ content }): Anthropic.MessageParam[] => {
    const blocks = typeof content === "string" ? [] : content.flatMap(withoutWords);
    return blocks.length === 0 ? [] : [{ role: "user", content: blocks }];
  });
  messages.push(...kept);
}

function withoutWords(block: Anthropic.ContentBlockParam): Anthropic.ContentBlockParam[] {
  if (block.type === "tool_result") return [{ ...block, content: LEFT_OUT }];
  return block.type === "text" && TOLD_AGAIN.test(block.text) ? [block] : [];
}
