// code · the agent: its system prompt, its mechanisms, its terminal.
import type Anthropic from "@anthropic-ai/sdk";
import { note, print, repl, submit, type TurnInfo } from "../shared/terminal.ts";
import { createAgent, type Identity, type Mechanism, terminalOf } from "./agent.ts";
import { createAutonomy } from "./autonomy/autonomy.ts";
import { createBackground } from "./background/background.ts";
import { bash } from "./bash.ts";
import { createBootstrap } from "./bootstrap/bootstrap.ts";
import { createCompactor } from "./compact/compact.ts";
import { createCron } from "./cron/cron.ts";
import { createEgo } from "./ego/ego.ts";
import { glob } from "./files.ts";
import { createHeartbeat } from "./heartbeat/heartbeat.ts";
import { createInbox } from "./inbox.ts";
import { createSessionLog, log } from "./log.ts";
import { agentLoop, contextOf } from "./loop.ts";
import { createMcp } from "./mcp/mcp.ts";
import { createMemory } from "./memory/memory.ts";
import { createModes, PROMPT_SECTIONS } from "./modes/modes.ts";
import { createPermission } from "./permission/permission.ts";
import { createProtocols } from "./protocols/protocols.ts";
import { createRecall } from "./recall/recall.ts";
import { createRecovery } from "./recovery/recovery.ts";
import { createScope } from "./scope/scope.ts";
import { createSession } from "./session/session.ts";
import { createSkills } from "./skills.ts";
import { createSoul } from "./soul/soul.ts";
import { createStatus } from "./status.ts";
import { createDelegation } from "./subagent.ts";
import { createTasks } from "./tasks/tasks.ts";
import { createTeam } from "./team/team.ts";
import { createTodoList } from "./todo.ts";
import { createWorktrees } from "./worktrees/worktrees.ts";
import { createSharedFiles } from "./writers.ts";

const IDENTITY = "You are a coding agent. Act; do not explain what you are about to do.";

const basics: Mechanism = { tools: [bash, ...createSharedFiles(), glob] };
const { askModel, callModel: callSafely } = createRecovery();
const getLead = () => lead;
const scope = createScope(process.cwd(), () => bootstrap, getLead);
const bootstrap = createBootstrap(process.cwd(), PROMPT_SECTIONS, () => lead, scope);
const modes = createModes(bootstrap, callSafely, () => lead);
const { getSystemPrompt, callModel } = modes;
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
  modes.common,
  scope.common,
  soul.common,
  worktrees.place,
  status.counter,
  permission,
];

const createSubagent = (identity: Identity, own: Mechanism[], last: Mechanism[] = []) =>
  createAgent(identity, [...withCommon(own), ...last]);
const tasks = createTasks(scope.home);
const team = createTeam(scope.home, createSubagent, inbox);
const background = createBackground(bash, inbox);
const worktrees = createWorktrees(process.cwd(), tasks, team, background);

const messages: Anthropic.MessageParam[] = [];
const session = createSession(scope.home, messages);
const status = createStatus(session, team, background);
const ego = createEgo({ scope, bootstrap, createSubagent });
const soul = createSoul({ cwd: process.cwd(), scope, bootstrap, askModel, background });

const mechanisms = withCommon([
  // Only the lead has these. A subagent has no task tool, so it cannot start agents of its own.
  createSessionLog(),
  createTodoList(),
  tasks,
  createAutonomy(team, tasks),
  createDelegation(createSubagent),
  createSkills(process.cwd()),
  scope.withNotes(createMemory(askModel, scope.home)),
  inbox,
  background,
  createCron(scope.home, inbox, submit),
  ...createHeartbeat({ makeAgent: ego.makeAgent, inbox, bootstrap, scope, lead: () => lead }),
  team,
  createProtocols(scope.home, team),
  worktrees,
  status,
  bootstrap,
  scope,
  soul,
  ...ego.insteadOf(createRecall({ cwd: process.cwd(), scope, bootstrap })),
  modes,
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

await repl(import.meta, scope.turnOf(turn), {
  ...terminalOf(all),
  sessions: session.sessions,
  scope,
});
