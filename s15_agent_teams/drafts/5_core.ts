// s15 · the core – mail goes through the inbox, which knows what was read; nothing is around it.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { asWords, textOf } from "../../shared/messages.ts";
import { createQueue } from "../../shared/queue.ts";
import { labelled, nobody, note, type TurnInfo, turnFor } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { createInbox, type Inbox } from "../inbox.ts";
import type { Agent } from "../loop.ts";
import { type Around, deliver, type Member, runLoop } from "../team/core.ts";
import { createMailboxes } from "../team/mailbox.ts";
import { defineTool, harmless, type ToolContext } from "../tools.ts";

export const TEAM_RULE = "Use spawn_teammate for work that goes on beside yours.";

type MakeAgent = (identity: Identity, own: Mechanism[]) => Agent;
const job = z.object({ name: z.string(), role: z.string(), prompt: z.string() });

export function createTeam(cwd: string, makeAgent: MakeAgent, inbox: Inbox): Mechanism {
  const boxes = createMailboxes(cwd);
  const report = (error: unknown) => void note(String(error), "red");
  const around: Around = {
    unread: async ({ name }, known) => (await boxes.unread(name, known)).values,
    hasRoom: () => true,
    textOf: (_, { id, from, type, content }) => `From ${from} (${type}), ${id}:\n${content}`,
    markRead: (_, message) => boxes.markRead(message).catch(report),
    keepUnread: ({ mail }, { id }) => void mail.delete(id),
    report,
  };

  const members = new Map<string, Member>();
  /** The turns that spawned the mates: whom their letters may make the lead ask. */
  const spawnedIn = new Map<string, TurnInfo>();
  const join = (member: Pick<Member, "name" | "inbox" | "turnOf">): Member => {
    const whole: Member = { ...member, isOld: () => false, mail: new Map() };
    members.set(member.name, whole);
    return whole;
  };
  const lead = { source: "mail", ask: nobody } satisfies TurnInfo;
  join({ name: "lead", inbox, turnOf: ({ from }) => spawnedIn.get(from) ?? lead });

  async function send(from: string, to: string, content: string, type: Type = "message") {
    const member = members.get(to);
    if (!member) throw new Error(`There is no ${to}. There are: ${[...members.keys()]}.`);
    await boxes.send({ from, to, type, content });
    await deliver(around, member);
    return `Sent to ${to}.`;
  }
  const sendAs = (name: string) =>
    defineTool({
      name: "send_message",
      description: "Write to an agent of the team.",
      input: z.object({ to: z.string(), content: z.string() }),
      judge: harmless,
      run: ({ to, content }) => send(name, to, content),
    });

  async function spawn({ name, role, prompt }: z.infer<typeof job>, context: ToolContext) {
    const turn = turnFor(`[${name}] `, context.turn);
    const inOrder = createQueue();
    const own = createInbox(({ prompt }) => void begin(prompt));
    join({ name, inbox: own, turnOf: () => turn });
    spawnedIn.set(name, context.turn);
    const system = `You are ${name}, ${role}. Your last text goes to lead.`;
    const identity = { ...context.agent, name, system, say() {} };
    const agent = makeAgent(identity, [own, { tools: [sendAs(name)] }]);
    const messages: Anthropic.MessageParam[] = [];

    async function work(promptOf: () => Prompt) {
      const content = await promptOf();
      if (content === undefined) return; // the turn before has taken the mail
      messages.push({ role: "user", content });
      const failure = await runLoop({ agent, messages, turn, progress: { running: undefined } });
      const last = textOf(messages.at(-1) ?? { role: "user", content: "" });
      if (failure === undefined) note(last, "magenta");
      if (failure === undefined) await send(name, "lead", last, "result");
      else await send(name, "lead", `My turn was stopped: ${failure}`, "error");
    }
    const begin = (promptOf: () => Prompt) =>
      inOrder(() => labelled(`[${name}] `, () => work(promptOf)));
    void begin(() => asWords(prompt));
    return `${name} works now. Its result comes as mail.`;
  }

  const spawnTeammate = defineTool({
    name: "spawn_teammate",
    description: "Start an agent that works at the same time as you, with its own messages.",
    input: job,
    judge: harmless, // its own tool calls are judged one by one
    run: spawn,
  });
  return { tools: [spawnTeammate, sendAs("lead")] };
}

type Type = "message" | "result" | "error";
type Prompt = string | undefined | Promise<string | undefined>;
