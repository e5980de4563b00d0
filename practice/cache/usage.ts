// practice/cache/usage · the counters that a reply reports.
import type { MessageRequest, ReplyUsage, Usage } from "../protocol/reply.ts";
import { layoutOf } from "./layout.ts";

/** Where the input tokens of a request came from; the four add up to all of them. */
export interface InputTokens {
  /** After the last cache mark. */
  fresh: number;
  read: number;
  written5m: number;
  written1h: number;
}

/** All input tokens of a request, before any caching. Consecutive messages of one role count as one. */
export const countInputTokens = (body: MessageRequest): number => layoutOf(body).tokens;

/** The usage of one exchange: estimates, with the caller's overrides. */
export function usageOf(
  { fresh, read, written5m, written1h }: InputTokens,
  output: { tokens: number; thinking: number },
  given: Partial<Usage> = {},
): ReplyUsage {
  return {
    input_tokens: fresh,
    output_tokens: output.tokens,
    cache_creation_input_tokens: written5m + written1h,
    cache_read_input_tokens: read,
    cache_creation: {
      ephemeral_5m_input_tokens: written5m,
      ephemeral_1h_input_tokens: written1h,
    },
    output_tokens_details: { thinking_tokens: output.thinking },
    service_tier: "standard",
    speed: "standard",
    ...given,
  };
}
