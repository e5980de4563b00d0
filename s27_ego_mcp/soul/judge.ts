// s25 · soul/judge – what is said of a proposal before the person sees it: the fixed checks, and a second look by the model.
import type Anthropic from "@anthropic-ai/sdk";
import type { AskModel } from "../../shared/askModel.ts";
import { blocksOf } from "../../shared/messages.ts";
import type { ToolContext } from "../tools.ts";
import { CONTRACT, check } from "./checks.ts";
import type { Judge, Proposal } from "./history.ts";
import { askAboutIt } from "./question.ts";

type Messages = readonly Anthropic.MessageParam[];

/** What was said before a proposal. */
export interface Talk {
  messages: Messages;
  /** The prompts that the person has typed. A server's prompt looks the same in the messages. */
  typed: readonly string[];
}

/** Parts of the prompt that come from files and servers. */
const FROM_OUTSIDE = ["memory", "skills", "mcp", "diary"];
/** So many of the person's last prompts go along with the question. */
const MAX_SAID = 10;

/** Judges a proposal by the conversation that it comes from. A text that a check refuses is not asked about. */
export const judgeOf =
  (ask: AskModel, talk: Talk, proposal: Proposal, context: ToolContext): Judge =>
  async ({ active, versions }) => {
    const { agent, signal } = context;
    const text = active?.text ?? "";
    const findings = check({
      text: proposal.text,
      active: text,
      vetoed: versions.filter(({ state }) => state === "vetoed").map((one) => one.text),
      outside: await outsideOf(talk, context),
      typed: talk.typed.join("\n"),
      tools: agent.tools.map(({ name }) => name),
    });
    if (!findings.some(({ verdict }) => verdict === "failed")) {
      const rules = (await agent.state.bootstrap?.()) ?? "";
      const said = talk.typed.slice(-MAX_SAID);
      findings.push(await askAboutIt(ask, { proposal, active: text, rules, said }, signal));
    }
    return { contract: CONTRACT, findings };
  };

/** All that was said to the agent, as far as its history and its prompt have it. */
async function outsideOf({ messages }: Talk, { agent }: ToolContext): Promise<string> {
  const own = new Set(messages.flatMap(blocksOf).flatMap(idOfOwn));
  const heard = messages.filter(({ role }) => role === "user").flatMap(blocksOf);
  const inPrompt = FROM_OUTSIDE.map((topic) => agent.state[topic]?.() ?? "");
  const described = agent.tools
    .filter(({ isGuest }) => isGuest)
    .map(({ description }) => description);
  return [
    ...heard.flatMap((block) => heardIn(block, own)),
    ...described,
    ...(await Promise.all(inPrompt)),
  ].join("\n");
}

/** What its own tools have told it about its proposals is not from outside. */
const idOfOwn = (block: Anthropic.ContentBlockParam) =>
  block.type === "tool_use" && block.name.startsWith("soul_") ? [block.id] : [];

function heardIn(block: Anthropic.ContentBlockParam, own: Set<string>): string[] {
  if (block.type === "text") return [block.text];
  if (block.type !== "tool_result" || own.has(block.tool_use_id)) return [];
  const { content = "" } = block;
  if (typeof content === "string") return [content];
  return content.map((part) => (part.type === "text" ? part.text : ""));
}
