// code · the agent: its system prompt, its mechanisms, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { asData } from "../shared/messages.ts";
import { note, print, repl, submit, type TurnInfo } from "../shared/terminal.ts";
import { createAgent, type Identity, type Mechanism, terminalOf } from "./agent.ts";
import { AUTONOMY_RULE, createAutonomy } from "./autonomy/autonomy.ts";
import { BACKGROUND_RULE, createBackground } from "./background/background.ts";
import { bash } from "./bash.ts";
import { createBootstrap } from "./bootstrap/bootstrap.ts";
import { createCompactor, SUMMARY_RULE } from "./compact/compact.ts";
import { CRON_RULE, createCron } from "./cron/cron.ts";
import { glob } from "./files.ts";
import { createInbox } from "./inbox.ts";
import { createSessionLog, log } from "./log.ts";
import { agentLoop, contextOf } from "./loop.ts";
import { createMcp, MCP_RULE } from "./mcp/mcp.ts";
import { createMemory, MEMORY_RULE } from "./memory/memory.ts";
import { createPermission } from "./permission/permission.ts";
import { createPrompt, type PromptSection, withState, withTool } from "./prompt.ts";
import { createProtocols, PROTOCOL_RULE } from "./protocols/protocols.ts";
import { createRecovery } from "./recovery/recovery.ts";
import { createSession } from "./session/session.ts";
import { createSkills } from "./skills.ts";
import { createStatus } from "./status.ts";
import { createDelegation, DELEGATION_RULE } from "./subagent.ts";
import { createTasks, TASK_RULE } from "./tasks/tasks.ts";
import { createTeam, TEAM_RULE } from "./team/team.ts";
import { createTodoList, PLAN_RULE } from "./todo.ts";
import { createWorktrees, WORKTREE_RULE } from "./worktrees/worktrees.ts";
import { createSharedFiles } from "./writers.ts";

const IDENTITY = "You are a coding agent. Act; do not explain what you are about to do.";

/** The system prompt, one topic per line. What may change while the agent works comes last. */
export const PROMPT_SECTIONS: PromptSection[] = [
  { name: "identity", text: ({ identity }) => `${identity}\n${SUMMARY_RULE}` },
  { name: "tools", text: ({ tools }) => `Use the tools you have: ${tools.join(", ")}.` },
  { name: "workspace", text: ({ workspace }) => `You work in ${workspace}.` },
  withTool("todo_write", "planning", PLAN_RULE),
  withTool("create_task", "tasks", TASK_RULE),
  withTool("task", "delegation", DELEGATION_RULE),
  withTool("read_background", "background", BACKGROUND_RULE),
  withTool("schedule_cron", "schedule", CRON_RULE),
  withTool("spawn_teammate", "team", TEAM_RULE),
  withTool("spawn_teammate", "autonomy", AUTONOMY_RULE),
  withTool("request_plan", "protocols", PROTOCOL_RULE),
  withTool("create_worktree", "worktrees", WORKTREE_RULE),
  withState("bootstrap", (files) => files),
  withState("skills", (catalogue) => catalogue),
  withState("mcp", (servers) => `${MCP_RULE}\n${asData("servers", servers)}`),
  withState("memory", (index) => `${MEMORY_RULE}\n${asData("memories", index)}`),
];

const { getSystemPrompt, promptCommand } = createPrompt(PROMPT_SECTIONS);
const basics: Mechanism = { tools: [bash, ...createSharedFiles(), glob] };
const { callModel, askModel } = createRecovery();
const permission = createPermission();
const inbox = createInbox(submit);
const mcp = createMcp(process.cwd(), submit);

/** The mechanisms that every agent has, around its own. */
const withCommon = (own: Mechanism[]): Mechanism[] => [
  // One mechanism per line. The permission comes last, so that it judges a call as the other hooks left it.
  log,
  createCompactor(askModel),
  basics,
  mcp,
  ...own,
  worktrees.place,
  status.counter,
  permission,
];

const createSubagent = (identity: Identity, own: Mechanism[], last: Mechanism[] = []) =>
  createAgent(identity, [...withCommon(own), ...last]);
const tasks = createTasks(process.cwd());
const team = createTeam(process.cwd(), createSubagent, inbox);
const background = createBackground(bash, inbox);
const worktrees = createWorktrees(process.cwd(), tasks, team, background);

const messages: Anthropic.MessageParam[] = [];
const session = createSession(process.cwd(), messages);
const status = createStatus(session, team, background);

const mechanisms = withCommon([
  // Only the lead has these. A subagent has no task tool, so it cannot start agents of its own.
  createSessionLog(),
  createTodoList(),
  tasks,
  createAutonomy(team, tasks),
  createDelegation(createSubagent),
  createSkills(process.cwd()),
  createMemory(askModel, process.cwd()),
  inbox,
  background,
  createCron(process.cwd(), inbox, submit),
  team,
  createProtocols(process.cwd(), team),
  worktrees,
  status,
  promptCommand(() => lead),
  createBootstrap(process.cwd(), PROMPT_SECTIONS, () => lead),
]);

/** The session is the last one: it writes down what the others have left. */
const all = [...mechanisms, session];

const identity = { name: "lead", label: "", system: IDENTITY, cwd: process.cwd(), say: print };
const lead = createAgent({ ...identity, getSystemPrompt, callModel }, all);

async function turn(prompt: string, signal: AbortSignal, info: TurnInfo) {
  const event = { prompt, source: info.source, context: contextOf(lead, signal, info) };
  const submitted = await lead.hooks.emit("UserPromptSubmit", event);
  if (submitted.refused !== undefined) return note(submitted.refused, "yellow");
  messages.push({ role: "user", content: submitted.prompt });
  await session.save();
  await agentLoop(lead, messages, signal, info).finally(session.save);
}

await repl(import.meta, turn, { ...terminalOf(all), sessions: session.sessions });
