// s23 · scope/command – /scope, /identity, and the notes in /memory.
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Source } from "../bootstrap/bootstrap.ts";
import type { Listener, Rule } from "./core.ts";
import { cascade } from "./identity.ts";

export const WORDS: Record<Listener, string> = {
  main: "you",
  group: "everyone in a room",
  helper: "subagents and mates",
};

/** /scope: who hears this session, and the table. */
export function scopeCommand(
  name: string,
  listener: Listener,
  rules: () => Promise<Rule[]>,
): Command {
  return {
    description: "who hears this session, and what is loaded for whom",
    async run() {
      note(`This session: ${name}. It is heard by: ${WORDS[listener]}.`);
      for (const rule of await rules())
        note(`${rule.name}: for ${rule.for.map((one) => WORDS[one]).join(", ")}`);
      note("To begin one that others hear: start the agent with --scope group:NAME.", "dim");
    },
  };
}

/** /identity: each value, and who says it. */
export const identityCommand = (sources: () => Promise<Source[]>): Command => ({
  description: "what the agent is called, and which file or setting says so",
  async run() {
    for (const { field, value, from } of cascade(await sources()))
      note(`${field}: ${value} (${from})`);
  },
});

/** The mechanism of s09 with two more words for its command. */
export function withNotes(
  memory: Mechanism,
  textOf: (day: "today" | "yesterday") => Promise<string>,
): Mechanism {
  const { memory: own } = memory.commands ?? {};
  const show = (day: "today" | "yesterday") => ({ run: async () => note(await textOf(day)) });
  const words = {
    "": { run: (_: string[], signal: AbortSignal) => own?.run("", signal) },
    today: show("today"),
    yesterday: show("yesterday"),
  };
  const both = subcommands("memory", own?.description ?? "", words);
  return { ...memory, commands: Object.assign({}, memory.commands, { memory: both }) };
}
