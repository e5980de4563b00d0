// s15 · the core – mail goes through the inbox, which knows what was read; nothing is around it.
import { z } from "zod";
import { asWords, lastReply } from "../../shared/messages.ts";
import { createQueue } from "../../shared/queue.ts";
import { labelled, nobody, note, type Submission, turnFor } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { createInbox, type Inbox } from "../inbox.ts";
import type { Agent } from "../loop.ts";
import { type Around, deliver, type Member, type Runner, runLoop } from "../team/core.ts";
import { createMailboxes, type Mailboxes } from "../team/mailbox.ts";
import { defineTool, harmless, type ToolContext } from "../tools.ts";

const UNKNOWN = { source: "mail", ask: nobody } as const;
export const TEAM_RULE = "Use spawn_teammate for work that goes on beside yours.";

type Letter = Parameters<Mailboxes["send"]>[0];
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
  const spawnedIn = new Map<string, ToolContext["turn"]>();
  const join = (member: Pick<Member, "name" | "inbox" | "turnOf">) =>
    members.set(member.name, { ...member, isOld: () => false, mail: new Map() });
  join({ name: "lead", inbox, turnOf: ({ from }) => spawnedIn.get(from) ?? UNKNOWN });

  async function send(letter: Letter) {
    const member = members.get(letter.to);
    if (!member) throw new Error(`There is no ${letter.to}. There are: ${[...members.keys()]}.`);
    await boxes.send(letter);
    await deliver(around, member);
    return `Sent to ${letter.to}.`;
  }
  const sendAs = (name: string) =>
    defineTool({
      name: "send_message",
      description: "Write to an agent of the team.",
      input: z.object({ to: z.string(), content: z.string() }),
      judge: harmless,
      run: ({ to, content }) => send({ from: name, to, type: "message", content }),
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
    const messages: Runner["messages"] = [];

    async function work(promptOf: Submission["prompt"]) {
      const prompt = await promptOf();
      if (prompt === undefined) return; // the turn before has taken the mail
      messages.push({ role: "user", content: prompt });
      const failure = await runLoop({ agent, messages, turn, progress: { running: undefined } });
      const content = failure ? `My turn was stopped: ${failure}` : lastReply(messages);
      if (!failure) note(content, "magenta");
      await send({ from: name, to: "lead", type: failure ? "error" : "result", content });
    }
    const begin = (promptOf: Submission["prompt"]) =>
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
