// course/unit/story · a lead and four mates do four tasks and write to each other, in an order that a list of numbers gives.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { createAgent, Identity, Mechanism } from "../../s15_agent_teams/agent.ts";
import type { createInbox, Inbox } from "../../s15_agent_teams/inbox.ts";
import type { Agent, agentLoop } from "../../s15_agent_teams/loop.ts";
import type { Message } from "../../s15_agent_teams/team/mailbox.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { textOf } from "../../shared/messages.ts";
import { namesIn } from "../../shared/onDisk.ts";
import type { Submission } from "../../shared/terminal.ts";
import { bundleGated, type Edit, type Gated } from "./gated.ts";
import { PLACE } from "./place.ts";
import {
  type Ending,
  earlyFaults,
  faultsOf,
  lateFaults,
  ownerFaults,
  resultsOf,
} from "./story-faults.ts";
import { leadScript, MATES, mateScript, type Script } from "./story-script.ts";
import type { Step, Turnstile } from "./turnstile.ts";

const ENTRY = `
export { createAgent } from "./agent.ts";
export { createInbox } from "./inbox.ts";
export { agentLoop } from "./loop.ts";
`;

/** What every story uses of a chapter. */
interface Chapter {
  createAgent: typeof createAgent;
  createInbox: typeof createInbox;
  agentLoop: typeof agentLoop;
}

/** What a chapter brings to the story. */
export interface Cast<Own> {
  /** Exports it, with imports relative to the folder of the chapter. */
  entry: string;
  /** Whether this mate looks for tasks, and claims them with its tools. */
  looksForTasks(name: string): boolean;
  /** The mate that the lead asks to leave the team after its first report. */
  leaver?: string;
  /** A mate whose turn failed gives its task back. Else it keeps the task until the lead tells it to go on. */
  releases?: true;
  /** The mechanisms of the lead, in the order of code.ts; `agentWith` makes a mate. */
  mechanisms(
    own: Own,
    team: { cwd: string; inbox: Inbox; agentWith(identity: Identity, own: Mechanism[]): Agent },
  ): Mechanism[];
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
export async function storyOf<Own>(
  chapter: string,
  cast: Cast<Own>,
  edits: Edit[] = [],
): Promise<Tell> {
  const gated = await bundleGated<Chapter & Own>(chapter, `${ENTRY}${cast.entry}`, edits);
  return (order) => silently(() => tell(cast, gated, order));
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

async function tell<Own>(
  cast: Cast<Own>,
  { exports, begin }: Gated<Chapter & Own>,
  order: readonly number[],
): Promise<Told> {
  const cwd = await mkdtemp(join(PLACE, "story-"));
  const faults: string[] = [];
  const plot = plotOf(order);
  const histories: Histories = new Map();
  const owners = ownerFaults(join(cwd, ".tasks"));
  const late = lateFaults();
  const turnstile = begin(order, (step) => {
    faults.push(...late(step));
    if (!step.what.startsWith("moves")) return;
    const isTask = step.what.includes("/.tasks/");
    faults.push(...(isTask ? owners() : earlyFaults(step.what, histories)));
  });
  try {
    await run(cast, exports, { cwd, histories, turnstile, plot });
    const keeper = cast.releases ? undefined : plot.failed;
    const ending = { ...endingIn(cwd, histories, cast.leaver), keeper };
    faults.push(...faultsOf(ending, plot.isCutShort));
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
      .replaceAll(`${cwd.replaceAll(sep, "/")}/`, "")
      .replaceAll(`${cwd}${sep}`, "")
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
const IDS = /\d{13}-\d{6}-[0-9a-f]{8}|(?:task|req)_[0-9a-f]{8}|\b[0-9a-f]{8}(?:-[0-9a-f]{16})?\b/g;

type Histories = Ending["histories"];

/** What else the first numbers of an order decide. Nothing can be overtaken then: the lead is alone. */
interface Plot {
  /** Which call of the model by a mate fails; 0 for none. */
  failsAt: number;
  /** The mate whose call it was. */
  failed?: string;
  /** The mates wait until they have waited for too long. */
  isPatient: boolean;
  /** The program ends after so many steps, though its mates work. */
  isCutShort: boolean;
  endsAt: number;
}

function plotOf([kind = 0, end = 0, failsAt = 0]: readonly number[]): Plot {
  return { failsAt, isPatient: kind % 3 === 1, isCutShort: kind % 3 === 2, endsAt: 6 * end };
}

interface Scene {
  cwd: string;
  histories: Histories;
  turnstile: Turnstile;
  plot: Plot;
}

/** From the prompt of the person to the end of the program. */
async function run<Own>(cast: Cast<Own>, chapter: Chapter & Own, scene: Scene): Promise<void> {
  const { cwd, turnstile, plot } = scene;
  const turns = turnsOf(chapter, turnstile);
  const inbox = chapter.createInbox(turns.submit);
  const agentWith = (identity: Identity, own: Mechanism[]) => chapter.createAgent(identity, own);
  const mechanisms = cast.mechanisms(chapter, { cwd, inbox, agentWith });
  const identity = { ...identityIn(cwd), callModel: modelOf(scene, cast) };
  turns.agent = chapter.createAgent(identity, mechanisms);
  turns.submit({ prompt: () => "Do the tasks, with four mates." });
  const isOver = () => turnstile.steps.length >= plot.endsAt && turns.running === 0;
  if (plot.isCutShort) await turnstile.untilQuiet({ isEnough: isOver });
  else await turnstile.untilQuiet({ timers: plot.isPatient });
  turns.isOver = true;
  const stopped = turnstile.as("lead", async () => {
    for (const { stop } of mechanisms.toReversed()) await stop?.();
  });
  await turnstile.untilQuiet();
  await stopped;
  if (turns.failure) throw turns.failure;
}

/** Each agent says what its script says. One call of a mate may fail. */
function modelOf(
  { histories, turnstile, plot }: Scene,
  { looksForTasks, leaver }: Pick<Cast<unknown>, "looksForTasks" | "leaver">,
): Agent["callModel"] {
  const scripts = new Map<string, Script>([["lead", leadScript(leaver)]]);
  let ofMates = 0;
  return ({ messages }, { agent: { name } }) => {
    histories.set(name, messages);
    const script = scripts.get(name) ?? mateScript(name, looksForTasks(name));
    scripts.set(name, script);
    const fails = name !== "lead" && ++ofMates === plot.failsAt;
    if (fails) plot.failed = name;
    return turnstile.step(fails ? "calls the model in vain" : "calls the model", () => {
      if (fails) throw new Error("The model is away.");
      return replyOf(script(newsIn(messages)));
    });
  };
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
    /** The program ends: none begins any more. */
    isOver: false,
    /** How many run or wait to run. */
    running: 0,
    submit({ prompt }: Pick<Submission, "prompt">) {
      turns.running++;
      last = last
        .then(() => turnstile.as("lead", () => take(prompt)))
        .catch((error) => {
          turns.failure ??= error;
        })
        .finally(() => turns.running--)
        .then(() => {});
    },
  };
  async function take(prompt: Submission["prompt"]) {
    const content = turns.isOver ? undefined : await prompt();
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
function endingIn(cwd: string, histories: Histories, leaver?: string): Ending {
  const boxes = join(cwd, ".mailboxes");
  const lettersIn = (part: string) =>
    ["lead", ...MATES].flatMap((name) => valuesIn(join(boxes, name, part)));
  const unread = lettersIn("new");
  const heard = JSON.stringify(histories.get("lead") ?? []);
  const isGone = ({ to }: Message) => to === leaver && heard.includes(`${leaver} has ended`);
  return {
    histories,
    unread: unread.filter((letter) => !isGone(letter)),
    read: lettersIn("read"),
    setAside: [...lettersIn("unread"), ...unread.filter(isGone)],
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
