// s06 · first draft – a second call of the loop, with a list of its own.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { textOf } from "../../shared/messages.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { type Agent, agentLoop } from "../loop.ts";
import { defineTool, harmless } from "../tools.ts";

export const DELEGATION_RULE =
  "Use task to give a part of the work to a subagent. It knows only the description that you write.";

type CreateSubagent = (identity: Identity, own: Mechanism[]) => Agent;

/** Brings the tool task. A subagent is an agent like its caller, and has the tool, too. */
export function createDelegation(createSubagent: CreateSubagent): Mechanism {
  const task = defineTool({
    name: "task",
    description: "Let a subagent do a part of the work, and get its answer.",
    input: z.object({ description: z.string() }),
    judge: harmless, // the subagent's own tool calls are judged one by one
    async run({ description }, { agent, signal, turn }) {
      const subagent = createSubagent(agent, [delegation]);
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: description }];
      await agentLoop(subagent, messages, signal, turn);
      const last = messages.at(-1);
      return last === undefined ? "" : textOf(last);
    },
  });
  const delegation = { tools: [task] };
  return delegation;
}
