// s06 · subagent – a part of the work, done by a second agent on messages of its own.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { describeError } from "../shared/errors.ts";
import { textOf } from "../shared/messages.ts";
import { note } from "../shared/terminal.ts";
import { type Agent, agentLoop } from "./loop.ts";
import { defineTool, type Tool } from "./tools.ts";

const MAX_REPLIES = 30;

/** What the lead's system prompt says about it. */
export const DELEGATION_RULE =
  "Give wide searches and self-contained parts of the work to a subagent with task. It knows nothing but the description you write.";

/** What a subagent's system prompt says. */
export const SUBAGENT_RULE =
  "You work for another agent, on one task. Do it to its end, then answer with a short summary: what you did, what you found, which files. Only this answer is read.";

/** The tool that makes a new agent for each call and lets it work on nothing but the description. */
export function createTask(createSubagent: (name: string) => Agent): Tool {
  let count = 0;
  return defineTool({
    name: "task",
    description:
      "Let a subagent do a part of the work, and get its summary. It starts without your messages. Several in one reply work side by side.",
    input: z.object({
      description: z
        .string()
        .trim()
        .min(1)
        .describe("All it needs to know: the aim, files, limits"),
    }),
    concurrent: true,
    async run({ description }, { signal }) {
      const name = `task-${++count}`;
      note(`[${name}] starts`, "magenta");
      return work(createSubagent(name), description, signal);
    },
  });
}

/** Runs the loop once more, for somebody else, and tells how it went. Throws when it failed or was interrupted. */
async function work(subagent: Agent, description: string, signal: AbortSignal): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: description }];
  const cap = new AbortController();
  let replies = 0;
  let isCut = false;
  subagent.hooks.on("AfterModel", ({ reply }) => {
    replies++;
    isCut = reply.stop_reason === "max_tokens" || reply.stop_reason === "refusal";
    const goesOn = reply.content.some(({ type }) => type === "tool_use");
    if (replies >= MAX_REPLIES && goesOn) cap.abort();
  });
  const quiet = { ...subagent, say: () => {} }; // its words are its own, only its answer counts
  const told = (how: string, text: string) =>
    `[${how} ${replies} ${replies === 1 ? "reply" : "replies"}]\n${text || "(it said nothing)"}`;
  try {
    await agentLoop(quiet, messages, AbortSignal.any([signal, cap.signal]));
  } catch (error) {
    const how = cap.signal.aborted
      ? "not done, stopped after"
      : `failed: ${describeError(error)} After`;
    const result = told(signal.aborted ? "interrupted after" : how, lastWords(messages));
    if (cap.signal.aborted && !signal.aborted) return result;
    throw new Error(result);
  }
  return told(isCut ? "not done, cut off after" : "completed in", answerOf(messages));
}

/** Its last reply; one without words may be missing from the messages. */
function answerOf(messages: Anthropic.MessageParam[]): string {
  const last = messages.at(-1);
  return last?.role === "assistant" ? textOf(last) : "";
}

/** What it said last before it was stopped: a reply that only calls tools says nothing. */
function lastWords(messages: Anthropic.MessageParam[]): string {
  const replies = messages.filter(({ role }) => role === "assistant").map(textOf);
  return replies.findLast((text) => text !== "") ?? "";
}
