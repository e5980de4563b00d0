// s10 · first draft – the sections become one string, made anew before each model call.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";

/** Everything that the system prompt depends on. */
export interface PromptContext {
  identity: string;
  tools: string[];
  workspace: string;
  /** What was just read, by topic; "" for a topic with nothing to say. */
  state: Record<string, string>;
}

export interface PromptSection {
  name: string;
  /** Undefined leaves the section out. */
  text(context: PromptContext): string | undefined;
}

export interface Prompt {
  getSystemPrompt(context: PromptContext): string;
  promptCommand(agent: () => Agent): Mechanism;
}

export function createPrompt(sections: PromptSection[]): Prompt {
  function getSystemPrompt(context: PromptContext): string {
    const loaded = sections.flatMap(({ name, text }) => {
      const words = text(context);
      return words === undefined ? [] : [{ name, words }];
    });
    note(`[assembled] sections: ${loaded.map(({ name }) => name).join(", ")}`, "dim");
    return loaded.map(({ words }) => words).join("\n\n");
  }
  return { getSystemPrompt, promptCommand: () => ({}) };
}

export async function updateContext(agent: Agent): Promise<PromptContext> {
  const state: Record<string, string> = {};
  for (const [topic, read] of Object.entries(agent.state)) state[topic] = await read();
  const tools = agent.tools.map(({ name }) => name);
  return { identity: agent.system, tools, workspace: agent.cwd, state };
}

export const withTool = (tool: string, name: string, text: string): PromptSection => ({
  name,
  text: ({ tools }) => (tools.includes(tool) ? text : undefined),
});

export const withState = (name: string, text: (state: string) => string): PromptSection => ({
  name,
  text: ({ state }) => (state[name] ? text(state[name]) : undefined),
});

export const fileText = (path: string, cwd: string) => async () => {
  const text = await readFile(join(cwd, path), "utf8").catch(() => "");
  return text.trim();
};

/** The messages go as they are. */
export const withCacheMarks = (messages: Anthropic.MessageParam[]) => messages;
