// s06 · subagent – a second agent does a part of the work, with its own list of messages.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { describeError } from "../shared/errors.ts";
import { asWords, lastReply, lastWords } from "../shared/messages.ts";
import { note, type TurnInfo, turnFor } from "../shared/terminal.ts";
import type { Identity, Mechanism } from "./agent.ts";
import { type Agent, agentLoop, COMPLETE } from "./loop.ts";
import { defineTool, harmless, type ToolContext } from "./tools.ts";

const MAX_REPLIES = 30;

/** What the lead's system prompt says about subagents. */
export const DELEGATION_RULE =
  "Use task to give broad searches and self-contained parts of the work to a subagent. It knows only the description that you write.";

/** What a subagent's system prompt says. */
const SUBAGENT_RULE =
  "You work for another agent, on one task. Finish it, then answer with a short summary: what you did, what you found, which files. The other agent reads only this answer.";

/** Makes an agent with the mechanisms that every agent has, and with its `own`. code.ts knows them. */
type CreateSubagent = (identity: Identity, own: Mechanism[]) => Agent;

/** How far a subagent has come. */
interface Progress {
  replies: number;
  /** True when its last reply is not complete: cut off, or declined. */
  isCut: boolean;
  /** Aborts its work after too many replies. */
  cap: AbortController;
}

/** Brings the tool task. Each call makes a new agent, whose first and only prompt is the description. */
export function createDelegation(createSubagent: CreateSubagent): Mechanism {
  let count = 0;
  const task = defineTool({
    name: "task",
    effect: "works",
    description:
      "Let a subagent do a part of the work, and get its summary. It does not see your messages. Several calls in one reply run at the same time.",
    input: z.object({
      description: z
        .string()
        .trim()
        .min(1)
        .describe("All it needs to know: the goal, the files, the limits"),
    }),
    judge: harmless, // the subagent's own tool calls are judged one by one
    concurrent: true,
    async run({ description }, context) {
      const name = `task-${++count}`;
      note(`[${name}] starts`, "magenta");
      const progress: Progress = { replies: 0, isCut: false, cap: new AbortController() };
      const own = [watch(progress), worksWith(context)];
      const subagent = createSubagent(identityOf(name, context), own);
      return work(subagent, description, progress, context);
    },
  });
  return { tools: [task] };
}

/** Like the agent that calls it, but its text is not printed. */
function identityOf(name: string, { agent: caller, cwd }: ToolContext): Identity {
  return {
    ...caller,
    name,
    label: `[${name}] `,
    system: `You are a coding agent working in ${cwd}.\n${SUBAGENT_RULE}`,
    say() {},
  };
}

/** Its calls run in the folder in which the agent that has called it works. */
function worksWith({ cwd, roots }: ToolContext): Mechanism {
  return { hooks: { PreToolUse: ({ context }) => ({ context: { ...context, cwd, roots } }) } };
}

/** The turn of the caller goes on in the subagent, whose questions begin with its label. */
const turnOf = ({ label }: Agent, turn: TurnInfo) => turnFor(label, turn);

/** Counts the replies, and stops the subagent at the limit if it still calls tools. */
function watch(progress: Progress): Mechanism {
  return {
    hooks: {
      AfterModel({ reply }) {
        progress.replies++;
        progress.isCut = !COMPLETE.includes(reply.stop_reason);
        const hasCalls = reply.content.some(({ type }) => type === "tool_use");
        if (progress.replies >= MAX_REPLIES && hasCalls) progress.cap.abort();
      },
    },
  };
}

/** Runs the loop for the subagent, and reports how it went. Throws when the work failed or was interrupted. */
async function work(
  subagent: Agent,
  description: string,
  progress: Progress,
  { signal, turn }: ToolContext,
): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: asWords(description) }];
  const { cap } = progress;
  try {
    const either = AbortSignal.any([signal, cap.signal]);
    await agentLoop(subagent, messages, either, turnOf(subagent, turn));
  } catch (error) {
    if (signal.aborted) throw new Error(report("interrupted after", progress, lastWords(messages)));
    if (cap.signal.aborted) return report("not done, stopped after", progress, lastWords(messages));
    throw new Error(report(`failed: ${describeError(error)} After`, progress, lastWords(messages)));
  }
  const how = progress.isCut ? "not done, cut off after" : "completed in";
  return report(how, progress, lastReply(messages));
}

function report(how: string, { replies }: Progress, text: string): string {
  return `[${how} ${replies} ${replies === 1 ? "reply" : "replies"}]\n${text || "(no text)"}`;
}
