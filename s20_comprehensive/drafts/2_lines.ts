// s20 · session, draft 2 – what is new goes to the end of a file, before the program acts on it.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { Sessions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Line } from "../session/core.ts";

export interface Session extends Mechanism {
  sessions: Sessions;
  messages: readonly Anthropic.MessageParam[];
  id(): string | undefined;
  save(): Promise<void>;
}

const line = z.custom<Line>();

export function createSession(cwd: string, messages: Anthropic.MessageParam[]): Session {
  const folder = join(cwd, ".sessions");
  const file = join(folder, "last.jsonl");
  let written = 0;

  async function add(line: object) {
    await mkdir(folder, { recursive: true });
    await appendFile(file, `${JSON.stringify(line)}\n`);
  }

  async function save() {
    const added = messages.slice(written);
    if (added.length > 0) await add({ type: "messages", messages: added });
    written = messages.length;
  }

  async function read(): Promise<Line[]> {
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    return lines.map((one) => line.parse(JSON.parse(one)));
  }

  return {
    messages,
    id: () => (written > 0 ? "last" : undefined),
    sessions: {
      list: async () => "last",
      async resume() {
        for (const line of await read())
          if (line.type === "messages") messages.push(...line.messages);
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
