// s01 · tools – one tool call in, exactly one tool result out, whatever happens.
import type Anthropic from "@anthropic-ai/sdk";
import { note } from "../shared/terminal.ts";
import { runBash } from "./bash.ts";
import type { Agent } from "./loop.ts";

/** What a tool gets besides its input. */
export interface ToolContext {
  agent: Agent;
  cwd: string;
  signal: AbortSignal;
}

const INTERRUPTED = "Interrupted; this call did not run.";

/** Must not throw: whatever goes wrong becomes an error result that the model can read. */
export async function runTool(
  call: Anthropic.ToolUseBlock,
  context: ToolContext,
): Promise<Anthropic.ToolResultBlockParam> {
  if (context.signal.aborted) return toolError(call, INTERRUPTED);
  note(`> ${call.name} ${oneLine(call.input)}`, "yellow");
  try {
    const content = await dispatch(call, context);
    note(preview(content), "dim");
    return { type: "tool_result", tool_use_id: call.id, content };
  } catch (error) {
    return toolError(call, error instanceof Error ? error.message : String(error));
  }
}

async function dispatch(call: Anthropic.ToolUseBlock, context: ToolContext): Promise<string> {
  if (call.name !== "bash") throw new Error(`There is no tool ${call.name}. Use bash.`);
  return runBash(commandIn(call.input), context);
}

/** The model wrote the input, so nothing about it is certain. */
function commandIn(input: unknown): string {
  const hasCommand = typeof input === "object" && input !== null && "command" in input;
  if (hasCommand && typeof input.command === "string") return input.command;
  throw new Error('The input must be {"command": "…"}, with a string. Call again in this form.');
}

/** The result of a call that failed or did not run. Both the person and the model see the reason. */
export function toolError(
  call: Anthropic.ToolUseBlock,
  reason: string,
): Anthropic.ToolResultBlockParam {
  note(`error: ${preview(reason)}`, "red");
  return { type: "tool_result", tool_use_id: call.id, content: reason, is_error: true };
}

/** A long text without its middle. The end stays: the last line says how a failed command ended. */
function preview(text: string): string {
  return text.length > 500 ? `${text.slice(0, 300)} … ${text.slice(-200)}` : text;
}

function oneLine(input: unknown): string {
  const isObject = typeof input === "object" && input !== null;
  const words = Object.entries(isObject ? input : { input }).map(([name, value]) => {
    if (value === true) return name;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
  return preview(words.join(" ").replaceAll(/\s+/g, " "));
}
