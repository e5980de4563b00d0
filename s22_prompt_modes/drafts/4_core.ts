// s22 · modes, draft 4 – the core, with nothing around it.
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Agent } from "../loop.ts";
import { type Around, commonOf, leadState, type Modes } from "../modes/core.ts";
import { PROMPT_SECTIONS } from "../modes/table.ts";
import { createPrompt } from "../prompt.ts";

export { PROMPT_SECTIONS } from "../modes/table.ts";

export function createModes(
  { settings, rules }: Bootstrap,
  callModel: Agent["callModel"],
  lead: () => Agent,
): Modes {
  const { getSystemPrompt } = createPrompt(PROMPT_SECTIONS);
  const around: Around = {
    lead,
    settings,
    rules,
    reasoning: () => "Reasoning: not shown to the person.",
    knowsDay() {},
    status: () => [],
  };
  return { getSystemPrompt, callModel, common: commonOf(around), state: leadState(around) };
}
