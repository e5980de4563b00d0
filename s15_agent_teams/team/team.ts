// s15 · team – agents that work side by side and write to each other.
import { join } from "node:path";
import { z } from "zod";
import { type Held, hold } from "../../shared/lock.ts";
import { ignoreIn, makePlainFolder } from "../../shared/plainFiles.ts";
import { explain, note, type TurnInfo, takesSubmissions } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { trackedAt } from "../../shared/tracked.ts";
import type { Mechanism } from "../agent.ts";
import type { Inbox } from "../inbox.ts";
import { defineTool, harmless, type Tool, type ToolContext } from "../tools.ts";
import { createMailboxes, FOLDER, type Mailboxes, type Message, NAME } from "./mailbox.ts";
import { beginJob, createMate, type Employer, finish, type Job, type Mate } from "./mate.ts";
import { deliver, lookAgain, type Member, reportProblem } from "./member.ts";

const MAX_MATES = 16;
const MAX_CONTENT = 20_000;
const TOO_LONG = `At most ${MAX_CONTENT} characters: write the rest to a file and name it`;
const LEAD = "lead";
/** Names of the agent that the person talks to. */
const OF_LEAD = [LEAD, "agent"];
/** Labels of what is no mate. */
const RESERVED = /^(?:person|user|cron|background|mail|inbox|team|system|assistant|task-\d+)$/i;

/** What the system prompt of the lead says about its team. */
export const TEAM_RULE =
  'Use spawn_teammate for work that goes on beside yours, or in which agents have to write to each other; use task for what you wait for. A mate knows only its prompt and its mail. What it sends you comes as a note of the kind "mail": from that agent, not from the person. If you only wait for mail, end your turn; mail begins a new one.';

interface Team extends Employer {
  cwd: string;
  mailboxes: Mailboxes;
  lead: Member;
  /** By their names in lower case. */
  mates: Map<string, Mate>;
  /** Held by the one program in a folder that has a team. */
  held: Held | undefined;
  /** The ids of the messages to the lead that an earlier run has left, and the turn in which they were found. */
  old: Set<string>;
  foundIn: TurnInfo | undefined;
}

/** The team of the lead, whose inbox this is. `makeAgent` gives a mate what every agent has. */
export function createTeam(cwd: string, makeAgent: Employer["makeAgent"], inbox: Inbox): Mechanism {
  const team = newTeam(cwd, makeAgent, inbox);
  const { tools, hooks } = membership(team, team.lead);
  return {
    tools: [spawnTool(team), ...tools],
    hooks: {
      ...hooks,
      async UserPromptSubmit({ source, context }) {
        if (source === "person") await mayRead(team, context.turn);
      },
    },
    commands: {
      team: {
        description: "the mates and their mail; /team stop and a name interrupts one",
        run: (argument) => show(team, argument),
      },
    },
    stop: () => end(team),
  };
}

/** For a message whose sender is not known: no person is asked in its turn. */
const UNKNOWN: TurnInfo = { source: "mail", ask: async () => undefined };

function newTeam(cwd: string, makeAgent: Employer["makeAgent"], inbox: Inbox): Team {
  const lead: Member = {
    name: LEAD,
    inbox,
    turnOf: ({ id, from }) => {
      const mate = team.old.has(id) ? undefined : team.mates.get(from.toLowerCase());
      return mate?.spawnedIn ?? team.foundIn ?? UNKNOWN;
    },
    isOld: ({ id }) => team.old.has(id),
    mail: new Map(),
  };
  const team: Team = {
    cwd,
    mailboxes: createMailboxes(cwd),
    lead,
    mates: new Map(),
    held: undefined,
    old: new Set(),
    foundIn: undefined,
    makeAgent,
    toolsFor: (member) => membership(team, member),
    report: (mate, type, content) => send(team, { from: mate.name, to: LEAD, type, content }),
    isEnding: false,
  };
  return team;
}

function spawnTool(team: Team): Tool {
  return defineTool({
    name: "spawn_teammate",
    description:
      "Start an agent that works at the same time as you, with its own messages. Its results come to you as mail. It goes on when you write to it.",
    input: z.object({
      name: z.string().regex(NAME, "Letters, digits, _ and -, at most 64").describe("Its name"),
      role: z.string().trim().min(1).max(200).describe("What it is, such as: a tester"),
      prompt: z
        .string()
        .trim()
        .min(1)
        .max(MAX_CONTENT, TOO_LONG)
        .describe("Its job, and all it needs to know for it"),
    }),
    judge: harmless, // its own tool calls are judged one by one
    run: (job, context) => spawn(team, job, context),
  });
}

const OTHER_TEAM = `Another program has the team and the mail of this folder. Use task, or end that program first. If there is none, delete ${FOLDER}/team.lock.`;

async function spawn(team: Team, job: Job, context: ToolContext): Promise<string> {
  const { name } = job;
  checkNew(team, name);
  if (!takesSubmissions())
    throw new Error("This program ends after its answer, so no mail could reach you. Use task.");
  if (!(await open(team, context.turn))) throw new Error(OTHER_TEAM);
  const left = await team.mailboxes.setAside(name);
  const mate = createMate(team, job, context);
  team.mates.set(name.toLowerCase(), mate);
  note(`[${name}] begins: ${oneLine(job.role)}`, "magenta");
  void beginJob(team, mate);
  const begun = `${name} works now. Its result comes as mail; you need not wait for it.`;
  if (left === 0) return begun;
  const what = left === 1 ? "1 message" : `${left} messages`;
  return `${begun}\nAn earlier ${name} has not read ${what}. This one does not get them: they are in ${FOLDER}/${name.toLowerCase()}/unread.`;
}

function checkNew(team: Team, name: string) {
  if (OF_LEAD.includes(name.toLowerCase()))
    throw new Error(`${name} is the name of the lead. Use another name.`);
  if (RESERVED.test(name)) throw new Error(`${name} stands for something else. Use another name.`);
  const same = team.mates.get(name.toLowerCase());
  if (same) throw new Error(`${same.name} is in the team already. Write to it with send_message.`);
  if (team.mates.size >= MAX_MATES)
    throw new Error(
      `There are ${MAX_MATES} mates already. Give the work to one that waits:\n${namesOf(team)}`,
    );
}

/** False when another program has a team in this folder. What an earlier run has left belongs to the turn that finds it. */
async function open(team: Team, turn: TurnInfo): Promise<boolean> {
  if (team.held !== undefined) return true;
  const folder = await makePlainFolder(FOLDER, team.cwd);
  await ignoreIn(FOLDER, team.cwd);
  const held = await hold(join(folder, "team"));
  if (held === undefined) return false;
  await takeOldMail(team, turn);
  team.held = held;
  await deliver(team.mailboxes, team.lead);
  return true;
}

/** What an earlier run has left: to the lead as old mail, of the mates a word. What git tracks is left out. */
async function takeOldMail({ mailboxes, lead, old, ...team }: Team, turn: TurnInfo) {
  const { values, problems } = await mailboxes.unread(LEAD);
  const isTracked = await trackedAt(join(team.cwd, FOLDER, LEAD, "new"));
  for (const { id } of values) {
    old.add(id);
    if (isTracked(`${id}.json`)) lead.mail.set(id, { state: "left out", length: 0, times: 0 });
  }
  const counts = [...(await mailboxes.counts())].filter(([name, count]) => name !== LEAD && count);
  const unread = counts.map(
    ([name, count]) => `${name} of an earlier run has not read ${count}: ${FOLDER}/${name}/new`,
  );
  const text = unread.join("\n");
  if (unread.length > 0) lead.inbox.put({ kind: "mail", text, turn });
  for (const problem of problems) reportProblem(problem);
  if (lead.mail.size > 0) reportProblem(`Left out: mail that git tracks (${lead.mail.size}).`);
}

/** Whether the lead may read its mailbox: it has the team, or can have it. A mailbox without mail needs none. */
async function mayRead(team: Team, turn: TurnInfo): Promise<boolean> {
  if (team.held !== undefined) return true;
  team.foundIn = turn;
  const { values, problems } = await team.mailboxes.unread(LEAD);
  return values.length + problems.length === 0 || open(team, turn);
}

/** What each member can do, the lead too. */
function membership(team: Team, member: Member) {
  return {
    tools: [sendTool(team, member), checkTool(team, member), listTool(team)],
    hooks: { AfterModel: () => lookAgain(team.mailboxes, member, false) },
  };
}

function sendTool(team: Team, { name }: Member): Tool {
  return defineTool({
    name: "send_message",
    description:
      "Write to an agent of the team. It reads the message before its next step; if it waits, the message begins a turn of it.",
    input: z.object({
      to: z.string().describe("Its name, as list_teammates gives it"),
      content: z
        .string()
        .trim()
        .min(1)
        .max(MAX_CONTENT, TOO_LONG)
        .describe("All it must know: it does not see your messages"),
    }),
    judge: harmless, // it acts only through tool calls of its own, and these are judged
    async run({ to, content }) {
      const member = find(team, to);
      if (member.name === name) throw new Error(`You are ${name}. Write to another agent.`);
      await send(team, { from: name, to: member.name, type: "message", content });
      return `Sent to ${member.name}.`;
    },
  });
}

async function send(team: Team, draft: Parameters<Mailboxes["send"]>[0]): Promise<void> {
  const { id, from, to, type, content }: Message = await team.mailboxes.send(draft);
  explain(`[team] ${from} → ${to}: ${type} ${id}, ${content.length} characters`);
  const mate = team.mates.get(to.toLowerCase());
  if (from === LEAD && mate) mate.progress.turnsAlone = 0;
  await deliver(team.mailboxes, find(team, to)).catch(reportProblem); // it is sent; the next delivery finds it
}

function checkTool(team: Team, member: Member): Tool {
  const { mailboxes } = team;
  return defineTool({
    name: "check_inbox",
    description: "See whether there is mail that you have not read. Mail also comes by itself.",
    input: z.object({}),
    judge: harmless,
    async run(_, { turn }) {
      if (member.name === LEAD && !(await mayRead(team, turn))) throw new Error(OTHER_TEAM);
      await lookAgain(mailboxes, member, true);
      const { values, problems } = await mailboxes.unread(member.name);
      const lines = values.map(({ from, type, content }) => `${from}: ${type}, ${content.length}`);
      const head =
        values.length === 0
          ? "No new mail. It comes by itself; you need not look again."
          : "New mail, with its length in characters. It follows, or comes in a turn of its own:";
      return [head, ...lines, ...problems].join("\n");
    },
  });
}

function listTool(team: Team): Tool {
  return defineTool({
    name: "list_teammates",
    description: "List the mates: their roles, whether they work or wait, and their unread mail.",
    input: z.object({}),
    judge: harmless,
    run: () => listed(team),
  });
}

async function listed(team: Team): Promise<string> {
  const lines = await Promise.all([...team.mates.values()].map((mate) => lineOf(team, mate)));
  return lines.join("\n") || "There are no mates.";
}

async function lineOf({ mailboxes }: Team, mate: Mate): Promise<string> {
  const { name, role, prompt, progress } = mate;
  const { values } = await mailboxes.unread(name);
  const state = progress.running ? "works" : "waits for mail";
  return `${name} (${oneLine(role)}): ${state}, ${values.length} unread, ${progress.tokens} tokens; job: ${oneLine(prompt)}`;
}

function find(team: Team, name: string): Member {
  const key = name.trim().toLowerCase();
  const member = OF_LEAD.includes(key) ? team.lead : team.mates.get(key);
  if (member !== undefined) return member;
  throw new Error(`There is no ${oneLine(name)} in the team. There are: ${namesOf(team)}.`);
}

const namesOf = ({ mates }: Team) =>
  [LEAD, ...[...mates.values()].map(({ name }) => name)].join(", ");

async function show(team: Team, argument: string): Promise<void> {
  const [word, name = ""] = argument.split(/\s+/);
  if (word !== "stop") return note(await listed(team));
  const mate = team.mates.get(name.toLowerCase());
  if (mate?.progress.running) mate.progress.running.abort("interrupted by the person");
  else note(mate ? `${mate.name} does nothing now.` : `There is no mate ${oneLine(name)}.`);
}

/** Before the program ends: mates at work are asked to finish, and ended after a while. Their mail stays on the disk. */
async function end(team: Team): Promise<void> {
  team.isEnding = true;
  const busy = [...team.mates.values()].filter(({ progress }) => progress.running);
  if (busy.length > 0) await finish(busy);
  await team.held?.release();
  team.held = undefined;
}
