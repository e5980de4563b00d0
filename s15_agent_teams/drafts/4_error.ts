// s15 · fourth draft – a mate that fails says so, and a letter to an unknown name is refused.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { asNote, asWords, lastReply } from "../../shared/messages.ts";
import { createQueue } from "../../shared/queue.ts";
import { type Ask, labelled, note, submit } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";
import { runLoop } from "../team/core.ts";
import { createMailboxes, type Message } from "../team/mailbox.ts";
import { defineTool, harmless } from "../tools.ts";

export const TEAM_RULE = "Use spawn_teammate for work that goes on beside yours.";

type MakeAgent = (identity: Identity, own: Mechanism[]) => Agent;

export function createTeam(cwd: string, makeAgent: MakeAgent): Mechanism {
  const wake = new Map<string, () => void>();
  const boxes = createMailboxes(cwd);
  const news = async (name: string) =>
    (await boxes.unread(name)).values.length > 0 ? asNote("mail", "You have mail.") : undefined;

  async function send(from: string, to: string, content: string) {
    if (!wake.has(to)) throw new Error(`There is no ${to}. There are: ${[...wake.keys()]}.`);
    await boxes.send({ from, to, type: "message", content });
    wake.get(to)?.();
    return `Sent to ${to}.`;
  }

  /** What a member of the team has: it reads its mail before a model call, and moves after the reply what was in the request. */
  function member(name: string): Mechanism {
    let inRequest: Message[] = [];
    const sendMessage = defineTool({
      name: "send_message",
      description: "Write to an agent of the team.",
      input: z.object({ to: z.string(), content: z.string() }),
      judge: harmless,
      run: async ({ to, content }) => send(name, to, content),
    });
    return {
      tools: [sendMessage],
      hooks: {
        async BeforeModel({ messages }) {
          inRequest = (await boxes.unread(name)).values;
          for (const { from, content } of inRequest)
            messages.push({ role: "user", content: asNote("mail", `From ${from}:\n${content}`) });
        },
        async AfterModel() {
          for (const message of inRequest) await boxes.markRead(message);
          inRequest = [];
        },
      },
    };
  }

  const spawnTeammate = defineTool({
    name: "spawn_teammate",
    description: "Start an agent that works at the same time as you, with its own messages.",
    input: z.object({ name: z.string(), role: z.string(), prompt: z.string() }),
    judge: harmless, // its own tool calls are judged one by one
    async run({ name, role, prompt }, { agent: lead, turn }) {
      const system = `You are ${name}, ${role}. Your last text goes to lead.`;
      const mate = makeAgent({ ...lead, name, system, say() {} }, [member(name)]);
      const ask: Ask = (question, signal) => turn.ask(`[${name}] ${question}`, signal);
      const messages: Anthropic.MessageParam[] = [];
      const inOrder = createQueue();

      async function work(text?: string) {
        const content = text ?? (await news(name));
        if (content === undefined) return;
        messages.push({ role: "user", content });
        const progress = { running: undefined };
        const failure = await runLoop({ agent: mate, messages, turn: { ...turn, ask }, progress });
        const result = failure ? `My turn was stopped: ${failure}` : lastReply(messages);
        if (!failure) note(result, "magenta");
        await send(name, "lead", result);
      }

      const begin = (text?: string) => void inOrder(() => labelled(`[${name}] `, () => work(text)));
      wake.set(name, () => begin());
      wake.set("lead", () => submit({ source: "mail", ask: turn.ask, prompt: () => news("lead") }));
      begin(asWords(prompt));
      return `${name} works now. Its result comes as mail.`;
    },
  });
  const lead = member("lead");
  return { ...lead, tools: [spawnTeammate, ...(lead.tools ?? [])] };
}
