// s20 · session/record – the log of the core in a file, and what becomes of it when a line cannot be written.
import { realpathSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createSessionFile, type SessionFile } from "../../shared/keptSessions.ts";
import { mended } from "../../shared/messageForm.ts";
import { createQueue } from "../../shared/queue.ts";
import { goOn, type Line, type Log, openLog } from "./core.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

/** What is on the disk of a conversation. No write of its log throws: a problem is told once. */
export interface SessionRecord {
  log: Log;
  /** Undefined before its first line. */
  id(): string | undefined;
  /** Takes up an earlier conversation. Throws a UserError when it cannot. */
  resume(word: string | undefined): Promise<void>;
  close(): Promise<void>;
}

interface State {
  cwd: string;
  file: SessionFile<Transcript>;
  /** How many lines are in the file. */
  lines: number;
  isClosed: boolean;
}

/** The record of `messages` in `cwd`/.sessions. `tell` gets what the person should know. */
export function createRecord(
  cwd: string,
  messages: Anthropic.MessageParam[],
  tell: (problem: string) => void,
): SessionRecord {
  const file = createSessionFile(cwd, readTranscript, tell);
  const state: State = { cwd, file, lines: 0, isClosed: false };
  const tellOnce = createTeller(tell);
  const log = openLog(messages, {
    mended,
    add: (line) => add(state, line),
    inOrder: (write) => tellOnce(() => unlessClosed(state, log, write)),
  });
  return {
    log,
    id: file.id,
    async resume(word) {
      const transcript = await file.take(word);
      state.lines = transcript.lines;
      goOn(log, transcript);
    },
    close: () => tellOnce(() => close(state)),
  };
}

/** A turn that ends after the program's last save begins no new file; a file that was removed is begun anew, with all messages. */
async function unlessClosed(state: State, { written }: Log, write: () => Promise<void>) {
  if (state.isClosed) return;
  const isRemoved = state.lines > 0 && state.file.id() === undefined;
  if (isRemoved) {
    state.lines = 0;
    written.length = 0;
  }
  await write();
}

async function close(state: State): Promise<void> {
  state.isClosed = true;
  await state.file.close();
}

/** Runs actions in order. One that fails is told, once, and the turn goes on; the next save writes what is missing. */
function createTeller(tell: (problem: string) => void) {
  const queue = createQueue();
  let isTold = false;
  return (action: () => Promise<void>) =>
    queue(async () => {
      try {
        await action();
        isTold = false;
      } catch (error) {
        const problem = `not written, so a resumed session would not know of it: ${describeError(error)}`;
        if (!isTold) tell(problem);
        isTold = true;
      }
    });
}

/** Adds a line, with its number and the time. The very first one names the folder. */
async function add(state: State, line: Line): Promise<void> {
  if (state.lines === 0)
    await addNumbered(state, { type: "session", folder: realpathSync(state.cwd) });
  await addNumbered(state, line);
}

async function addNumbered(state: State, line: Line | { type: "session"; folder: string }) {
  await state.file.add({ n: state.lines, time: new Date(clock.now()).toISOString(), ...line });
  state.lines++;
}
