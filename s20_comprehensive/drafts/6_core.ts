// s20 · session, draft 6 – the core, with nothing around it but a file of its own for each conversation.
import { realpathSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { createSessionFile, listSessions } from "../../shared/keptSessions.ts";
import { readLines } from "../../shared/lineFile.ts";
import { createQueue } from "../../shared/queue.ts";
import { note, type Sessions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { conversationOf, goOn, type Line, mechanismOf, openLog, save } from "../session/core.ts";

export interface Session extends Mechanism {
  sessions: Sessions;
  messages: readonly Anthropic.MessageParam[];
  id(): string | undefined;
  save(): Promise<void>;
}

const line = z.custom<Line>();

export function createSession(cwd: string, messages: Anthropic.MessageParam[]): Session {
  function read(text: string) {
    const { lines, isTorn } = readLines(text, line);
    return { ...conversationOf(lines), isTorn, folder: realpathSync(cwd) };
  }

  const file = createSessionFile(cwd, read, (problem) => note(problem));
  const log = openLog(messages, {
    add: file.add,
    inOrder: createQueue(),
    mended: (history) => history,
  });
  return {
    messages,
    id: file.id,
    ...mechanismOf(log),
    save: () => save(log),
    sessions: {
      list: () => listSessions(cwd, read),
      resume: async (word) => goOn(log, await file.take(word)),
    },
    async stop() {
      await save(log);
      await file.close();
    },
  };
}
