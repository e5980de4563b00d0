// s15 · first draft – a mate is a second loop beside the first, and the mail of all is one list.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { asNote, asWords, textOf } from "../../shared/messages.ts";
import { createQueue } from "../../shared/queue.ts";
import { type Ask, labelled, note, submit } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { type Agent, agentLoop } from "../loop.ts";
import { defineTool, harmless } from "../tools.ts";

export const TEAM_RULE = "Use spawn_teammate for work that goes on beside yours.";

type MakeAgent = (identity: Identity, own: Mechanism[]) => Agent;
const job = z.object({ name: z.string(), role: z.string(), prompt: z.string() });
const letter = z.object({ to: z.string(), content: z.string() });

export function createTeam(_cwd: string, makeAgent: MakeAgent): Mechanism {
  let mail: { from: string; content: string }[] = [];
  /** Begins a turn of an agent, by its name. */
  const wake = new Map<string, () => void>();

  function take(): string | undefined {
    const letters = mail.map(({ from, content }) => asNote("mail", `From ${from}:\n${content}`));
    mail = [];
    return letters.join("\n") || undefined;
  }

  function send(from: string, to: string, content: string) {
    mail.push({ from, content });
    wake.get(to)?.();
    return `Sent to ${to}.`;
  }

  const sendAs = (name: string) =>
    defineTool({
      name: "send_message",
      description: "Write to an agent of the team.",
      input: letter,
      judge: harmless,
      run: async ({ to, content }) => send(name, to, content),
    });

  const spawnTeammate = defineTool({
    name: "spawn_teammate",
    description: "Start an agent that works at the same time as you, with its own messages.",
    input: job,
    judge: harmless, // its own tool calls are judged one by one
    async run({ name, role, prompt }, { agent: lead, turn }) {
      const system = `You are ${name}, ${role}. Your last text goes to lead.`;
      const own: Mechanism = { tools: [sendAs(name)] };
      const mate = makeAgent({ ...lead, name, system, say() {} }, [own]);
      const ask: Ask = (question, signal) => turn.ask(`[${name}] ${question}`, signal);
      const messages: Anthropic.MessageParam[] = [];
      const inOrder = createQueue();

      async function work(content = take()) {
        if (content === undefined) return;
        messages.push({ role: "user", content });
        await agentLoop(mate, messages, new AbortController().signal, { ...turn, ask });
        const result = textOf(messages.at(-1) ?? { role: "user", content: "" });
        note(result, "magenta");
        send(name, "lead", result);
      }

      const begin = (text?: string) => void inOrder(() => labelled(`[${name}] `, () => work(text)));
      wake.set(name, () => begin());
      wake.set("lead", () => submit({ source: "mail", ask: turn.ask, prompt: take }));
      begin(asWords(prompt));
      return `${name} works now. Its result comes as mail.`;
    },
  });
  return { tools: [spawnTeammate, sendAs("lead")] };
}
