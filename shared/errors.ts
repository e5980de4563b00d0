// shared/errors · one clear line for each error.
import {
  AnthropicError,
  APIConnectionError,
  APIError,
  APIUserAbortError,
} from "@anthropic-ai/sdk/error";
import { isNoStream } from "./endpoint.ts";

/** A mistake in a flag, a variable or a file: its message is the one line shown, and says what to do. */
export class UserError extends Error {
  override name = "UserError";
}

const ADVICE: Record<number, string> = {
  400: "The request was refused as it is; fix what the message names",
  401: "Check ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN",
  402: "Check the account's billing",
  403: "This key may not use that model or feature",
  404: "Check MODEL_ID and ANTHROPIC_BASE_URL",
  413: "The request is too large; start a new conversation",
  429: "Too many requests; wait a little and say it again",
  529: "The service is overloaded; wait a little and say it again",
};

/** Each request brings the tools, so all that come after are refused, too. */
const OF_SERVER =
  "This endpoint refuses a tool. If it is a tool of an MCP server, stop that server: /mcp stop NAME";

function adviceFor({ status, message }: APIError): string {
  if (status === 400 && /\btools\.\d/.test(message)) return OF_SERVER;
  return ADVICE[Number(status)] ?? "Say it again; if it stays, look at the provider's status page";
}

/** The words of whatever was thrown, for a sentence around them. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The API's own words for an error; the SDK's `message` is the status and the whole body. */
function wordsOf(error: APIError): string {
  const words = error.apiMessage || error.message.replace(/^\d+ /, "") || "no message";
  return words.replaceAll(/\s+/g, " ").slice(0, 300);
}

/** The deepest cause has the system's code (ECONNREFUSED, ENOTFOUND). */
function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/**
 * True when the endpoint gave no answer at all: no such host, refused, no route.
 * An answer that breaks off later is not one of these, nor one that is no stream.
 */
export function isUnreachable(error: unknown): error is APIConnectionError {
  return error instanceof APIConnectionError && !isNoStream(error);
}

/** True for what an aborted call throws: the SDK's error, or the signal's own reason. */
export function isAbort(error: unknown): boolean {
  return (
    error instanceof APIUserAbortError || (error instanceof Error && error.name === "AbortError")
  );
}

/** True when a reply lacks what the SDK reads without looking, such as `usage`. A connection that breaks is a TypeError, too. */
const isForeign = ({ cause }: Error) =>
  cause instanceof TypeError && /^Cannot (read|set) /.test(cause.message);

/**
 * One line for an error of a turn: status, type, request id and what to do for an API error;
 * the message for an expected one; the stack only for a mistake in the code itself.
 */
export function describeError(error: unknown): string {
  if (isAbort(error)) return "It was interrupted.";
  if (isNoStream(error)) return rootCause(error).message;
  if (isUnreachable(error)) return `No connection to the model: ${codeOf(rootCause(error))}.`;
  if (error instanceof APIError) {
    const kind = [error.status, error.type, error.requestID].filter(Boolean).join(" ");
    return `API error ${kind}: ${wordsOf(error)} (${adviceFor(error)}.)`;
  }
  if (error instanceof AnthropicError && isForeign(error))
    return `The reply is not in the form of the Messages API (${error.message}): use another endpoint in ANTHROPIC_BASE_URL.`;
  if (error instanceof AnthropicError)
    return `The reply broke off: ${error.message}. Say it again.`;
  if (!(error instanceof Error)) return `Failed: ${String(error)}`;
  const expected = error.name === "Error" || error instanceof UserError;
  return expected ? error.message : (error.stack ?? error.message);
}
