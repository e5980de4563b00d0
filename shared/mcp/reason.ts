// shared/mcp/reason · why a server could not be reached, or what it has refused, in words.
import { messageOf } from "../errors.ts";

/** What the person can do about a status. */
const ADVICE: Record<number, string> = {
  401: 'it wants a token: put an "Authorization" into the "headers" of its entry',
  403: 'what its entry sends in "headers" does not allow this',
  404: 'check the "url" of its entry',
  405: 'check the "url" of its entry: it may be of the old transport, "sse"',
};

/** The words of the client leave out the status, and of a failed `fetch`, why. */
export function reasonOf(error: unknown): string {
  const words = messageOf(error).replace(/^Error POSTing to endpoint:?\s*/, "");
  const { status }: { status?: unknown } = Object(error);
  if (typeof status !== "number") return [words, ...codeIn(error)].join(": ");
  const advice = ADVICE[status];
  const all = [`status ${status}`, ...(advice ? [advice] : []), ...(words ? [words] : [])];
  return all.join("; ");
}

/** The system's code, such as ECONNREFUSED, is in the deepest cause. */
function codeIn(error: unknown): string[] {
  const { cause, code }: { cause?: unknown; code?: unknown } = Object(error);
  if (cause instanceof Error) return codeIn(cause);
  return error instanceof Error && typeof code === "string" && /^E[A-Z]+$/.test(code) ? [code] : [];
}
