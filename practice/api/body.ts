// practice/api/body · reads, checks and measures the body of a request.
import { type Layout, layoutOf } from "../cache/layout.ts";
import { isDeeper, MAX_DEPTH } from "../json/depth.ts";
import { readJson } from "../json/json.ts";
import { type Profile, profileOf } from "../protocol/profiles.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import { errorOf } from "../protocol/ruleError.ts";
import { checkHeaders } from "../validation/headers.ts";
import {
  BODY_DEPTH,
  BODY_NOT_JSON,
  BODY_SURROGATE,
  BODY_TOO_LARGE,
  PROMPT_AND_REPLY_TOO_LONG,
  PROMPT_TOO_LONG,
} from "../validation/rules/request.ts";
import { validate } from "../validation/validate.ts";
import { beforeAbort } from "./abort.ts";
import type { Turn } from "./answer.ts";

/** The largest request body, in bytes. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** A valid body, its blocks with their tokens, and the shortest prefix in tokens that its model caches. */
export interface ReadBody {
  body: MessageRequest;
  layout: Layout;
  minimum: number;
}

/** Reads and checks the body; throws the API's error for what it finds. */
export async function readBody(turn: Turn, counting: boolean): Promise<ReadBody> {
  const { request, signal, exchange } = turn;
  const version = checkHeaders(request.headers, { hasBody: true });
  const bytes = await beforeAbort(request.arrayBuffer(), signal);
  if (bytes.byteLength > MAX_BODY_BYTES) throw errorOf(BODY_TOO_LARGE);
  const text = new TextDecoder().decode(bytes);
  exchange.body = parse(text);
  checkSurrogates(text);
  const betas = request.headers.get("anthropic-beta")?.split(/, */);
  const body = validate(exchange.body, { version, counting, betas });
  const profile = profileOf(body.model);
  const layout = layoutOf(body);
  if (profile) checkSize(layout.tokens, counting ? 0 : body.max_tokens, profile);
  return { body, layout, minimum: profile?.minCacheTokens ?? 0 };
}

/** Where a JSON text has half of a character: an escape such as \\ud83d without its other half. */
function loneSurrogate(text: string): number | undefined {
  let high: number | undefined;
  for (const { 1: digits = "", index } of text.matchAll(/\\u([0-9a-f]{4})|\\[^u]/gi)) {
    const isPair = high !== undefined && index === high + 6 && /^d[c-f]/i.test(digits);
    if (high !== undefined && !isPair) return high;
    high = undefined;
    if (isPair) continue;
    if (/^d[c-f]/i.test(digits)) return index;
    if (/^d[89ab]/i.test(digits)) high = index;
  }
  return high;
}

function checkSurrogates(text: string): void {
  if (!/\\ud[89a-f]/i.test(text)) return;
  const char = loneSurrogate(text);
  if (char === undefined) return;
  const before = text.slice(0, char).split("\n");
  const words = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, char };
  throw errorOf(BODY_SURROGATE, { words });
}

/** The value of a text of JSON. What is too deep is seen by nothing else, not even by those who observe. */
function parse(text: string): unknown {
  const value = readJson(text, (reason) => errorOf(BODY_NOT_JSON, { words: { reason } }));
  if (isDeeper(value)) throw errorOf(BODY_DEPTH, { words: { maximum: MAX_DEPTH } });
  return value;
}

function checkSize(tokens: number, reply: number, profile: Profile): void {
  const { contextTokens: maximum, mayOverflow } = profile;
  if (tokens > maximum) throw errorOf(PROMPT_TOO_LONG, { words: { tokens, maximum } });
  if (mayOverflow || tokens + reply <= maximum) return;
  throw errorOf(PROMPT_AND_REPLY_TOO_LONG, { words: { tokens, reply, maximum } });
}
