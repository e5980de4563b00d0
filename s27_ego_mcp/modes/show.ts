// s22 · modes/show – /prompt: the sections of a mode, each with its size, and the cache boundary between them.
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
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
  const run = async ([mode, ...rest]: string[]) => {
    const context = await contextOf(agent());
    const wanted = mode ?? modeOf(context);
    if (!MODES.some((one) => one === wanted) || rest.length > 0) return note(USAGE, "yellow");
    show(sections, { ...context, state: { ...context.state, mode: wanted } });
  };
  const takes = `[${ALL_MODES}]`;
  return subcommands("prompt", "the system prompt and its size", {
    "": { run },
    show: { takes, run },
  });
}

const ALL_MODES = MODES.join(", ");
const USAGE = `/prompt show has one of these after it: ${ALL_MODES}.`;

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
