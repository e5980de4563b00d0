// code · the agent: its system prompt, its tools, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { print, repl, type TurnInfo } from "../shared/terminal.ts";
import { bash } from "./bash.ts";
import { editFile, glob, readFile, writeFile } from "./files.ts";
import { type Agent, agentLoop } from "./loop.ts";
import { createGate } from "./permission/permission.ts";

const SYSTEM = [
  `You are a coding agent working in ${process.cwd()}.`,
  "Use the tools; act, do not explain what you are about to do.",
].join("\n");

const TOOLS = [
  // One tool per line, here and in every list of this file: a new tool adds one line.
  bash,
  readFile,
  writeFile,
  editFile,
  glob,
];

const { gate, commands } = createGate();

const lead: Agent = {
  name: "lead",
  system: SYSTEM,
  tools: TOOLS,
  cwd: process.cwd(),
  say: print,
  gate,
};

const messages: Anthropic.MessageParam[] = [];

async function turn(prompt: string, signal: AbortSignal, info: TurnInfo) {
  messages.push({ role: "user", content: prompt });
  await agentLoop(lead, messages, signal, info);
}

await repl(import.meta, turn, { commands });
