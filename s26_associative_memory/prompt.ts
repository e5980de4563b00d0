// s10 · prompt – assembles the system prompt from sections for the current state, and marks what the API caches.
import type Anthropic from "@anthropic-ai/sdk";
import { describeError } from "../shared/errors.ts";
import { isMissing } from "../shared/files.ts";
import { beginningOf, plainPath } from "../shared/plainFiles.ts";
import { tellOnce } from "../shared/tellOnce.ts";
import { explain } from "../shared/terminal.ts";
import type { Agent } from "./loop.ts";

/** Everything that the system prompt depends on, as plain JSON, so that two contexts can be compared. */
export interface PromptContext {
  identity: string;
  tools: string[];
  workspace: string;
  /** What was just read, by topic; "" for a topic with nothing to say. */
  state: Record<string, string>;
}

/** full: for the agent that the person talks to. minimal: for its helpers. none: nothing but who the agent is. */
export const MODES = ["full", "minimal", "none"] as const;
export type PromptMode = (typeof MODES)[number];

/** The mode is a part of the state that only the lead has. An agent that brings none gets `minimal`: rather too little than too much. */
export const modeOf = ({ state }: PromptContext): PromptMode =>
  MODES.find((mode) => mode === state.mode) ?? "minimal";

/** What a section says. A pure function: everything it needs is in the context. Undefined leaves the section out. */
export type SectionText = (context: PromptContext) => string | undefined;

/** One topic of the system prompt. */
export interface PromptSection {
  name: string;
  text: SectionText;
  /** May change within a session. Such sections come after the others, so that the others stay cached. */
  isVolatile?: true;
}

export interface Prompt {
  /** The system prompt for a context. Pure: equal contexts give equal prompts. */
  assembleSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[];
  /** The same, from the cache if it was assembled before. With EXPLAIN=1 it prints which of the two it was. */
  getSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[];
}

const MAX_ENTRIES = 8;
const MAX_STATE = 10_000;
const MAX_BYTES = 4 * MAX_STATE;
const CACHED = { cache_control: { type: "ephemeral" } } as const;

export function createPrompt(sections: PromptSection[]): Prompt {
  const cache = new Map<string, Anthropic.TextBlockParam[]>();

  function getSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[] {
    const key = keyOf(context);
    const known = cache.get(key);
    if (known) {
      explain("[cache hit]");
      return known;
    }
    const names = loadedIn(sections, context).map(({ name }) => name);
    explain(`[assembled] sections: ${names.join(", ")}`);
    const prompt = assemble(sections, context);
    cache.set(key, prompt);
    for (const oldest of [...cache.keys()].slice(0, -MAX_ENTRIES)) cache.delete(oldest);
    return prompt;
  }

  return {
    assembleSystemPrompt: (context) => assemble(sections, context),
    getSystemPrompt,
  };
}

/** The sections that a context loads, each with its text. */
export function loadedIn(sections: PromptSection[], context: PromptContext) {
  return sections.flatMap(({ name, text, isVolatile = false }) => {
    const loaded = text(context);
    return loaded === undefined ? [] : [{ name, text: loaded, isVolatile }];
  });
}

/** Two blocks: when the second one changes, the request up to the end of the first one is still cached. */
function assemble(sections: PromptSection[], context: PromptContext): Anthropic.TextBlockParam[] {
  const loaded = loadedIn(sections, context);
  const textOf = (isVolatile: boolean) =>
    loaded
      .filter((section) => section.isVolatile === isVolatile)
      .map(({ text }) => text)
      .join("\n\n");
  const blocks: Anthropic.TextBlockParam[] = [
    { type: "text", text: textOf(false), ...CACHED },
    { type: "text", text: textOf(true), ...CACHED },
  ];
  return blocks.filter(({ text }) => text !== "");
}

/** Collects the current state. All reading happens here, and nothing is guessed from the words of a conversation. */
export async function updateContext(agent: Agent): Promise<PromptContext> {
  const state: Record<string, string> = {};
  for (const [topic, read] of Object.entries(agent.state)) state[topic] = await read();
  const tools = agent.tools.filter((tool) => !tool.isGuest).map(({ name }) => name);
  const workspace = agent.cwd.replaceAll(/\s/g, " "); // a line feed in its name would begin a paragraph of the prompt
  return { identity: agent.system, tools, workspace, state };
}

/**
 * A string that is the same for equal contexts, whatever the order of their fields. JSON.stringify with a list of
 * names would be shorter, but wrong: the list also filters the fields of the objects inside.
 */
export function keyOf(context: PromptContext): string {
  return JSON.stringify(context, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}

/**
 * A copy of the messages with cache marks at the end of the last two user messages. The last mark caches this
 * request. The mark before it is where the previous request ended: from a mark the API looks back only 20 blocks for a
 * cached beginning, and a reply may have more blocks than that. Source: the API's documentation, prompt caching.
 */
export function withCacheMarks(messages: Anthropic.MessageParam[]): Anthropic.MessageParam[] {
  const isUser = ({ role }: Anthropic.MessageParam) => role === "user";
  const last = messages.findLastIndex(isUser);
  const before = messages.slice(0, Math.max(last, 0)).findLastIndex(isUser);
  return messages.map((message, at) =>
    at === last || at === before ? withMark(message) : message,
  );
}

function withMark(message: Anthropic.MessageParam): Anthropic.MessageParam {
  if (message.role !== "user") return message;
  const { content } = message;
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const end = blocks.at(-1);
  if (end === undefined || !isMarkable(end)) return message;
  return { ...message, content: [...blocks.slice(0, -1), { ...end, ...CACHED }] };
}

/** A user message ends in a text or a tool result, and both can carry a cache mark. */
function isMarkable(block: Anthropic.ContentBlockParam) {
  return block.type === "text" || block.type === "tool_result";
}

/**
 * Reads a file of the workspace for the system prompt: "" when there is none, and the beginning of a long one. What
 * cannot be used, such as a link, is left out, and a line on the screen says so, once.
 */
export function fileText(path: string, cwd: string): () => Promise<string> {
  const tell = tellOnce(`${path} is left out of the system prompt:`);
  return async () => {
    try {
      plainPath(path, cwd); // throws for a link, and says which part of the path it is
      const text = beginningOf(path, cwd, MAX_BYTES).toString("utf8").trim();
      if (text.length <= MAX_STATE) return text;
      return `${text.slice(0, MAX_STATE).toWellFormed()}\n… (more of it in ${path})`;
    } catch (error) {
      if (!isMissing(error)) tell(describeError(error));
      return "";
    }
  };
}

/** The text of a section that is loaded when the agent has this tool. */
export function withTool(tool: string, text: string): SectionText {
  return ({ tools }) => (tools.includes(tool) ? text : undefined);
}

/** The text of a section that is loaded when its topic has something to say; `text` puts it into words. */
export function withState(topic: string, text = (state: string) => state): SectionText {
  return ({ state }) => (state[topic] ? text(state[topic]) : undefined);
}
