// s22 · modes/session – session_status: what changes all the time is asked for, and so need not be in the prompt.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { configure, MODEL } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { oneLine } from "../../shared/text.ts";
import { dayIn, isZone, timeIn } from "../../shared/zones.ts";
import type { Config } from "../bootstrap/bootstrap.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";
import { type Cache, type Sent, shareOf } from "./cache.ts";

export function sessionStatus(settings: () => Promise<Config>, lastOf: Cache["lastOf"]): Tool {
  return defineTool({
    name: "session_status",
    description:
      "The day and the time now, here or in another time zone, the model, and how full the window is.",
    input: z.object({
      timezone: z.string().optional().describe('Another zone, such as "Asia/Tokyo"'),
    }),
    judge: harmless,
    async run({ timezone }, { agent }) {
      const config = await settings();
      const zone = timezone ?? config.timezone;
      if (!isZone(zone))
        throw new Error(
          `unknown timezone "${oneLine(zone, 60)}" (use an IANA name such as Asia/Tokyo)`,
        );
      const now = clock.now();
      const sent = lastOf(agent);
      return [
        `${dayIn(zone, now)}, ${timeIn(zone, now, config.timeFormat)} (${zone})`,
        `request: ${randomUUID()}`,
        `model: ${sent?.model ?? MODEL}`,
        ...usedBy(sent),
      ].join("\n");
    },
  });
}

/** About the request that led to this call. */
function usedBy(sent: Sent | undefined): string[] {
  if (sent === undefined) return [];
  const { contextTokens } = configure();
  const { input, written, read, output } = sent.tokens;
  const all = input + written + read + output;
  return [
    `model calls: ${sent.calls}`,
    `context: ${all} of ${contextTokens} tokens (${Math.round((100 * all) / contextTokens)} %)`,
    `cache: ${shareOf(sent.tokens)}`,
  ];
}
