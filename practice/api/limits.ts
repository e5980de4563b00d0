// practice/api/limits · the rate limits that a response reports. They limit nothing.
import type { Exchange } from "./exchange.ts";

/** What a minute allows; the numbers are invented, as they depend on the organization. */
const PER_MINUTE = { requests: 4000, tokens: 2_400_000, input: 2_000_000, output: 400_000 };
const MINUTE = 60_000;

interface Bucket {
  name: string;
  limit: number;
  used: number;
}

/** The headers of a message, and of a 429: as if all limits had been full before this request. */
export function limitHeaders(exchange: Exchange): Record<string, string> {
  const { method, path, status } = exchange;
  if (`${method} ${path}` !== "POST /v1/messages") return {};
  if (status !== 200 && status !== 429) return {};
  const headers = bucketsOf(exchange).flatMap((bucket) => headersOf(bucket, exchange.started));
  return Object.fromEntries(headers);
}

/** Input read from the cache does not count against the limits. */
function bucketsOf({ status, usage }: Exchange): Bucket[] {
  const input = (usage?.input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  const output = usage?.output_tokens ?? 0;
  const requests = status === 429 ? PER_MINUTE.requests : 1;
  return [
    { name: "requests", limit: PER_MINUTE.requests, used: requests },
    { name: "tokens", limit: PER_MINUTE.tokens, used: input + output },
    { name: "input-tokens", limit: PER_MINUTE.input, used: input },
    { name: "output-tokens", limit: PER_MINUTE.output, used: output },
  ];
}

function headersOf({ name, limit, used }: Bucket, now: number): [string, string][] {
  const left = Math.max(0, limit - used);
  const remaining = name === "requests" ? left : Math.round(left / 1000) * 1000;
  const full = now + Math.ceil((Math.min(used, limit) / limit) * MINUTE);
  const reset = new Date(Math.ceil(full / 1000) * 1000).toISOString().replace(".000Z", "Z");
  return [
    [`anthropic-ratelimit-${name}-limit`, String(limit)],
    [`anthropic-ratelimit-${name}-remaining`, String(remaining)],
    [`anthropic-ratelimit-${name}-reset`, reset],
  ];
}
