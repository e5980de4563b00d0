// s22 · modes – one table says what is in a prompt, for whom, and in which order; what moves is told elsewhere.
import { note } from "../../shared/terminal.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Agent } from "../loop.ts";
import { createPrompt } from "../prompt.ts";
import type { Recovery } from "../recovery/recovery.ts";
import { createCache } from "./cache.ts";
import { careful } from "./careful.ts";
import { type Around, commonOf, leadState, type Modes } from "./core.ts";
import { createEarlyDay } from "./early.ts";
import { createReasoning } from "./reasoning.ts";
import { promptCommand } from "./show.ts";
import { statusOf } from "./status.ts";
import { PROMPT_SECTIONS as TABLE } from "./table.ts";

export const PROMPT_SECTIONS = TABLE.map(careful);

/** `callModel` is the function that is watched; the commands are about the `lead`. */
export function createModes(
  { settings, rules }: Bootstrap,
  callModel: Recovery["callModel"],
  lead: () => Agent,
): Modes {
  const cache = createCache(PROMPT_SECTIONS, createPrompt(PROMPT_SECTIONS), callModel);
  const reasoning = createReasoning();
  const { prompt, knowsDay } = createEarlyDay(settings, lead);
  const status = (agent: Agent) => statusOf(cache.lastOf(agent));
  const around: Around = { lead, settings, rules, reasoning: reasoning.text, knowsDay, status };
  return {
    getSystemPrompt: cache.getSystemPrompt,
    callModel: cache.callModel,
    common: commonOf(around),
    state: leadState(around),
    hooks: { UserPromptSubmit: prompt, AfterModel: reasoning.show },
    commands: {
      prompt: promptCommand(PROMPT_SECTIONS, lead),
      cache: {
        description: "the three caches, and what has changed",
        run: () => note(cache.lines()),
      },
      reasoning: reasoning.command,
    },
  };
}
