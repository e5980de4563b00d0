// s24 · heartbeat/alone – a new agent gets one prompt, and its answer is all that is left of it.
import type Anthropic from "@anthropic-ai/sdk";
import { lastReply } from "../../shared/messages.ts";
import { nobody } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { type Agent, agentLoop, COMPLETE } from "../loop.ts";

/** No person has begun this turn, and none is asked in it. */
export const UNATTENDED = { source: "cron", ask: nobody } as const;

/**
 * The answer of a new agent to a prompt. The agent is made with the mechanism that it is given. Throws what the loop
 * throws, and an Error when the answer is cut off or has no text.
 */
export async function answerAlone(
  make: (own: Mechanism) => Agent,
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  let isCut = false;
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  const watch: Mechanism = {
    hooks: {
      AfterModel({ reply }) {
        isCut = !COMPLETE.includes(reply.stop_reason);
      },
    },
  };
  await agentLoop(make(watch), messages, signal, UNATTENDED);
  const answer = lastReply(messages);
  if (isCut || answer === "") throw new Error("The answer was cut off, or had no text.");
  return answer;
}
