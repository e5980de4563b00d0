// s10 · prompt – the system prompt, built from sections by what is there.
import { open, stat } from "node:fs/promises";
import type Anthropic from "@anthropic-ai/sdk";
import { isMissing, resolveInside } from "../shared/files.ts";
import { type Command, note } from "../shared/terminal.ts";
import { estimateTokens } from "../shared/tokens.ts";
import type { Agent } from "./loop.ts";

/** All that a prompt is made of: plain JSON, so that two of them can be compared. */
export interface PromptContext {
  identity: string;
  tools: string[];
  workspace: string;
  /** What was read just now, by topic; "" where there is nothing. */
  state: Record<string, string>;
}

/** One topic of the prompt. */
export interface PromptSection {
  name: string;
  /** Undefined: it is not loaded. A pure function: what it needs to know is in the context. */
  text(context: PromptContext): string | undefined;
  /** May change within a session, so it stands behind those that do not. */
  isVolatile?: true;
}

export interface Prompt {
  /** The prompt for a context. Pure: equal contexts give equal prompts. */
  assembleSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[];
  /** The same, from the cache if it was assembled before. Says on the screen which of the two it was. */
  getSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[];
  /** For the terminal: the sections as they are now, and what they take. */
  command(agent: () => Agent): Command;
}

const MAX_KEPT = 8;
const MAX_STATE = 10_000;
const MAX_BYTES = 4 * MAX_STATE;

export function createPrompt(sections: PromptSection[]): Prompt {
  const cache = new Map<string, { prompt: Anthropic.TextBlockParam[]; isToldOf: boolean }>();

  function loadedIn(context: PromptContext) {
    return sections.flatMap(({ name, text, isVolatile }) => {
      const loaded = text(context);
      return loaded === undefined ? [] : [{ name, text: loaded, isVolatile }];
    });
  }

  function assembleSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[] {
    const loaded = loadedIn(context);
    const textOf = (isVolatile?: true) =>
      loaded
        .filter((section) => section.isVolatile === isVolatile)
        .map(({ text }) => text)
        .join("\n\n");
    const [stable, volatile] = [textOf(), textOf(true)];
    const blocks: Anthropic.TextBlockParam[] = [
      { type: "text", text: stable, cache_control: { type: "ephemeral" } },
      { type: "text", text: volatile },
    ];
    return blocks.filter(({ text }) => text !== "");
  }

  function getSystemPrompt(context: PromptContext): Anthropic.TextBlockParam[] {
    const key = keyOf(context);
    const hit = cache.get(key);
    if (hit) {
      if (!hit.isToldOf) note("[cache hit]", "dim");
      hit.isToldOf = true;
      return hit.prompt;
    }
    const prompt = assembleSystemPrompt(context);
    note(
      `[assembled] sections: ${loadedIn(context)
        .map(({ name }) => name)
        .join(", ")}`,
      "dim",
    );
    cache.set(key, { prompt, isToldOf: false });
    for (const oldest of [...cache.keys()].slice(0, -MAX_KEPT)) cache.delete(oldest);
    return prompt;
  }

  function command(agent: () => Agent): Command {
    return {
      description: "the system prompt as it is now, and what it takes",
      async run() {
        for (const { name, text } of loadedIn(await updateContext(agent()))) {
          note(`[${name}] about ${estimateTokens(text)} tokens`, "cyan");
          note(text);
        }
      },
    };
  }

  return { assembleSystemPrompt, getSystemPrompt, command };
}

/** What is the case now. All reading happens here; nothing is guessed from the words of a conversation. */
export async function updateContext(agent: Agent): Promise<PromptContext> {
  const state: Record<string, string> = {};
  for (const [topic, read] of Object.entries(agent.state)) state[topic] = await read();
  const tools = agent.tools.map(({ name }) => name);
  return { identity: agent.system, tools, workspace: agent.cwd, state };
}

/**
 * A text that is equal for equal contexts, whatever the order their fields were written in. A replacer
 * that is a list of names would be shorter, and wrong: it leaves those names out at every other depth.
 */
export function keyOf(context: PromptContext): string {
  return JSON.stringify(context, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}

/** Reads a file of the workspace for the prompt: "" when there is none, and the beginning of a long one. */
export function fileText(path: string, cwd: string): () => Promise<string> {
  return async () => {
    try {
      const text = (await beginningOf(await resolveInside(path, cwd, [cwd]))).trim();
      if (text.length <= MAX_STATE) return text;
      return `${text.slice(0, MAX_STATE).toWellFormed()}\n… (more of it in ${path})`;
    } catch (error) {
      if (!isMissing(error)) note(`${path} is not in the prompt: ${error}`, "yellow");
      return "";
    }
  };
}

/** As much of a file as can be wanted. Something else than a file, such as a pipe, is not waited for. */
async function beginningOf(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) throw new Error("it is not a file");
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A section that is loaded when a tool is registered. */
export function withTool(tool: string, name: string, text: string): PromptSection {
  return { name, text: ({ tools }) => (tools.includes(tool) ? text : undefined) };
}

/** A section that is loaded when there is something to say; it may change while the agent works. */
export function withState(name: string, text: (state: string) => string): PromptSection {
  return {
    name,
    text: ({ state }) => (state[name] ? text(state[name]) : undefined),
    isVolatile: true,
  };
}
