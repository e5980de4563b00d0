// s20 · session, draft 5 – a line that was torn does not count.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { readLines } from "../../shared/lineFile.ts";
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
  let written: string[] = [];
  let start = ""; // "\n" when the last line was torn

  async function add(line: object) {
    await mkdir(folder, { recursive: true });
    await appendFile(file, `${start}${JSON.stringify(line)}\n`);
    start = "";
  }

  async function save() {
    const now = messages.map((message) => JSON.stringify(message));
    const changed = now.findIndex((one, at) => one !== written[at]);
    const from = changed < 0 ? now.length : changed;
    if (from === now.length && from === written.length) return;
    await add({ type: "messages", from, messages: messages.slice(from) });
    written = now;
  }

  async function read(): Promise<Line[]> {
    const { lines, isTorn } = readLines(await readFile(file, "utf8"), line); // those that are JSON
    start = isTorn ? "\n" : "";
    return lines;
  }

  return {
    messages,
    id: () => (written.length > 0 ? "last" : undefined),
    sessions: {
      list: async () => "last",
      async resume() {
        const lines = await read();
        for (const line of lines)
          if (line.type === "messages")
            messages.splice(line.from, messages.length, ...line.messages);
        written = messages.map((message) => JSON.stringify(message));
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
