// code · the agent: its system prompt, its tools, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { warnUnguarded } from "../shared/scratch.ts";
import { print, repl } from "../shared/terminal.ts";
import { type Agent, agentLoop } from "./loop.ts";

const SYSTEM = [
  `You are a coding agent working in ${process.cwd()}.`,
  "Use the tools; act, do not explain what you are about to do.",
].join("\n");

const TOOLS: Anthropic.Tool[] = [
  {
    name: "bash",
    description:
      "Run a command line in bash and get its output. Each command starts in the working folder, has no input, and is stopped after two minutes.",
    input_schema: {
      type: "object",
      properties: { command: { type: "string", description: "The command line" } },
      required: ["command"],
    },
  },
];

const lead: Agent = {
  name: "lead",
  system: SYSTEM,
  tools: TOOLS,
  cwd: process.cwd(),
  say: print,
};

const messages: Anthropic.MessageParam[] = [];

async function turn(prompt: string, signal: AbortSignal) {
  messages.push({ role: "user", content: prompt });
  await agentLoop(lead, messages, signal);
}

await repl(import.meta, turn, { start: warnUnguarded });
