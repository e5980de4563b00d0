// s20 · session, draft 3 – a line before each call, and one after it.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { Sessions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { answersTo, type Line } from "../session/core.ts";

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
        const lines = await read();
        for (const line of lines) if (line.type === "messages") messages.push(...line.messages);
        written = messages.length;
        const last = lines.findLastIndex(({ type }) => type === "messages");
        messages.push(...answersTo(messages.at(-1), lines.slice(last + 1)));
      },
    },
    hooks: {
      BeforeModel: save, // the prompt, or the results
      AfterModel: save, // the reply, before its calls run
      async PreToolUse({ call, denied }) {
        if (denied === undefined) await add({ type: "begun", call: call.id });
      },
      PostToolUse: ({ result }) => add({ type: "ended", result }),
    },
    save,
  };
}
