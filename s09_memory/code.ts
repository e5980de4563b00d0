// code · the agent: its system prompt, its mechanisms, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { askModel } from "../shared/askModel.ts";
import { note, print, repl, type TurnInfo } from "../shared/terminal.ts";
import { createAgent, type Identity, type Mechanism, terminalOf } from "./agent.ts";
import { bash } from "./bash.ts";
import { createCompactor, SUMMARY_RULE } from "./compact/compact.ts";
import { glob } from "./files.ts";
import { createSessionLog, log } from "./log.ts";
import { agentLoop, contextOf } from "./loop.ts";
import { createMemory, MEMORY_RULE } from "./memory/memory.ts";
import { createPermission } from "./permission/permission.ts";
import { createSkills } from "./skills.ts";
import { createDelegation, DELEGATION_RULE } from "./subagent.ts";
import { createTodoList, PLAN_RULE } from "./todo.ts";
import { createSharedFiles } from "./writers.ts";

const SYSTEM = [
  `You are a coding agent working in ${process.cwd()}.`,
  "Use the tools; act, do not explain what you are about to do.",
  PLAN_RULE,
  DELEGATION_RULE,
  SUMMARY_RULE,
  MEMORY_RULE,
].join("\n");

const basics: Mechanism = { tools: [bash, ...createSharedFiles(), glob] };
const permission = createPermission();
const skills = createSkills(process.cwd());

/** The mechanisms that every agent has, around its own. */
const withCommon = (own: Mechanism[]): Mechanism[] => [
  // One mechanism per line. The permission comes last, so that it judges a call as the other hooks left it.
  log,
  createCompactor(askModel),
  basics,
  ...own,
  permission,
];

const createSubagent = (identity: Identity, own: Mechanism[]) =>
  createAgent(identity, withCommon(own));

/** All mechanisms of the lead. */
const mechanisms = withCommon([
  // Only the lead has these. A subagent has no task tool, so it cannot start agents of its own.
  createSessionLog(),
  createTodoList(),
  createDelegation(createSubagent),
  skills,
  createMemory(askModel, process.cwd()),
]);

const identity = { name: "lead", label: "", system: SYSTEM, cwd: process.cwd(), say: print };
const lead = createAgent(identity, mechanisms);

const messages: Anthropic.MessageParam[] = [];

async function turn(prompt: string, signal: AbortSignal, info: TurnInfo) {
  const { source } = info;
  lead.system = [SYSTEM, await skills.catalogue()].join("\n\n").trim();
  const context = contextOf(lead, signal, info);
  const submitted = await lead.hooks.emit("UserPromptSubmit", { prompt, source, context });
  if (submitted.refused !== undefined) return note(submitted.refused, "yellow");
  messages.push({ role: "user", content: submitted.prompt });
  await agentLoop(lead, messages, signal, info);
}

await repl(import.meta, turn, terminalOf(mechanisms));
