// s20 · session, draft 2 – each message goes to the end of a file, before the program acts on it.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { Sessions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";

export interface Session extends Mechanism {
  sessions: Sessions;
  messages: readonly Anthropic.MessageParam[];
  id(): string | undefined;
  save(): Promise<void>;
}

const message = z.custom<Anthropic.MessageParam>();

export function createSession(cwd: string, messages: Anthropic.MessageParam[]): Session {
  const folder = join(cwd, ".sessions");
  const file = join(folder, "last.jsonl");
  let written = 0;

  async function save() {
    await mkdir(folder, { recursive: true });
    for (const message of messages.slice(written))
      await appendFile(file, `${JSON.stringify(message)}\n`);
    written = messages.length;
  }

  return {
    messages,
    id: () => (written > 0 ? "last" : undefined),
    sessions: {
      list: async () => "last",
      async resume() {
        const lines = (await readFile(file, "utf8")).trim().split("\n");
        messages.push(...lines.map((line) => message.parse(JSON.parse(line))));
        written = messages.length;
      },
    },
    hooks: {
      BeforeModel: save, // the prompt, or the results
      AfterModel: save, // the reply, before its calls run
    },
    save,
  };
}
