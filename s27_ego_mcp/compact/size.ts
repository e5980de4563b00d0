// s08 · compact/size – how many tokens a history takes: measured by the API up to the last reply, estimated after it.
import type Anthropic from "@anthropic-ai/sdk";
import { tokensOf } from "../../shared/prices.ts";
import { estimateTokens } from "../../shared/tokens.ts";

type Messages = readonly Anthropic.MessageParam[];

/** What is known about the size of one history. All sizes are in tokens. */
export interface Size {
  /** The size of the next request. */
  total: number;
  /** How many messages `total` includes. */
  counted: number;
  /** The size of the system prompt and the tools, which are sent besides the messages. Known after the first reply. */
  overhead: number | undefined;
}

export const newSize = (): Size => ({ total: 0, counted: 0, overhead: undefined });

/** Takes over the figures of a reply, for the request and for the reply itself. `messages` must include the reply. */
export function measure(size: Size, usage: Anthropic.Usage, messages: Messages): void {
  // What is no number counts as none.
  const { input, written, read, output } = tokensOf(usage);
  const sent = input + written + read;
  if (sent === 0) return; // some providers give no figures
  size.total = sent + output;
  size.counted = messages.length;
  size.overhead ??= Math.max(0, size.total - estimate(messages));
}

/** Adds an estimate of the messages that came since the last reply. */
export function addNew(size: Size, messages: Messages): void {
  size.total += estimate(messages.slice(size.counted));
  size.counted = messages.length;
}

/** After a cut the measured size shrinks in the same proportion as the estimate. */
export function shrink(size: Size, before: Messages, after: Messages): void {
  const overhead = size.overhead ?? 0;
  size.total = Math.round(
    (size.total * (overhead + estimate(after))) / (overhead + estimate(before)),
  );
  size.counted = after.length;
}

/** About what a large picture costs, whatever its size in bytes. Source: the API's documentation, vision. */
const PICTURE = 1600;

function estimate(messages: Messages): number {
  let pictures = 0;
  const text = JSON.stringify(messages, (_, value: unknown) => {
    const isData = typeof value === "object" && value !== null && "media_type" in value;
    if (!isData) return value;
    pictures++;
    return "";
  });
  return estimateTokens(text) + pictures * PICTURE;
}
