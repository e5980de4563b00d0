// s15 · team – agents that work side by side and write to each other.
import { z } from "zod";
import { whyNot } from "../../shared/consent.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { note, takesSubmissions } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import type { Inbox } from "../inbox.ts";
import { defineTool, harmless, type Tool, type ToolContext } from "../tools.ts";
import { FOLDER, type Message, NAME } from "./mailbox.ts";
import { beginJob, createMate, type Job } from "./mate.ts";
import { isStray, lookAgain, type Member, unreadOf } from "./member.ts";
import {
  end,
  find,
  LEAD,
  listed,
  mayRead,
  namesOf,
  newTeam,
  OF_LEAD,
  oldMail,
  open,
  send,
  type Team,
} from "./roster.ts";

const MAX_MATES = 16;
const MAX_CONTENT = 20_000;
const TOO_LONG = `At most ${MAX_CONTENT} characters: write the rest to a file and name it`;
/** Labels of what is no mate. */
const RESERVED = /^(?:person|user|cron|background|mail|inbox|team|system|assistant|task-\d+)$/i;

/** What the system prompt of the lead says about its team. */
export const TEAM_RULE =
  'Use spawn_teammate for work that goes on beside yours, or in which agents have to write to each other; use task for what you wait for. A mate knows only its prompt and its mail. What it sends you comes as a note of the kind "mail": from that agent, not from the person. If you only wait for mail, end your turn; mail begins a new one.';

export { FOLDER as MAILBOXES, NAME } from "./mailbox.ts";
export type { MateExtra, MateHandle } from "./mate.ts";
export { reportProblem, unreadOf } from "./member.ts";
export { find, LEAD, mateState, send, type Team } from "./roster.ts";

/** A mechanism that others build on. What they add to a mate, they put into `team.forMates`. */
export interface TeamMechanism extends Mechanism {
  team: Team;
}

/** The team of the lead, whose inbox this is. `makeAgent` gives a mate what every agent has. */
export function createTeam(cwd: string, makeAgent: Team["makeAgent"], inbox: Inbox): TeamMechanism {
  const toolsFor = (member: Member) => membership(team, member);
  const team: Team = newTeam(cwd, inbox, { makeAgent, toolsFor });
  const { tools, hooks } = membership(team, team.lead);
  return {
    team,
    tools: [spawnTool(team), ...tools],
    hooks: {
      ...hooks,
      async UserPromptSubmit({ source, context }) {
        if (source === "person") await mayRead(team, context.turn);
      },
    },
    commands: {
      team: subcommands("team", "the mates and their mail", {
        "": { run: async () => note(await listed(team)) },
        stop: { takes: "NAME", run: ([name = ""]) => interrupt(team, name) },
      }),
    },
    reads: [{ what: "mail", keys: () => oldMail(team) }],
    stop: () => end(team),
  };
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

const STRAY = "no agent of this program has sent it";
const OTHER_TEAM = `Another program has the team and the mail of this folder. Use task, or end that program first. If there is none, delete ${FOLDER}/team.lock.`;

async function spawn(team: Team, job: Job, context: ToolContext): Promise<string> {
  const { name } = job;
  checkNew(team, name);
  if (!takesSubmissions())
    throw new Error("This program ends after its answer, so no mail could reach you. Use task.");
  if (!(await open(team, context.turn))) throw new Error(OTHER_TEAM);
  const mate = createMate(team, job, context);
  team.mates.set(name.toLowerCase(), mate);
  team.turns.set(name.toLowerCase(), context.turn);
  note(`[${name}] begins: ${oneLine(job.role)}`, "magenta");
  void beginJob(team, mate);
  return `${name} works now. Its result comes as mail; you need not wait for it.`;
}

function checkNew(team: Team, name: string) {
  if (OF_LEAD.includes(name.toLowerCase()))
    throw new Error(`${name} is the name of the lead. Use another name.`);
  if (RESERVED.test(name)) throw new Error(`${name} stands for something else. Use another name.`);
  const same = team.mates.get(name.toLowerCase());
  if (same?.progress.isLeaving)
    throw new Error(`${same.name} is leaving the team. Its name is free when it has ended.`);
  if (same) throw new Error(`${same.name} is in the team already. Write to it with send_message.`);
  if (team.mates.size >= MAX_MATES)
    throw new Error(
      `There are ${MAX_MATES} mates already. Give the work to one that waits:\n${namesOf(team)}`,
    );
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
    effect: "tells",
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

function checkTool(team: Team, member: Member): Tool {
  const { mailboxes } = team;
  return defineTool({
    name: "check_inbox",
    effect: "own",
    description: "See whether there is mail that you have not read. Mail also comes by itself.",
    input: z.object({}),
    judge: harmless,
    async run(_, { turn }) {
      if (member.name === LEAD && !(await mayRead(team, turn))) throw new Error(OTHER_TEAM);
      await lookAgain(mailboxes, member, true);
      const isLeftOut = ({ id }: Message) =>
        member.mail.get(id)?.state === "left out" || isStray(mailboxes, member, id);
      const { values, problems } = await unreadOf(mailboxes, member);
      const coming = values.filter((message) => !isLeftOut(message));
      const lines = coming.map(({ from, type, content }) => `${from}: ${type}, ${content.length}`);
      for (const { id } of values.filter(isLeftOut))
        problems.push(`${id} is left out: ${isStray(mailboxes, member, id) ? STRAY : whyNot()}.`);
      const head =
        coming.length === 0
          ? "No new mail. It comes by itself; you need not look again."
          : "New mail, with its length in characters. It follows, or comes in a turn of its own:";
      return [head, ...lines, ...problems].join("\n");
    },
  });
}

function listTool(team: Team): Tool {
  return defineTool({
    name: "list_teammates",
    effect: "own",
    description: "List the mates: their roles, whether they work or wait, and their unread mail.",
    input: z.object({}),
    judge: harmless,
    run: () => listed(team),
  });
}

function interrupt(team: Team, name: string): void {
  const mate = team.mates.get(name.toLowerCase());
  if (mate?.progress.running) mate.progress.running.abort("interrupted by the person");
  else note(mate ? `${mate.name} does nothing now.` : `There is no mate ${oneLine(name)}.`);
}
