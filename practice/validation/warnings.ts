// practice/validation/warnings · what the API accepts silently, although it is probably not what was meant.
import type { Account } from "../cache/cache.ts";
import type { Layout } from "../cache/layout.ts";
import type { MessageRequest } from "../protocol/reply.ts";

/** All warnings; what to do about each is among the hints. */
export const WARNINGS = ["tool-name-long", "cache-nothing"] as const;

/** The first warning that a valid request deserves. */
export function warningOf(
  { tools }: MessageRequest,
  { parts }: Layout,
  { cached }: Account,
): (typeof WARNINGS)[number] | undefined {
  if (tools?.some((tool) => "name" in tool && tool.name.length > 64)) return "tool-name-long";
  if (cached === 0 && parts.some(({ mark }) => mark)) return "cache-nothing";
  return undefined;
}
