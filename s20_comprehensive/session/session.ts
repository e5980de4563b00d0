// s20 · session – the conversation on the disk: what happens is written before the program acts on it.
import type Anthropic from "@anthropic-ai/sdk";
import { listSessions, placeOfSessions, sessionIds } from "../../shared/keptSessions.ts";
import { addNote } from "../../shared/messages.ts";
import { note, type Sessions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { createRecord } from "./record.ts";
import { readTranscript } from "./transcript.ts";

const RESUMED =
  "An earlier run of the program began this conversation, and has ended. So have its mates and its connections to servers; background commands may still run. Files may have changed since, and ids such as bg_1 are given again.";

/** The mechanism, and what the terminal needs for --resume and --list. */
export interface Session extends Mechanism {
  sessions: Sessions;
  messages: readonly Anthropic.MessageParam[];
  /** Undefined before it is on the disk. */
  id(): string | undefined;
  /** Writes what is new. A turn that fails may have taken messages back, and no hook sees that. */
  save(): Promise<void>;
}

/**
 * Keeps `messages`, the history of the lead, in `cwd`/.sessions. It must be the last mechanism of the lead: then it
 * sees the history as the others have left it, and writes down a call only when nobody has refused it.
 */
export function createSession(cwd: string, messages: Anthropic.MessageParam[]): Session {
  const record = createRecord(cwd, messages, (problem) => note(`[session] ${problem}`, "yellow"));
  let isResumed = false;
  return {
    messages,
    id: record.id,
    save: record.save,
    sessions: {
      list: () => listSessions(cwd, readTranscript),
      async resume(word) {
        await record.resume(word);
        isResumed = true;
        note(`[session] ${record.id()} goes on with ${messages.length} messages.`, "dim");
      },
    },
    hooks: {
      async BeforeModel() {
        const last = messages.at(-1);
        if (isResumed && last?.role === "user") addNote(last, "session", RESUMED);
        isResumed = false;
        await record.save();
      },
      AfterModel: () => record.save(),
      async PreToolUse({ call, denied }) {
        if (denied === undefined) await record.begun(call.id);
      },
      PostToolUse: ({ result }) => record.ended(result),
    },
    reads: [{ what: "sessions", path: placeOfSessions(cwd), keys: () => sessionIds(cwd) }],
    async stop() {
      await record.save();
      await record.close();
    },
  };
}
