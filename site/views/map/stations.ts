// site/views/map/stations · the places around the loop, and which mechanism stands at which of them.
import type { MapStep, Mechanism } from "../data.ts";

/** The loop in the order in which a lap passes its places; those with a capital letter are events. */
export const LOOP = [
  ...["UserPromptSubmit", "messages", "BeforeModel", "model", "AfterModel"],
  ...["PreToolUse", "tools", "PostToolUse", "Stop"],
] as const;

/** From where to where the loop goes. */
export const WAYS = [
  "UserPromptSubmit messages",
  "messages BeforeModel",
  "BeforeModel model",
  "model AfterModel",
  "AfterModel Stop",
  "AfterModel PreToolUse",
  "PreToolUse tools",
  "tools PostToolUse",
  "PostToolUse messages",
].map((way) => way.split(" "));

export interface Station {
  name: string;
  /** Whether it is an event of s04. */
  isEvent: boolean;
  /** Whether it is in the loop, or beside it. */
  isInLoop: boolean;
  mechanisms: { mechanism: Mechanism; isNew: boolean }[];
}

/** All places of a step: the loop's, then other events, commands, and what joins by none of these. */
export function stationsOf(step: MapStep, before: MapStep | undefined): Station[] {
  const events = new Set(step.mechanisms.flatMap((one) => one.events));
  const beside = [...events].filter((event) => !LOOP.some((name) => name === event)).sort();
  const names: string[] = [...LOOP, ...beside, "commands", "others"];
  const hasHooks = events.size > 0;
  return names
    .filter((name) => hasHooks || !isEvent(name))
    .map((name) => ({
      name,
      isEvent: isEvent(name),
      isInLoop: LOOP.some((one) => one === name),
      mechanisms: step.mechanisms
        .filter((one) => standsAt(one, name))
        .map((mechanism) => ({ mechanism, isNew: !stoodAt(before, mechanism.name, name) })),
    }));
}

const isEvent = (name: string) => /^[A-Z]/.test(name);

function standsAt({ tools, events, commands }: Mechanism, station: string): boolean {
  if (station === "tools") return tools.length > 0;
  if (station === "commands") return commands.length > 0;
  if (station === "others") return tools.length + events.length === 0;
  return events.includes(station);
}

const stoodAt = (before: MapStep | undefined, name: string, station: string) =>
  before?.mechanisms.some((one) => one.name === name && standsAt(one, station)) ?? false;
