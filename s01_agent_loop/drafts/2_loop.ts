// s01 · second draft – a loop: run what the model asks for, send the results, ask again.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { client, MODEL } from "../../shared/client.ts";
import { runProcess } from "../../shared/process.ts";
import { note } from "../../shared/terminal.ts";

/** Everything that an agent is. */
export interface Agent {
  name: string;
  system: string;
  tools: Anthropic.Tool[];
  cwd: string;
  /** Gets the model's text as it streams in. */
  say(text: string): void;
}

/** Calls the model and runs its tool calls, until a reply has none. */
export async function agentLoop(
  agent: Agent,
  messages: Anthropic.MessageParam[],
  signal: AbortSignal,
): Promise<void> {
  const { system, tools } = agent;
  while (true) {
    const reply = await client.messages
      .stream({ model: MODEL, system, messages, tools, max_tokens: 8000 }, { signal })
      .on("text", agent.say)
      .finalMessage();
    messages.push({ role: "assistant", content: reply.content });

    const calls = reply.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return;

    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const call of calls) {
      const content = await run(call, agent.cwd, signal);
      results.push({ type: "tool_result", tool_use_id: call.id, content });
    }
    messages.push({ role: "user", content: results });
  }
}

const schema = z.object({ command: z.string() });

/** Runs the command of a call, and returns what it printed. Throws when it fails. */
async function run(
  { name, input }: Anthropic.ToolUseBlock,
  cwd: string,
  signal: AbortSignal,
): Promise<string> {
  const { command } = schema.parse(input);
  note(`> ${name} ${command.slice(0, 80)}`, "yellow");
  const { output, exitCode } = await runProcess(command, { cwd, signal });
  const printed = output.trimEnd() || "(no output)";
  if (exitCode !== 0) throw new Error(`${printed}\n[exit code ${exitCode}]`);
  note(printed.slice(0, 500), "dim");
  return printed;
}
