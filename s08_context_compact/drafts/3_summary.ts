// s08 · third draft – when the window is nearly full, the model writes a summary, which replaces the list.
import { randomUUID } from "node:crypto";
import type Anthropic from "@anthropic-ai/sdk";
import type { AskModel } from "../../shared/askModel.ts";
import { configure } from "../../shared/client.ts";
import { addNote, hasResults } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import type { Mechanism } from "../agent.ts";
import { archive } from "../compact/archive.ts";
import type { Compaction, Messages } from "../compact/state.ts";
import { firstWords, summaryQuestion } from "../compact/summary.ts";
import { compactTool } from "../compact/tool.ts";
import type { HookEvents } from "../hooks.ts";
import type { ToolContext } from "../tools.ts";

export const SUMMARY_RULE = 'A note of the kind "summary" tells what happened before.';

const FULL = 0.8;

/** Makes the compactor of one agent: each agent has its own list. */
export function createCompactor(
  ask: AskModel,
  windowOf = () => configure().contextTokens,
): Mechanism {
  const transcript = `.transcripts/${randomUUID()}.jsonl`;
  const state: Pick<Compaction, "wanted"> = { wanted: undefined };
  let measured = 0; // tokens, up to the last reply
  let counted = 0; // messages that are in `measured`
  let began_with = "";
  let turn: { context: ToolContext; content: Anthropic.MessageParam["content"] } | undefined;

  const sizeOf = (messages: Messages) =>
    measured + estimateTokens(JSON.stringify(messages.slice(counted)));

  async function makeRoom({ messages, context }: HookEvents["BeforeModel"]) {
    const last = messages.at(-1);
    if (last === undefined) return;
    if (turn?.context !== context) turn = { context, content: last.content }; // a new turn
    const { content } = turn;
    const dropped = messages.slice(0, hasResults(last) ? -2 : -1);
    const isDue = state.wanted || sizeOf(messages) > windowOf() * FULL;
    if (!isDue || dropped.length < 2) return;
    state.wanted = undefined;
    began_with ||= firstWords(messages);
    note("[compact] asking the model for a summary …");
    const summary = await ask(summaryQuestion(dropped, windowOf(), undefined), context.signal);
    await archive(dropped, transcript, context);
    const first: Anthropic.MessageParam = { role: "user", content };
    addNote(first, "summary", JSON.stringify({ began_with, summary, transcript }));
    const unread = messages.slice(dropped.length).filter((message) => message.content !== content);
    messages.splice(0, messages.length, first, ...unread);
    note(`[compact] ${dropped.length} messages became a summary; they are in ${transcript}`);
  }

  return {
    tools: [compactTool(state)],
    hooks: {
      BeforeModel: makeRoom,
      AfterModel({ reply: { usage }, messages }) {
        measured = usage.input_tokens + usage.output_tokens;
        counted = messages.length;
      },
    },
  };
}
