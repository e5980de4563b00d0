// s01 · loop – ask the model, run what it asks for, hand back the results, repeat.
import type Anthropic from "@anthropic-ai/sdk";
import { withoutBlankText } from "../shared/messages.ts";
import type { TurnInfo } from "../shared/terminal.ts";
import type { Hooks } from "./hooks.ts";
import { type Prompt, updateContext } from "./prompt.ts";
import type { Recovery } from "./recovery/recovery.ts";
import { type Content, runTool, type Tool, type ToolContext, toolError, toWire } from "./tools.ts";

/** Everything that an agent is. A second agent is a second value of this type. */
export interface Agent {
  name: string;
  /** What its lines on the screen begin with; "" for the agent that the person talks to. */
  label: string;
  system: string;
  /** The tools that the current model call offers. What is done with its reply uses the same list. */
  tools: Tool<Content>[];
  /** Collects the tools for the next model call: those of servers come and go. */
  pool(signal?: AbortSignal): Promise<Tool<Content>[]>;
  cwd: string;
  /** Gets the model's text as it streams in. */
  say(text: string): void;
  hooks: Hooks;
  getSystemPrompt: Prompt["getSystemPrompt"];
  callModel: Recovery["callModel"];
  /** What its prompt says about the current state, by topic; read before each model call. */
  state: Record<string, () => Promise<string>>;
}

export function contextOf(agent: Agent, signal: AbortSignal, turn: TurnInfo): ToolContext {
  return { agent, cwd: agent.cwd, roots: [agent.cwd], signal, turn };
}

const MAX_MODEL_CALLS = 50;
/** A reply that stopped for one of these reasons is complete. After any other, its last tool call may be cut off. */
export const COMPLETE: (string | null)[] = [
  "end_turn",
  "tool_use",
  "stop_sequence",
  "pause_turn",
  null,
];
const CUT = "This call was cut off, so it did not run. Call again with a shorter input.";

/**
 * Calls the model and runs its tool calls, until a reply has none. Appends to `messages` and keeps the list valid
 * on every path: each tool call gets its result in the next message. Throws what the model call throws, an abort
 * included, and an Error after MAX_MODEL_CALLS.
 */
export async function agentLoop(
  agent: Agent,
  messages: Anthropic.MessageParam[],
  signal: AbortSignal,
  turn: TurnInfo,
): Promise<void> {
  const context = contextOf(agent, signal, turn);
  for (let count = 0; count < MAX_MODEL_CALLS; count++) {
    agent.tools = await agent.pool(signal);
    const system = agent.getSystemPrompt(await updateContext(agent));
    const tools = agent.tools.map(toWire);
    await agent.hooks.emit("BeforeModel", { messages, context });
    const reply = await agent.callModel({ system, messages, tools }, context);
    const content = withoutBlankText(reply.content);
    if (content.length > 0) messages.push({ role: "assistant", content });
    await agent.hooks.emit("AfterModel", { reply, messages, context });

    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) {
      const { again } = await agent.hooks.emit("Stop", { messages, context });
      if (!again) return;
      messages.push({ role: "user", content: again.join("\n\n") });
      continue;
    }
    const cut = COMPLETE.includes(reply.stop_reason) ? undefined : calls.at(-1);

    const results: Anthropic.ToolResultBlockParam[] = [];
    const answer = async (call: Anthropic.ToolUseBlock) => {
      const asked = { call, context };
      const gate =
        call === cut ? { ...asked, denied: CUT } : await agent.hooks.emit("PreToolUse", asked);
      const result = gate.denied
        ? toolError(call, gate.denied)
        : await runTool(agent.tools, gate.call, gate.context);
      const after = await agent.hooks.emit("PostToolUse", { call: gate.call, result, context });
      return { ...after.result, tool_use_id: call.id };
    };
    for (const batch of batchesOf(calls, agent.tools)) {
      results.push(...(await Promise.all(batch.map(answer))));
    }
    messages.push({ role: "user", content: results });
  }
  throw new Error(
    `Stopped after ${MAX_MODEL_CALLS} model calls in one turn. Type "go on" to continue.`,
  );
}

const MAX_AT_ONCE = 3;

/** The calls in groups that run at the same time, in the order of the reply. Most groups are a single call. */
function batchesOf(
  calls: Anthropic.ToolUseBlock[],
  tools: Tool<Content>[],
): Anthropic.ToolUseBlock[][] {
  const concurrent = new Set(tools.filter((tool) => tool.concurrent).map(({ name }) => name));
  const batches: Anthropic.ToolUseBlock[][] = [];
  for (const call of calls) {
    const last = batches.at(-1) ?? [];
    const isOpen = last.length < MAX_AT_ONCE && last.some(({ name }) => concurrent.has(name));
    if (isOpen && concurrent.has(call.name)) last.push(call);
    else batches.push([call]);
  }
  return batches;
}
