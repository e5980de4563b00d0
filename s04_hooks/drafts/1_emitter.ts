// s04 · draft 1: an event emitter. Node has one, so each hook becomes a listener.
import { EventEmitter } from "node:events";
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
  const emitter = new EventEmitter();
  for (const table of tables)
    for (const [name, handler] of Object.entries(table))
      emitter.on(name, async (event) => Object.assign(event, await handler(event)));

  return {
    async emit(name, event) {
      emitter.emit(name, event);
      return event;
    },
  };
}
