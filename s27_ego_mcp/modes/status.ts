// s22 · modes/status – what session_status says after the time: the model, how full the window is, and the cache.
import { randomUUID } from "node:crypto";
import { configure, MODEL } from "../../shared/client.ts";
import { type Sent, shareOf } from "./cache.ts";

/** About the request that led to the call; undefined when there was none. */
export const statusOf = (sent: Sent | undefined): string[] => [
  `request: ${randomUUID()}`,
  `model: ${sent?.model ?? MODEL}`,
  ...(sent ? usedBy(sent) : []),
];

function usedBy({ tokens, calls }: Sent): string[] {
  const { contextTokens } = configure();
  const { input, written, read, output } = tokens;
  const all = input + written + read + output;
  return [
    `model calls: ${calls}`,
    `context: ${all} of ${contextTokens} tokens (${Math.round((100 * all) / contextTokens)} %)`,
    `cache: ${shareOf(tokens)}`,
  ];
}
