// s08 · first draft – when the window is nearly full, the older half of the messages is dropped.
import type { AskModel } from "../../shared/askModel.ts";
import { configure } from "../../shared/client.ts";
import { note } from "../../shared/terminal.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import type { Mechanism } from "../agent.ts";

export const SUMMARY_RULE = "The beginning of a long conversation may be missing.";

const FULL = 0.8;

/** Makes the compactor of one agent: each agent has its own list. */
export function createCompactor(
  _ask: AskModel,
  windowOf = () => configure().contextTokens,
): Mechanism {
  let measured = 0; // tokens, up to the last reply
  let counted = 0; // messages that are in `measured`

  return {
    hooks: {
      BeforeModel({ messages }) {
        const size = measured + estimateTokens(JSON.stringify(messages.slice(counted)));
        if (size <= windowOf() * FULL) return;
        const dropped = messages.splice(0, Math.floor(messages.length / 2));
        note(`[compact] about ${size} tokens: the oldest ${dropped.length} messages are dropped`);
      },
      AfterModel({ reply: { usage }, messages }) {
        measured = usage.input_tokens + usage.output_tokens;
        counted = messages.length;
      },
    },
  };
}
