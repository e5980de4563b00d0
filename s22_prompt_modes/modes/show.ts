// s22 · modes/show – /prompt: the sections of a mode, each with its size, and the cache boundary between them.
import { type Command, note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import type { Agent } from "../loop.ts";
import {
  loadedIn,
  MODES,
  modeOf,
  type PromptContext,
  type PromptSection,
  updateContext,
} from "../prompt.ts";

/** /prompt and /prompt show print the prompt as it is now, /prompt show MODE as that mode would have it. */
export function promptCommand(sections: PromptSection[], agent: () => Agent): Command {
  return {
    description: "the system prompt and its size; /prompt show minimal: as that mode has it",
    async run(argument) {
      const context = await contextOf(agent());
      const [verb = "show", mode = modeOf(context), ...rest] = argument
        .trim()
        .split(/\s+/)
        .filter(Boolean);
      if (verb !== "show" || !MODES.some((one) => one === mode) || rest.length > 0)
        return note(usage(argument), "yellow");
      show(sections, { ...context, state: { ...context.state, mode } });
    },
  };
}

const usage = (argument: string) =>
  `There is no /prompt ${oneLine(argument, 40)}. There is /prompt show, with one of: ${MODES.join(", ")}.`;

async function contextOf(agent: Agent): Promise<PromptContext> {
  return updateContext({ ...agent, tools: await agent.pool() });
}

function show(sections: PromptSection[], context: PromptContext) {
  const loaded = loadedIn(sections, context);
  for (const [at, { name, text, isVolatile }] of loaded.entries()) {
    if (isVolatile && loaded[at - 1]?.isVolatile === false)
      note("--- cache boundary: what is above stays the same ---", "cyan");
    note(`[${name}] about ${estimateTokens(text)} tokens`, "cyan");
    note(text);
  }
  const all = estimateTokens(loaded.map(({ text }) => text).join("\n\n"));
  note(`mode ${modeOf(context)}, sections: ${loaded.length}, about ${all} tokens`);
}
