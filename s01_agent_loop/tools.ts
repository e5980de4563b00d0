// s01 · tools – one call in, exactly one result out, whatever happens.
import type Anthropic from "@anthropic-ai/sdk";
import { note } from "../shared/terminal.ts";
import { runBash } from "./bash.ts";
import type { Agent } from "./loop.ts";

/** What a tool may know about the call it serves. */
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
  throw new Error('The input must be {"command": "…"} with a text in it. Call again like that.');
}

/** The result of a call that failed or was not run. The person sees why, and so does the model. */
export function toolError(
  call: Anthropic.ToolUseBlock,
  reason: string,
): Anthropic.ToolResultBlockParam {
  note(`error: ${preview(reason)}`, "red");
  return { type: "tool_result", tool_use_id: call.id, content: reason, is_error: true };
}

/** The head of a long text and its tail, where a failure says how it ended. */
function preview(text: string): string {
  return text.length > 500 ? `${text.slice(0, 300)} … ${text.slice(-200)}` : text;
}

function oneLine(input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const words = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return preview(words.join(" ").replaceAll(/\s+/g, " "));
}
