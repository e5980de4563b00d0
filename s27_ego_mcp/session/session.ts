// s20 · session – the conversation on the disk: what happens is written before the program acts on it.
import type Anthropic from "@anthropic-ai/sdk";
import { listSessions, placeOfSessions, sessionIds } from "../../shared/keptSessions.ts";
import { note, type Sessions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { mechanismOf, save } from "./core.ts";
import { createRecord } from "./record.ts";
import { readTranscript } from "./transcript.ts";

/** The mechanism, and what the terminal needs for --resume and --list. */
export interface Session extends Mechanism {
  sessions: Sessions;
  messages: readonly Anthropic.MessageParam[];
  /** Undefined before it is on the disk. */
  id(): string | undefined;
  /** Writes what is new. A turn that fails may have taken messages back, and no hook sees that. */
  save(): Promise<void>;
}

/** Keeps `messages`, the history of the lead, in `cwd`/.sessions. It must be the last mechanism of the lead. */
export function createSession(cwd: string, messages: Anthropic.MessageParam[]): Session {
  const record = createRecord(cwd, messages, (problem) => note(`[session] ${problem}`, "yellow"));
  const { log } = record;
  return {
    messages,
    id: record.id,
    save: () => save(log),
    sessions: {
      list: () => listSessions(cwd, readTranscript),
      async resume(word) {
        await record.resume(word);
        note(`[session] ${record.id()} goes on with ${messages.length} messages.`, "dim");
      },
    },
    ...mechanismOf(log),
    reads: [{ what: "sessions", path: placeOfSessions(cwd), keys: () => sessionIds(cwd) }],
    async stop() {
      await save(log);
      await record.close();
    },
  };
}
