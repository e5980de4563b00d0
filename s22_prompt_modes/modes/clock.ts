// s22 · modes/clock – what the model knows of the time: the zone in its prompt, the day in a note, the hour from a tool.
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { asNote, blocksOf, textOf } from "../../shared/messages.ts";
import { oncePer } from "../../shared/once.ts";
import { dayIn, hoursOf } from "../../shared/zones.ts";
import type { Config } from "../bootstrap/bootstrap.ts";
import type { Handler } from "../hooks.ts";
import type { Agent } from "../loop.ts";

/** The section: nothing in it moves. */
export const zoneText = ({ timezone, timeFormat }: Config): string =>
  `Time zone: ${timezone}\nTime format: ${hoursOf(timeFormat)}-hour\nThe day is in a note of the kind "day". Call session_status for the time of day.`;

/** Tells the day: the lead at its prompts, each other agent at the beginning of its conversation. */
export interface Day {
  prompt: Handler<"UserPromptSubmit">;
  tell: Handler<"BeforeModel">;
}

export function createDay(settings: () => Promise<Config>, lead: () => Agent): Day {
  const told: Told = new WeakMap();
  let latest = "";
  const today = async () =>
    asNote("day", `Today is ${dayIn((await settings()).timezone, clock.now())}.`);
  return {
    /** Here already, because a prompt is written down before the model is asked (s20). */
    async prompt({ prompt }) {
      const day = await today();
      if (day === latest) return undefined;
      latest = day;
      return { prompt: `${day}\n\n${prompt}` };
    },
    async tell({ messages, context }) {
      const day = await today();
      if (context.agent === lead()) latest = day; // within a turn, too
      recall(told, messages);
      tellDay(told, messages, day);
    },
  };
}

/** Which messages tell of a day. */
type Told = WeakMap<Anthropic.MessageParam, string>;

const NOTE = /<note kind="day">\n[^<]*<\/note>/g;
/** Looked up once for each message: there may be thousands. */
const noteIn = oncePer((message: Anthropic.MessageParam) => textOf(message).match(NOTE)?.at(-1));

/** A message that was made shorter (s08, s11) is another one, and still has its note. */
function recall(told: Told, messages: Anthropic.MessageParam[]) {
  for (const message of messages.slice(0, -1)) {
    if (message.role !== "user" || told.has(message)) continue;
    const note = noteIn(message);
    if (note !== undefined) told.set(message, note);
  }
}

/**
 * The day is in front of the first message of a conversation. When another day has come, or that message is gone, the
 * newest message gets it: a change further up would take all that comes after it out of the cache.
 */
export function tellDay(told: Told, messages: Anthropic.MessageParam[], day: string): void {
  const last = messages.at(-1);
  const known = messages.findLast((message) => told.has(message));
  if (last?.role !== "user" || (known && told.get(known) === day)) return;
  if (!textOf(last).includes(day)) last.content = withDay(last, day, messages.length === 1);
  told.set(last, day);
}

/** Results of tools come first in a message, so a note comes after them. */
function withDay(message: Anthropic.MessageParam, day: string, isFirst: boolean) {
  if (isFirst && typeof message.content === "string") return `${day}\n\n${message.content}`;
  return [...blocksOf(message), { type: "text" as const, text: day }];
}
