// s22 · modes, draft 3 – each agent has a mode, and each section says in which modes it is.
import { clock } from "../../shared/clock.ts";
import { asData } from "../../shared/messages.ts";
import { dayIn } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import { AUTONOMY_RULE } from "../autonomy/autonomy.ts";
import { BACKGROUND_RULE } from "../background/background.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import { SUMMARY_RULE } from "../compact/compact.ts";
import { CRON_RULE } from "../cron/cron.ts";
import type { Agent } from "../loop.ts";
import { MCP_RULE } from "../mcp/mcp.ts";
import { MEMORY_RULE } from "../memory/memory.ts";
import {
  createPrompt,
  modeOf,
  type PromptSection,
  type SectionText,
  withState,
  withTool,
} from "../prompt.ts";
import { PROTOCOL_RULE } from "../protocols/protocols.ts";
import { DELEGATION_RULE } from "../subagent.ts";
import { TASK_RULE } from "../tasks/tasks.ts";
import { TEAM_RULE } from "../team/team.ts";
import { PLAN_RULE } from "../todo.ts";
import { WORKTREE_RULE } from "../worktrees/worktrees.ts";

const inModes =
  (modes: string[], text: SectionText): SectionText =>
  (context) =>
    modes.includes(modeOf(context)) ? text(context) : undefined;

const REASONING = "Your reasoning is not shown to the person.";

export interface Modes extends Mechanism {
  common: Mechanism;
  getSystemPrompt: Agent["getSystemPrompt"];
  callModel: Agent["callModel"];
}

export const PROMPT_SECTIONS: PromptSection[] = [
  { name: "identity", text: ({ identity }) => `${identity}\n${SUMMARY_RULE}` },
  { name: "tools", text: ({ tools }) => `Use the tools you have: ${tools.join(", ")}.` },
  { name: "workspace", text: ({ workspace }) => `You work in ${workspace}.` },
  { name: "runtime", text: () => `Runtime: ${process.platform}, Node ${process.version}` },
  { name: "planning", text: withTool("todo_write", PLAN_RULE) },
  { name: "tasks", text: withTool("create_task", TASK_RULE) },
  { name: "delegation", text: withTool("task", DELEGATION_RULE) },
  { name: "background", text: withTool("read_background", BACKGROUND_RULE) },
  { name: "schedule", text: withTool("schedule_cron", CRON_RULE) },
  { name: "team", text: withTool("spawn_teammate", TEAM_RULE) },
  { name: "autonomy", text: withTool("spawn_teammate", AUTONOMY_RULE) },
  { name: "protocols", text: withTool("request_plan", PROTOCOL_RULE) },
  { name: "worktrees", text: withTool("create_worktree", WORKTREE_RULE) },
  { name: "time", text: withState("time"), isVolatile: true },
  { name: "reasoning", text: inModes(["full"], () => REASONING), isVolatile: true },
  { name: "bootstrap", text: inModes(["full"], withState("bootstrap")), isVolatile: true },
  { name: "bootstrap", text: inModes(["minimal"], withState("rules")), isVolatile: true },
  { name: "skills", text: withState("skills"), isVolatile: true },
  {
    name: "mcp",
    text: withState("mcp", (servers) => `${MCP_RULE}\n${asData("servers", servers)}`),
    isVolatile: true,
  },
  {
    name: "memory",
    text: withState("memory", (index) => `${MEMORY_RULE}\n${asData("memories", index)}`),
    isVolatile: true,
  },
];

export function createModes(
  { settings, rules }: Bootstrap,
  callModel: Agent["callModel"],
  _: () => Agent,
): Modes {
  const { getSystemPrompt } = createPrompt(PROMPT_SECTIONS);
  const time = async () => {
    const { timezone } = await settings();
    return `Today is ${dayIn(timezone, clock.now())}. Time zone: ${timezone}`;
  };
  const mode = async () => (await settings()).promptMode;
  return { getSystemPrompt, callModel, common: { state: { rules, time } }, state: { mode } };
}
