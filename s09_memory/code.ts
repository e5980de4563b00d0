// code · the agent: its prompt, its tools, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { askModel } from "../shared/askModel.ts";
import { ask, note, print, repl } from "../shared/terminal.ts";
import { bash } from "./bash.ts";
import { createCompactor, SUMMARY_RULE } from "./compact.ts";
import { editFile, glob, readFile, writeFile } from "./files.ts";
import { createHooks } from "./hooks.ts";
import { createCallCounter, logCall, showWorkspace, warnLargeOutput } from "./log.ts";
import { type Agent, agentLoop, contextOf } from "./loop.ts";
import { createMemory, MEMORY_RULE } from "./memory.ts";
import { createPermission } from "./permission.ts";
import { createSkills } from "./skills.ts";
import { createTask, DELEGATION_RULE, SUBAGENT_RULE } from "./subagent.ts";
import { createTodoList, PLAN_RULE } from "./todo.ts";
import type { Tool } from "./tools.ts";

const SYSTEM = [
  `You are a coding agent working in ${process.cwd()}.`,
  "Use the tools; act, do not explain what you are about to do.",
  PLAN_RULE,
  DELEGATION_RULE,
  SUMMARY_RULE,
  MEMORY_RULE,
].join("\n");

const todo = createTodoList();
const skills = createSkills(process.cwd());
const memory = createMemory(askModel, process.cwd());

const SUBAGENT_SYSTEM = `You are a coding agent working in ${process.cwd()}.\n${SUBAGENT_RULE}`;

const BASE_TOOLS = [
  // A tool a line, here and in every list of this file: a new one is one new line.
  bash,
  readFile,
  writeFile,
  editFile,
  glob,
];

// No task among them: a subagent does not hand its work on.
const task = createTask((name) => createAgent(name, SUBAGENT_SYSTEM, BASE_TOOLS));

const TOOLS = [
  ...BASE_TOOLS, // what follows is for the lead alone
  task,
  todo.tool,
  skills.tool,
];

const permission = createPermission(ask);

/** What every agent has; nobody gets past the permission. */
function createAgent(name: string, system: string, tools: Tool[]): Agent {
  const hooks = createHooks();
  hooks.on("PreToolUse", logCall);
  hooks.on("PreToolUse", permission, "last");
  hooks.on("PostToolUse", warnLargeOutput);
  const compactor = createCompactor(askModel);
  const all = [...tools, compactor.tool];
  hooks.on("BeforeModel", compactor.makeRoom);
  hooks.on("AfterModel", compactor.measure);
  return { name, system, tools: all, cwd: process.cwd(), say: print, hooks };
}

const lead = createAgent("lead", SYSTEM, TOOLS);
const counter = createCallCounter();
lead.hooks.on("UserPromptSubmit", showWorkspace);
lead.hooks.on("BeforeModel", todo.remind);
lead.hooks.on("PostToolUse", counter.count);
lead.hooks.on("Stop", counter.report);
lead.hooks.on("Compacted", todo.restate);
lead.hooks.on("Compacted", skills.restate);
lead.hooks.on("UserPromptSubmit", memory.recall);
lead.hooks.on("Stop", memory.extract);

const messages: Anthropic.MessageParam[] = [];

async function turn(prompt: string, signal: AbortSignal) {
  const submitted = await lead.hooks.emit("UserPromptSubmit", {
    prompt,
    context: contextOf(lead, signal),
  });
  if (submitted.refused !== undefined) return note(submitted.refused, "yellow");
  messages.push({ role: "user", content: submitted.prompt });
  lead.system = [SYSTEM, await skills.catalogue()].join("\n\n").trim();
  await agentLoop(lead, messages, signal);
}

await repl(import.meta, turn, {
  commands: {
    skills: skills.command,
    memory: memory.command,
  },
  stop: memory.finish,
});
