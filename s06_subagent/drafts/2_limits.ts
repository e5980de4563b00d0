// s06 · second draft – a subagent has a name, a limit, and no subagents of its own.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { asWords, textOf } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { type Agent, agentLoop } from "../loop.ts";
import { defineTool, harmless } from "../tools.ts";

const MAX_REPLIES = 30;

export const DELEGATION_RULE =
  "Use task to give a part of the work to a subagent. It knows only the description that you write.";

const SUBAGENT_RULE =
  "You work for another agent, on one task. Finish it, then answer with a short summary. The other agent reads only this answer.";

type CreateSubagent = (identity: Identity, own: Mechanism[]) => Agent;

/** Brings the tool task. Each call makes a new agent, which does not have it. */
export function createDelegation(createSubagent: CreateSubagent): Mechanism {
  let count = 0;
  const task = defineTool({
    name: "task",
    description: "Let a subagent do a part of the work, and get its summary.",
    input: z.object({ description: z.string() }),
    judge: harmless, // the subagent's own tool calls are judged one by one
    async run({ description }, { agent, signal, turn }) {
      const name = `task-${++count}`;
      const label = `[${name}] `;
      const system = `You are a coding agent working in ${agent.cwd}.\n${SUBAGENT_RULE}`;
      note(`${label}starts`, "magenta");
      const cap = new AbortController();
      const limit: Mechanism = {
        hooks: {
          AfterModel({ messages }) {
            if (repliesIn(messages).length >= MAX_REPLIES) cap.abort();
          },
        },
      };
      const subagent = createSubagent({ ...agent, name, label, system, say() {} }, [limit]);
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: asWords(description) }];
      const either = AbortSignal.any([signal, cap.signal]);
      const ask: typeof turn.ask = (question, stop) => turn.ask(`${label}${question}`, stop);
      try {
        await agentLoop(subagent, messages, either, { ...turn, ask });
      } catch (error) {
        if (!cap.signal.aborted) throw error;
      }
      const replies = repliesIn(messages);
      const text = replies.findLast((one) => one !== "") ?? "";
      return `[completed in ${replies.length} replies]\n${text}`;
    },
  });
  return { tools: [task] };
}

/** The texts of its replies, in order. */
const repliesIn = (messages: readonly Anthropic.MessageParam[]) =>
  messages.filter(({ role }) => role === "assistant").map(textOf);
