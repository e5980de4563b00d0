// code · the agent: its system prompt, its mechanisms, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { note, print, repl, type TurnInfo } from "../shared/terminal.ts";
import { createAgent, type Mechanism, terminalOf } from "./agent.ts";
import { bash } from "./bash.ts";
import { editFile, glob, readFile, writeFile } from "./files.ts";
import { createSessionLog, log } from "./log.ts";
import { agentLoop, contextOf } from "./loop.ts";
import { createPermission } from "./permission/permission.ts";

const SYSTEM = [
  `You are a coding agent working in ${process.cwd()}.`,
  "Use the tools; act, do not explain what you are about to do.",
].join("\n");

const basics: Mechanism = { tools: [bash, readFile, writeFile, editFile, glob] };
/** What the agent is made of. */
const mechanisms: Mechanism[] = [
  // One mechanism per line. The permission comes last, so that it judges a call as the other hooks left it.
  log,
  basics,
  createSessionLog(),
  createPermission(),
];

const identity = { name: "lead", system: SYSTEM, cwd: process.cwd(), say: print };
const lead = createAgent(identity, mechanisms);

const messages: Anthropic.MessageParam[] = [];

async function turn(prompt: string, signal: AbortSignal, info: TurnInfo) {
  const { source } = info;
  const context = contextOf(lead, signal, info);
  const submitted = await lead.hooks.emit("UserPromptSubmit", { prompt, source, context });
  if (submitted.refused !== undefined) return note(submitted.refused, "yellow");
  messages.push({ role: "user", content: submitted.prompt });
  await agentLoop(lead, messages, signal, info);
}

await repl(import.meta, turn, terminalOf(mechanisms));
