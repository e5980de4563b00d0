// course/unit/story · a lead and four mates do four tasks and write to each other, in an order that a list of numbers gives.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { createAgent, Identity, Mechanism } from "../../s15_agent_teams/agent.ts";
import type { createInbox } from "../../s15_agent_teams/inbox.ts";
import type { Agent, agentLoop } from "../../s15_agent_teams/loop.ts";
import type { createTasks } from "../../s15_agent_teams/tasks/tasks.ts";
import type { createTeam } from "../../s15_agent_teams/team/team.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { textOf } from "../../shared/messages.ts";
import type { Submission } from "../../shared/terminal.ts";
import { bundleGated, type Edit, type Gated } from "./gated.ts";
import { type Ending, earlyFaults, faultsOf, ownerFaults, resultsOf } from "./story-faults.ts";
import { leadScript, MATES, mateScript, type Script } from "./story-script.ts";
import type { Step, Turnstile } from "./turnstile.ts";

const ENTRY = `
export { createAgent } from "./agent.ts";
export { createInbox } from "./inbox.ts";
export { agentLoop } from "./loop.ts";
export { createTasks } from "./tasks/tasks.ts";
export { createTeam } from "./team/team.ts";
`;

/** A folder in memory where the system has one: half of the time of a story is the disk. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** The tools for tasks that a mate gets from the story. */
const OF_MATES = ["list_tasks", "claim_task", "complete_task"];

/** What the story uses of a chapter. */
interface Chapter {
  createAgent: typeof createAgent;
  createInbox: typeof createInbox;
  agentLoop: typeof agentLoop;
  createTasks: typeof createTasks;
  createTeam: typeof createTeam;
}

/** How the story went in one order. */
export interface Told {
  steps: Step[];
  /** What must not have happened. */
  faults: string[];
}

/** Tells the story in the order that a list of numbers gives. */
export type Tell = (order: readonly number[]) => Promise<Told>;

/** The story on a chapter, with some mistakes planted in it. */
export async function storyOf(chapter: string, edits: Edit[] = []): Promise<Tell> {
  const gated = await bundleGated<Chapter>(chapter, ENTRY, edits);
  return (order) => silently(() => tell(gated, order));
}

/** The agents print what they do. */
async function silently<Result>(work: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

async function tell({ exports, begin }: Gated<Chapter>, order: readonly number[]): Promise<Told> {
  const cwd = await mkdtemp(join(PLACE, "story-"));
  const faults: string[] = [];
  const histories: Histories = new Map();
  const owners = ownerFaults(join(cwd, ".tasks"));
  const turnstile = begin(order, ({ what }) => {
    if (!what.startsWith("moves")) return;
    faults.push(...(what.includes("/.tasks/") ? owners() : earlyFaults(what, histories)));
  });
  try {
    await run(exports, turnstile, { cwd, histories });
    faults.push(...faultsOf(endingIn(cwd, histories)));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(cwd, { recursive: true });
  }
  return readable({ steps: turnstile.steps, faults }, cwd);
}

/** Without what is different each time that the story is told: the folder, and the ids. */
function readable({ steps, faults }: Told, cwd: string): Told {
  const seen = new Map<string, number>();
  const numberOf = (id: string) => {
    if (!seen.has(id)) seen.set(id, seen.size + 1);
    return `#${seen.get(id)}`;
  };
  const short = (text: string) =>
    text
      .replaceAll(`${cwd}/`, "")
      .replaceAll(/(\.json|\.gitignore)\.\d+/g, "$1, unfinished,")
      .replaceAll(IDS, numberOf);
  return {
    steps: steps.map(({ who, what, overtook }) => ({
      who: who.replace(/^\[(.*)\] $/, "$1"),
      what: short(what),
      overtook,
    })),
    faults: faults.map(short),
  };
}

/** Of messages, of tasks, of sessions and of programs. */
const IDS = /\d{13}-\d{6}-[0-9a-f]{8}|task_[0-9a-f]{8}|\b[0-9a-f]{8}(?:-[0-9a-f]{16})?\b/g;

type Histories = Ending["histories"];

/** From the prompt of the person to the end of the program. */
async function run(
  chapter: Chapter,
  turnstile: Turnstile,
  { cwd, histories }: { cwd: string; histories: Histories },
): Promise<void> {
  const tasks = chapter.createTasks(cwd);
  const forMates = tasks.tools?.filter(({ name }) => OF_MATES.includes(name)) ?? [];
  const scripts = new Map<string, Script>([["lead", leadScript()]]);
  const callModel: Agent["callModel"] = ({ messages }, { agent: { name } }) => {
    histories.set(name, messages);
    const script = scripts.get(name) ?? mateScript(name);
    scripts.set(name, script);
    return turnstile.step("calls the model", () => replyOf(script(newsIn(messages))));
  };
  const makeAgent = (identity: Identity, own: Mechanism[]) =>
    chapter.createAgent(identity, [...own, { tools: forMates }]);
  const turns = turnsOf(chapter, turnstile);
  const inbox = chapter.createInbox(turns.submit);
  const team = chapter.createTeam(cwd, makeAgent, inbox);
  turns.agent = chapter.createAgent({ ...identityIn(cwd), callModel }, [tasks, inbox, team]);
  turns.submit({ prompt: () => "Do the tasks, with four mates." });
  await turnstile.untilQuiet();
  const stopped = turnstile.as("lead", async () => {
    await team.stop?.();
    await tasks.stop?.();
  });
  await turnstile.untilQuiet();
  await stopped;
  if (turns.failure) throw turns.failure;
}

const identityIn = (cwd: string): Omit<Identity, "callModel"> => ({
  name: "lead",
  label: "",
  system: "You are the lead.",
  cwd,
  say() {},
  getSystemPrompt: ({ identity }) => [{ type: "text", text: identity }],
});

/** The turns of the lead, one after the other, as the terminal runs them. */
function turnsOf({ agentLoop }: Chapter, turnstile: Turnstile) {
  const messages: Anthropic.MessageParam[] = [];
  const turn = typedTurn();
  let last: Promise<void> = Promise.resolve();
  const turns = {
    agent: undefined as Agent | undefined,
    failure: undefined as unknown,
    submit({ prompt }: Pick<Submission, "prompt">) {
      last = last
        .then(() => turnstile.as("lead", () => take(prompt)))
        .catch((error) => {
          turns.failure ??= error;
        });
    },
  };
  async function take(prompt: Submission["prompt"]) {
    const content = await prompt();
    if (content === undefined || turns.agent === undefined) return;
    messages.push({ role: "user", content });
    await agentLoop(turns.agent, messages, new AbortController().signal, turn);
  }
  return turns;
}

/** What has come since the last reply. */
function newsIn(messages: readonly Anthropic.MessageParam[]): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages
    .slice(last + 1)
    .map(wordsOf)
    .join("\n");
}

function wordsOf(message: Anthropic.MessageParam): string {
  const results = resultsOf(message).map(({ content }) => String(content));
  return [...results, textOf(message)].join("\n");
}

let calls = 0;

function replyOf(said: ReturnType<Script>): Anthropic.Message {
  const content =
    typeof said === "string"
      ? [{ type: "text", text: said }]
      : said.map(([name, input]) => ({ type: "tool_use", id: `toolu_${++calls}`, name, input }));
  const stop_reason = typeof said === "string" ? "end_turn" : "tool_use";
  return Object({ content, stop_reason, usage: { input_tokens: 1, output_tokens: 1 } });
}

/** What is there when the program has ended. */
function endingIn(cwd: string, histories: Histories): Ending {
  const boxes = join(cwd, ".mailboxes");
  const lettersIn = (part: string) =>
    ["lead", ...MATES].flatMap((name) => valuesIn(join(boxes, name, part)));
  return {
    histories,
    unread: lettersIn("new"),
    read: lettersIn("read"),
    tasks: valuesIn(join(cwd, ".tasks")),
    locks: [
      ...namesIn(boxes),
      ...namesIn(join(cwd, ".tasks")),
      ...namesIn(join(cwd, ".tasks/sessions")),
    ].filter((name) => name.includes(".lock")),
  };
}

function valuesIn(folder: string) {
  const files = namesIn(folder).filter((name) => name.endsWith(".json"));
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // nobody has written there
  }
}
