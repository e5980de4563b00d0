// s04 · draft 2: one hook after the other. Each is waited for, and its change goes into the event.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { Source } from "../../shared/terminal.ts";
import type { ToolContext } from "../tools.ts";

type Messages = Anthropic.MessageParam[];
type Call = Anthropic.ToolUseBlock;
type Result = Anthropic.ToolResultBlockParam;

/** The events, and what a handler gets with each. */
export interface HookEvents {
  UserPromptSubmit: { prompt: string; source: Source; context: ToolContext; refused?: string };
  BeforeModel: { messages: Messages; context: ToolContext };
  AfterModel: { reply: Anthropic.Message; messages: Messages; context: ToolContext };
  PreToolUse: { call: Call; context: ToolContext; denied?: string };
  PostToolUse: { call: Call; result: Result; context: ToolContext };
  Stop: { messages: Messages; context: ToolContext; again?: string[] };
}

export type HookName = keyof HookEvents;

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that changes nothing returns nothing.
type Answer<Name extends HookName> = Partial<HookEvents[Name]> | void;

/** Returns the part of its event that it changes, or nothing. */
export type Handler<Name extends HookName> = (
  event: HookEvents[Name],
) => Answer<Name> | Promise<Answer<Name>>;

export type HookTable = { [Name in HookName]?: Handler<Name> };

export interface Hooks {
  emit<Name extends HookName>(name: Name, event: HookEvents[Name]): Promise<HookEvents[Name]>;
}

export function createHooks(tables: HookTable[]): Hooks {
  const all = [...tables, ...ofTheFolder()];
  return {
    async emit(name, event) {
      let current = event;
      for (const table of all) {
        const change = await table[name]?.(current);
        current = { ...current, ...change };
      }
      return current;
    },
  };
}

/** Hooks of your own, in hooks.cjs. Only for playing: a folder that you have cloned could bring some, too. */
function ofTheFolder(): HookTable[] {
  const path = join(process.cwd(), "hooks.cjs");
  return existsSync(path) ? [createRequire(path)(path)] : [];
}
