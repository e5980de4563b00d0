// s24 · heartbeat/settings – how often there is a look, and at which hours: agents.defaults.heartbeat of agent.json5.
import { z } from "zod";
import type { Json5File } from "../../shared/json5File.ts";
import { isZone, ownZone } from "../../shared/zones.ts";
import { EVERY_MIN } from "./core.ts";

export interface HeartbeatSettings {
  /** 0 for never. */
  everyMin: number;
  /** The person's. */
  zone: string;
  /** Times of day there. */
  from: string;
  to: string;
}

const UNITS: Record<string, number> = { ms: 1 / 60_000, s: 1 / 60, m: 1, h: 60, d: 1440 };
const DURATION = /^(\d{1,6}(?:\.\d{1,6})?)(ms|s|m|h|d)?$/;
const LONGEST_MIN = 7 * 1440;

/** Such as "30m", "2h" or 30, in minutes; below one minute only 0. */
const duration = z.union([z.string(), z.number()]).transform((text, context) => {
  const [, count, unit = "m"] = DURATION.exec(String(text)) ?? [];
  const minutes = Number(count) * (UNITS[unit] ?? 0);
  if (minutes === 0 || (minutes >= 1 && minutes <= LONGEST_MIN)) return minutes;
  context.addIssue({ code: "custom", message: "no such duration" });
  return z.NEVER;
});

const hour = z.string().regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/);

export function settingsIn({ value }: Json5File): HeartbeatSettings {
  const place = "agents.defaults.heartbeat";
  const everyMust = 'a time from "1m" to "7d", or 0 for never';
  const hourMust = 'a time such as "08:00"';
  const zoneMust = 'a zone such as "Asia/Tokyo"';
  return {
    zone: value("agents.defaults.userTimezone", ownZone(), z.string().refine(isZone), zoneMust),
    everyMin: value<number>(`${place}.every`, EVERY_MIN, duration, everyMust),
    from: value(`${place}.activeHours.start`, "00:00", hour, hourMust),
    to: value(`${place}.activeHours.end`, "24:00", hour, hourMust),
  };
}
