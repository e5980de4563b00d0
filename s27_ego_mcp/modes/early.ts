// s22 · modes/early – the day is in the lead's prompt before the prompt is written down (s20), so the record has it, too.
import { asNote } from "../../shared/messages.ts";
import type { Handler } from "../hooks.ts";
import type { Agent } from "../loop.ts";
import { type Around, today } from "./core.ts";

export interface EarlyDay {
  prompt: Handler<"UserPromptSubmit">;
  knowsDay: Around["knowsDay"];
}

export function createEarlyDay(settings: Around["settings"], lead: () => Agent): EarlyDay {
  let latest = "";
  return {
    async prompt({ prompt }) {
      const day = await today({ settings });
      if (day === latest) return undefined;
      latest = day;
      return { prompt: `${asNote("day", day)}\n\n${prompt}` };
    },
    knowsDay(agent, day) {
      if (agent === lead()) latest = day; // a day that came within a turn is not told again
    },
  };
}
