// course/bench/claims · how long a new task takes to the request of a mate, when sixteen mates wait for one.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, type Identity, type Mechanism } from "../../s17_autonomous_agents/agent.ts";
import { AUTONOMY_RULE, createAutonomy } from "../../s17_autonomous_agents/autonomy/autonomy.ts";
import { createInbox } from "../../s17_autonomous_agents/inbox.ts";
import { createTasks } from "../../s17_autonomous_agents/tasks/tasks.ts";
import { createTeam } from "../../s17_autonomous_agents/team/team.ts";
import type { ToolContext } from "../../s17_autonomous_agents/tools.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { type Figure, median, timed } from "./figures.ts";

const MATES = 16;
/** Fewer than the twenty that one mate takes. */
const TASKS = 12;
const TARGET = 100;

/** A team without a model: a mate completes its task with its first reply. */
export async function claimFigures(): Promise<Figure[]> {
  const silent = process.stdout.write;
  process.stdout.write = () => true; // mates print what they say
  try {
    const value = median(await measure());
    const name = `a task, from its making to the request of one of ${MATES} mates`;
    return [{ name, value, unit: "ms", target: TARGET }];
  } finally {
    process.stdout.write = silent;
  }
}

/** The reply to a request: completes the task that it begins with, else one word. */
function replyTo(request: string) {
  const id = /Task (task_[0-9a-f]{8}) is yours(?!.*Completed)/.exec(request.slice(-2000))?.[1];
  const call = { type: "tool_use", id: "toolu_1", name: "complete_task", input: { task_id: id } };
  const content = id === undefined ? [{ type: "text", text: "Good." }] : [call];
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { content, stop_reason: id === undefined ? "end_turn" : "tool_use", usage };
}

async function measure(): Promise<number[]> {
  const cwd = await mkdtemp(join(tmpdir(), "bench-claims-"));
  let arrived = (_: string) => {};
  const identity: Identity = Object({
    name: "lead",
    label: "",
    system: AUTONOMY_RULE,
    cwd,
    say() {},
    getSystemPrompt: ({ identity }: { identity: string }) => [{ type: "text", text: identity }],
    async callModel(request: unknown) {
      const text = JSON.stringify(request);
      arrived(text);
      return replyTo(text);
    },
  });
  const inbox = createInbox(() => {});
  const makeAgent = (one: Identity, own: Mechanism[]) => createAgent(one, own);
  const tasks = createTasks(cwd);
  const team = createTeam(cwd, makeAgent, inbox);
  const autonomy = createAutonomy(team, tasks);
  const context: ToolContext = {
    agent: createAgent(identity, [inbox, tasks, team]),
    cwd,
    roots: [cwd],
    signal: new AbortController().signal,
    turn: typedTurn(),
  };
  const call = ({ tools }: Mechanism, name: string, input: unknown) =>
    tools?.find((tool) => tool.name === name)?.run(input, context);
  const requestWith = (text: string) =>
    new Promise<void>((resolve) => {
      arrived = (request) => void (request.includes(text) && resolve());
    });
  for (let at = 0; at < MATES; at++) {
    const first = requestWith(`Job ${at}.`);
    await call(team, "spawn_teammate", {
      name: `mate-${at}`,
      role: "a helper",
      prompt: `Job ${at}.`,
    });
    await first;
  }
  let count = 0;
  const times = await timed(async () => {
    const subject = `Subject ${++count}.`;
    const request = requestWith(`is yours: ${subject}`);
    await call(tasks, "create_task", { subject });
    await request;
  }, TASKS);
  await team.stop?.();
  await autonomy.stop?.();
  await tasks.stop?.();
  await rm(cwd, { recursive: true });
  return times;
}
