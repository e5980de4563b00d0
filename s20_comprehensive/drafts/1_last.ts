// s20 · session, draft 1 – before and after each turn, the whole history goes to one file.
import { mkdir, readFile, writeFile } from "node:fs/promises";
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

const history = z.array(z.custom<Anthropic.MessageParam>());

export function createSession(cwd: string, messages: Anthropic.MessageParam[]): Session {
  const folder = join(cwd, ".sessions");
  const file = join(folder, "last.json");
  return {
    messages,
    id: () => "last",
    sessions: {
      list: async () => "last",
      async resume() {
        messages.push(...history.parse(JSON.parse(await readFile(file, "utf8"))));
      },
    },
    async save() {
      await mkdir(folder, { recursive: true });
      await writeFile(file, JSON.stringify(messages));
    },
  };
}
