// s04 · hooks – what others may do around the loop, without a line in it.
import { inspect } from "node:util";
import type Anthropic from "@anthropic-ai/sdk";
import { note } from "../shared/terminal.ts";
import type { ToolContext } from "./tools.ts";

/** What happens, and what a handler gets to see of it. */
export interface HookEvents {
  /** A person's words, before they enter the history. `refused` keeps them out. */
  UserPromptSubmit: { prompt: string; context: ToolContext; refused?: string };
  /** Before each call of the model; `messages` may be edited in place. */
  BeforeModel: { messages: Anthropic.MessageParam[]; context: ToolContext };
  /** After each reply, which is in `messages` already; its calls wait for their results there. */
  AfterModel: {
    reply: Anthropic.Message;
    messages: readonly Anthropic.MessageParam[];
    context: ToolContext;
  };
  /** Before each tool call. All handlers run; the first `denied` stands. */
  PreToolUse: { call: Anthropic.ToolUseBlock; context: ToolContext; denied?: string };
  /** After each tool call, also a denied one. */
  PostToolUse: {
    call: Anthropic.ToolUseBlock;
    result: Anthropic.ToolResultBlockParam;
    context: ToolContext;
  };
  /** When the model asks for nothing more. `again` goes on with these words, at most 3 times between two tool calls. */
  Stop: { messages: Anthropic.MessageParam[]; context: ToolContext; again?: string };
  /** When `messages` are about to give way to a summary. Who has state the model must know adds it to `notes`. */
  Compacted: { messages: Anthropic.MessageParam[]; context: ToolContext; notes: string[] };
  /** When a request did not fit into the window. Who can makes room, in place; it is tried once more. */
  ContextOverflow: { messages: Anthropic.MessageParam[]; context: ToolContext };
}

export type HookName = keyof HookEvents;

type Change<Name extends HookName> = Partial<HookEvents[Name]> | undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that only looks on returns nothing.
type Answer<Name extends HookName> = Change<Name> | void;

/** Gives the part of its event that it changes, or nothing. */
export type Handler<Name extends HookName> = (
  event: HookEvents[Name],
) => Answer<Name> | Promise<Answer<Name>>;

export interface Hooks {
  /** Handlers run in the order they were added; one added as "last" after all others. */
  on<Name extends HookName>(name: Name, handler: Handler<Name>, place?: "last"): void;
  /** Runs all handlers, one after the other, and gives the event as they left it. Must not throw. */
  emit<Name extends HookName>(name: Name, event: HookEvents[Name]): Promise<HookEvents[Name]>;
}

interface Placed<Name extends HookName> {
  handler: Handler<Name>;
  isLast: boolean;
}

/** Whoever fails at the gate closes it. Elsewhere the failing handler is left out. */
const ON_FAILURE: { [Name in HookName]?: (reason: string) => Change<Name> } = {
  PreToolUse: (reason) => ({
    denied: `A check before the call failed, so it was refused: ${reason}`,
  }),
};

/** So that two hooks, or one that is never content, cannot keep an agent going for ever. */
const MAX_AGAIN = 3;

/** The hooks of one agent. */
export function createHooks(): Hooks {
  let stops = 0;
  const handlers: { [Name in HookName]: Placed<Name>[] } = {
    UserPromptSubmit: [],
    BeforeModel: [],
    AfterModel: [],
    PreToolUse: [],
    PostToolUse: [],
    Stop: [],
    Compacted: [],
    ContextOverflow: [],
  };
  return {
    on(name, handler, place) {
      handlers[name].push({ handler, isLast: place === "last" });
      handlers[name].sort((a, b) => Number(a.isLast) - Number(b.isLast));
    },
    async emit(name, event) {
      let current = event;
      for (const { handler } of handlers[name]) {
        const verdict = verdictOf(current);
        current = { ...current, ...(await run(name, handler, { ...current })), ...verdict };
      }
      if (name === "PostToolUse") stops = 0;
      if (!("again" in current) || current.again === undefined || stops++ < MAX_AGAIN)
        return current;
      return { ...current, again: undefined };
    },
  };
}

async function run<Name extends HookName>(
  name: Name,
  handler: Handler<Name>,
  event: HookEvents[Name],
): Promise<Change<Name>> {
  try {
    return withoutGaps((await handler(event)) ?? undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : inspect(error);
    note(`A ${name} hook failed: ${reason}`, "yellow");
    return ON_FAILURE[name]?.(reason);
  }
}

/** A handler can change what an event holds, but not take it away. */
function withoutGaps<Part extends object>(part: Part | undefined): Part | undefined {
  for (const key in part) if (part[key] === undefined) delete part[key];
  return part;
}

/** What has been refused stays refused, whatever a later handler says. */
function verdictOf(event: HookEvents[HookName]): { denied?: string; refused?: string } {
  if ("denied" in event && event.denied) return { denied: event.denied };
  if ("refused" in event && event.refused) return { refused: event.refused };
  return {};
}
