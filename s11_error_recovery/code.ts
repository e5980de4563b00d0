// code · the agent: its prompt, its tools, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { asData } from "../shared/messages.ts";
import { ask, note, print, repl } from "../shared/terminal.ts";
import { bash } from "./bash.ts";
import { createCompactor, SUMMARY_RULE } from "./compact.ts";
import { editFile, glob, readFile, writeFile } from "./files.ts";
import { createHooks } from "./hooks.ts";
import { createCallCounter, logCall, showWorkspace, warnLargeOutput } from "./log.ts";
import { type Agent, agentLoop, contextOf } from "./loop.ts";
import { createMemory, MEMORY_RULE } from "./memory.ts";
import { createPermission } from "./permission.ts";
import { createPrompt, fileText, type PromptSection, withState, withTool } from "./prompt.ts";
import { createRecovery } from "./recovery.ts";
import { createSkills } from "./skills.ts";
import { createTask, DELEGATION_RULE, SUBAGENT_RULE } from "./subagent.ts";
import { createTodoList, PLAN_RULE } from "./todo.ts";
import type { Tool } from "./tools.ts";

const IDENTITY = "You are a coding agent. Act; do not explain what you are about to do.";

/** The system prompt, a topic a line. What may change while the agent works stands last. */
export const PROMPT_SECTIONS: PromptSection[] = [
  { name: "identity", text: ({ identity }) => `${identity}\n${SUMMARY_RULE}` },
  { name: "tools", text: ({ tools }) => `Use the tools you have: ${tools.join(", ")}.` },
  { name: "workspace", text: ({ workspace }) => `You work in ${workspace}.` },
  withTool("todo_write", "planning", PLAN_RULE),
  withTool("task", "delegation", DELEGATION_RULE),
  withState("skills", (catalogue) => catalogue),
  withState("memory", (index) => `${MEMORY_RULE}\n${asData("memories", index)}`),
];

const prompt = createPrompt(PROMPT_SECTIONS);
export const { assembleSystemPrompt, getSystemPrompt } = prompt;
export { updateContext } from "./prompt.ts";

const todo = createTodoList();
const { callModel, askModel } = createRecovery();
const skills = createSkills(process.cwd());
const memory = createMemory(askModel, process.cwd());

const BASE_TOOLS = [
  // A tool a line, here and in every list of this file: a new one is one new line.
  bash,
  readFile,
  writeFile,
  editFile,
  glob,
];

// No task among them: a subagent does not hand its work on.
const task = createTask((name) => createAgent(name, SUBAGENT_RULE, BASE_TOOLS));

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
  hooks.on("ContextOverflow", compactor.overflow);
  const rest = { hooks, getSystemPrompt, callModel, state: {} };
  return { name, system, tools: all, cwd: process.cwd(), say: print, ...rest };
}

const lead = createAgent("lead", IDENTITY, TOOLS);
lead.state.skills = skills.catalogue;
lead.state.memory = fileText(".memory/MEMORY.md", lead.cwd);
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
  await agentLoop(lead, messages, signal);
}

await repl(import.meta, turn, {
  commands: {
    skills: skills.command,
    memory: memory.command,
    prompt: prompt.command(() => lead),
  },
  stop: memory.finish,
});
