// s08 · second draft – the middle of the list goes to a file; the cut separates no call from its result.
import { randomUUID } from "node:crypto";
import type Anthropic from "@anthropic-ai/sdk";
import type { AskModel } from "../../shared/askModel.ts";
import { configure } from "../../shared/client.ts";
import { hasResults } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import type { Mechanism } from "../agent.ts";
import { archive } from "../compact/archive.ts";
import type { HookEvents } from "../hooks.ts";
import type { ToolContext } from "../tools.ts";

export const SUMMARY_RULE = "The middle of a long conversation may be missing.";

const FULL = 0.8;

/** Makes the compactor of one agent: each agent has its own list. */
export function createCompactor(
  _ask: AskModel,
  windowOf = () => configure().contextTokens,
): Mechanism {
  const transcript = `.transcripts/${randomUUID()}.jsonl`;
  let measured = 0; // tokens, up to the last reply
  let counted = 0; // messages that are in `measured`
  let turn: { context: ToolContext; prompt: Anthropic.MessageParam | undefined } | undefined;

  async function makeRoom({ messages, context }: HookEvents["BeforeModel"]) {
    if (turn?.context !== context) turn = { context, prompt: messages.at(-1) }; // a new turn
    const { prompt } = turn;
    const size = measured + estimateTokens(JSON.stringify(messages.slice(counted)));
    if (size <= windowOf() * FULL) return;
    const half = messages.length / 2;
    const from = messages.findIndex((message, at) => at >= half && !hasResults(message));
    const dropped = messages.slice(1, Math.max(from, 1)).filter((message) => message !== prompt);
    if (dropped.length === 0) return; // there is no place to cut
    await archive(dropped, transcript, context);
    const next = messages.filter((message) => !dropped.includes(message));
    messages.splice(0, messages.length, ...next);
    note(`[compact] about ${size} tokens: ${dropped.length} messages are in ${transcript} now`);
  }

  return {
    hooks: {
      BeforeModel: makeRoom,
      AfterModel({ reply: { usage }, messages }) {
        measured = usage.input_tokens + usage.output_tokens;
        counted = messages.length;
      },
    },
  };
}
