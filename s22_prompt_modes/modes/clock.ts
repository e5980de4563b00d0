// s22 · modes/clock – what the model knows of the time: the zone in its prompt, the day in a note, the hour from a tool.
import { clock } from "../../shared/clock.ts";
import { keepTold } from "../../shared/currentNote.ts";
import { asNote } from "../../shared/messages.ts";
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
  let latest = "";
  const today = async () => `Today is ${dayIn((await settings()).timezone, clock.now())}.`;
  return {
    /** Here already, because a prompt is written down before the model is asked (s20). */
    async prompt({ prompt }) {
      const day = await today();
      if (day === latest) return undefined;
      latest = day;
      return { prompt: `${asNote("day", day)}\n\n${prompt}` };
    },
    async tell({ messages, context }) {
      const day = await today();
      if (context.agent === lead()) latest = day; // within a turn, too
      keepTold(messages, "day", day);
    },
  };
}
