// s06 · third draft – the subagents of one reply work side by side.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { asWords, textOf } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { editFile, readFile, writeFile } from "../files.ts";
import { type Agent, agentLoop } from "../loop.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";

const MAX_REPLIES = 30;

export const DELEGATION_RULE =
  "Use task to give a part of the work to a subagent. It knows only the description that you write.";

/** As they are in s02: nothing keeps two agents apart that change the same file. */
const PLAIN = [readFile, writeFile, editFile];

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
    concurrent: true,
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
        const tools = subagent.tools.map(plain);
        await agentLoop({ ...subagent, tools }, messages, either, { ...turn, ask });
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

const plain = (tool: Tool) => PLAIN.find(({ name }) => name === tool.name) ?? tool;

/** The texts of its replies, in order. */
const repliesIn = (messages: readonly Anthropic.MessageParam[]) =>
  messages.filter(({ role }) => role === "assistant").map(textOf);
