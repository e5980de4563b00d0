// s01 · first draft – one model call, and its reply is kept.
import type Anthropic from "@anthropic-ai/sdk";
import { client, MODEL } from "../../shared/client.ts";

/** Everything that an agent is. */
export interface Agent {
  name: string;
  system: string;
  tools: Anthropic.Tool[];
  cwd: string;
  /** Gets the model's text as it streams in. */
  say(text: string): void;
}

/** Calls the model once, and appends its reply to `messages`. */
export async function agentLoop(
  agent: Agent,
  messages: Anthropic.MessageParam[],
  signal: AbortSignal,
): Promise<void> {
  const { system, tools } = agent;
  const reply = await client.messages
    .stream({ model: MODEL, system, messages, tools, max_tokens: 8000 }, { signal })
    .on("text", agent.say)
    .finalMessage();
  messages.push({ role: "assistant", content: reply.content });
}
