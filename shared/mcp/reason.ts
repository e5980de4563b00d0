// shared/mcp/reason · why a server could not be reached, or what it has refused, in words.
import { messageOf } from "../errors.ts";
import { oneLine } from "../text.ts";

/** What the person can do about a status. */
const ADVICE: Record<number, string> = {
  401: 'it wants a token: put an "Authorization" into the "headers" of its entry',
  403: 'what its entry sends in "headers" does not allow this',
  404: 'check the "url" of its entry',
  405: 'check the "url" of its entry: it may be of the old transport, "sse"',
};

/** The words of the client leave out the status, and of a failed `fetch`, why. */
export function reasonOf(error: unknown): string {
  const words = inOurWords(messageOf(error).replace(/^Error POSTing to endpoint:?\s*/, ""));
  const { status }: { status?: unknown } = Object(error);
  if (typeof status !== "number") return [words, ...causeOf(error)].join(": ");
  const advice = ADVICE[status];
  const all = [`status ${status}`, ...(advice ? [advice] : []), ...(words ? [words] : [])];
  return all.join("; ");
}

const MAX_DETAILS = 200;

/** A server may say very much. */
const MAX_LOOKED = 2000;
/** npx never mends a folder in which it was broken off. */
const HALF_INSTALLED = /(\S*[\\/]_npx[\\/]\w+)[\\/]package\.json.*Could not read package\.json/s;
const BROKEN_OFF = "an earlier start of npx was broken off while it installed: delete the folder";

/** The words of the client for what an answer looks like are made for programmers. */
function inOurWords(words: string): string {
  const [, method, details = ""] = /^Invalid result for (\S+): (.*)$/s.exec(words) ?? [];
  if (method !== undefined)
    return `its answer to ${method} is not as the protocol wants it: ${oneLine(details, MAX_DETAILS)}`;
  if (words.startsWith("Unexpected content type")) return `${words}; ${ADVICE[404]}`;
  const half = HALF_INSTALLED.exec(words.slice(0, MAX_LOOKED))?.[1];
  if (half !== undefined) return `${BROKEN_OFF} ${half}, and connect it again; ${words}`;
  return words;
}

/** Why a `fetch` has failed, is in the deepest cause: the system's code, such as ECONNREFUSED, or a sentence. */
function causeOf(error: unknown): string[] {
  const { cause, code }: { cause?: unknown; code?: unknown } = Object(error);
  if (cause instanceof Error) {
    const deeper = causeOf(cause);
    return deeper.length > 0 || cause.message === "" ? deeper : [cause.message];
  }
  const isSaid = typeof code === "string" && /^(E|ERR_)[A-Z_]+$/.test(code);
  return error instanceof Error && isSaid ? [code] : [];
}
