// s04 · hooks – named events around the loop, and the functions that are called when they happen.
import { inspect } from "node:util";
import type Anthropic from "@anthropic-ai/sdk";
import { note, type Source } from "../shared/terminal.ts";
import type { ToolContext } from "./tools.ts";

/** The events, and what a handler gets with each. */
export interface HookEvents {
  /** Before a prompt enters the history. `source` says who gave it: the person or a part of the program. `refused` keeps it out. */
  UserPromptSubmit: { prompt: string; source: Source; context: ToolContext; refused?: string };
  /** Before each model call. A handler may edit `messages` in place. */
  BeforeModel: { messages: Anthropic.MessageParam[]; context: ToolContext };
  /** After each reply. The reply is in `messages` already, the results of its tool calls are not. */
  AfterModel: {
    reply: Anthropic.Message;
    messages: readonly Anthropic.MessageParam[];
    context: ToolContext;
  };
  /** Before each tool call. All handlers run, and the first `denied` counts. */
  PreToolUse: { call: Anthropic.ToolUseBlock; context: ToolContext; denied?: string };
  /** After each tool call, even one that was denied. */
  PostToolUse: {
    call: Anthropic.ToolUseBlock;
    result: Anthropic.ToolResultBlockParam;
    context: ToolContext;
  };
  /**
   * When a reply has no tool call. If handlers return `again`, the agent goes on with all these texts as the next
   * message. Each handler can do so three times since the last prompt or tool call, or `atMost` times.
   */
  Stop: {
    messages: Anthropic.MessageParam[];
    context: ToolContext;
    again?: string[];
    atMost?: number;
  };
  /** When `messages` are about to be replaced by a summary. A mechanism returns as `notes` what the model must still know. */
  Compacted: { messages: Anthropic.MessageParam[]; context: ToolContext; notes?: string[] };
  /** When a request did not fit into the window. A mechanism makes room in `messages`; then the request is sent once more. */
  ContextOverflow: { messages: Anthropic.MessageParam[]; context: ToolContext };
}

export type HookName = keyof HookEvents;

type Change<Name extends HookName> = Partial<HookEvents[Name]> | undefined;

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that changes nothing returns nothing.
type Answer<Name extends HookName> = Change<Name> | void;

/** Returns the part of its event that it changes, or nothing. */
export type Handler<Name extends HookName> = (
  event: HookEvents[Name],
) => Answer<Name> | Promise<Answer<Name>>;

/** The handlers of one mechanism. */
export type HookTable = { [Name in HookName]?: Handler<Name> };

export interface Hooks {
  /** Runs the handlers one after the other, and returns the event with their changes. Must not throw. */
  emit<Name extends HookName>(name: Name, event: HookEvents[Name]): Promise<HookEvents[Name]>;
}

/** If a check before a tool call throws, the call is refused. A handler of any other event is skipped when it throws. */
const ON_FAILURE: { [Name in HookName]?: (reason: string) => Change<Name> } = {
  PreToolUse: (reason) => ({
    denied: `A check before the call failed, so the call was refused: ${reason}`,
  }),
};

const MAX_AGAIN = 3;

/** The hooks of one agent. The handlers of an event run in the order of the tables. */
export function createHooks(tables: HookTable[]): Hooks {
  /** How often each of them has returned `again` since the last prompt or tool call. */
  const counts = new Map<HookTable, number>();

  /** Without a limit, a Stop hook that always returns `again` would keep the agent running forever. */
  function isOverLimit(table: HookTable, change: Change<HookName>): boolean {
    if (change === undefined || !("again" in change)) return false;
    const count = (counts.get(table) ?? 0) + 1;
    counts.set(table, count);
    return count > (change.atMost ?? MAX_AGAIN);
  }

  return {
    async emit(name, event) {
      if (name === "UserPromptSubmit" || name === "PostToolUse") counts.clear();
      let current = event;
      for (const table of tables) {
        const handler = table[name];
        if (handler === undefined) continue;
        const change = await run(name, handler, { ...current });
        if (isOverLimit(table, change)) continue;
        current = { ...current, ...change, ...joined(current, change), ...verdictOf(current) };
      }
      return current;
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
    note(`The ${name} hook failed: ${reason}`, "yellow");
    return ON_FAILURE[name]?.(reason);
  }
}

/** A handler can change the fields of an event, but not remove them. */
function withoutGaps<Part extends object>(part: Part | undefined): Part | undefined {
  for (const key in part) if (part[key] === undefined) delete part[key];
  return part;
}

/** What several handlers say at a stop, or before a summary, is joined, in their order. */
function joined(
  event: HookEvents[HookName],
  change: Change<HookName> = {},
): { again?: string[]; notes?: string[] } {
  if ("again" in event && "again" in change)
    return { again: [...(event.again ?? []), ...(change.again ?? [])] };
  if ("notes" in event && "notes" in change)
    return { notes: [...(event.notes ?? []), ...(change.notes ?? [])] };
  return {};
}

/** What has been refused stays refused, whatever a later handler returns. */
function verdictOf(event: HookEvents[HookName]): { denied?: string; refused?: string } {
  if ("denied" in event && event.denied) return { denied: event.denied };
  if ("refused" in event && event.refused) return { refused: event.refused };
  return {};
}
