// s01 · loop – ask the model, run what it asks for, hand back the results, repeat.
import type Anthropic from "@anthropic-ai/sdk";
import { client, MODEL } from "../shared/client.ts";
import { withoutBlankText } from "../shared/messages.ts";
import { runTool, type ToolContext, toolError } from "./tools.ts";

/** Everything that an agent is. A second agent is a second value of this type. */
export interface Agent {
  name: string;
  system: string;
  tools: Anthropic.Tool[];
  cwd: string;
  /** Gets the model's text as it streams in. */
  say(text: string): void;
}

export function contextOf(agent: Agent, signal: AbortSignal): ToolContext {
  return { agent, cwd: agent.cwd, signal };
}

const MAX_MODEL_CALLS = 50;
/** A reply that stopped for one of these reasons is complete. After any other, its last tool call may be cut off. */
const COMPLETE: (string | null)[] = ["end_turn", "tool_use", "stop_sequence", "pause_turn", null];
const CUT = "This call was cut off, so it did not run. Call again with a shorter input.";

/**
 * Calls the model and runs its tool calls, until a reply has none. Appends to `messages` and keeps the list valid
 * on every path: each tool call gets its result in the next message. Throws what the model call throws, an abort
 * included, and an Error after MAX_MODEL_CALLS.
 */
export async function agentLoop(
  agent: Agent,
  messages: Anthropic.MessageParam[],
  signal: AbortSignal,
): Promise<void> {
  const context = contextOf(agent, signal);
  for (let count = 0; count < MAX_MODEL_CALLS; count++) {
    const { system, tools } = agent;
    const reply = await client.messages
      .stream({ model: MODEL, system, messages, tools, max_tokens: 8000 }, { signal })
      .on("text", agent.say)
      .finalMessage();
    const content = withoutBlankText(reply.content);
    if (content.length > 0) messages.push({ role: "assistant", content });

    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return;
    const cut = COMPLETE.includes(reply.stop_reason) ? undefined : calls.at(-1);

    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const call of calls) {
      results.push(call === cut ? toolError(call, CUT) : await runTool(call, context));
    }
    messages.push({ role: "user", content: results });
  }
  throw new Error(
    `Stopped after ${MAX_MODEL_CALLS} model calls in one turn. Type "go on" to continue.`,
  );
}
