// s20 · session/record – the record of one conversation: adds what is new, and takes it up again.
import { realpathSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createSessionFile, type SessionFile } from "../../shared/keptSessions.ts";
import { mended } from "../../shared/messageForm.ts";
import { createQueue } from "../../shared/queue.ts";
import { answersTo, type Draft, type Line, readTranscript, type Transcript } from "./transcript.ts";

/** A message as it was written. A hook that edits a message gives it a new content. */
interface Written {
  message: Anthropic.MessageParam;
  content: Anthropic.MessageParam["content"];
}

interface State {
  cwd: string;
  messages: Anthropic.MessageParam[];
  file: SessionFile<Transcript>;
  written: Written[];
  /** How many lines are in the file. */
  lines: number;
}

/**
 * What is on the disk of a conversation. Everything is written in the order of the calls, and when a function has
 * ended, the line is in the hands of the system. None of them throws but `resume`: a problem is told once.
 */
export interface SessionRecord {
  /** Undefined before its first line. */
  id(): string | undefined;
  /** Writes the messages that are new or have changed. */
  save(): Promise<void>;
  /** A call begins to run. */
  begun(call: string): Promise<void>;
  /** A call has its result. */
  ended(result: Anthropic.ToolResultBlockParam): Promise<void>;
  /** Takes up an earlier conversation. Throws a UserError when it cannot. */
  resume(word: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** The record of `messages` in `cwd`/.sessions. `tell` gets what the person should know. */
export function createRecord(
  cwd: string,
  messages: Anthropic.MessageParam[],
  tell: (problem: string) => void,
): SessionRecord {
  const file = createSessionFile(cwd, readTranscript, tell);
  const state: State = { cwd, messages, file, written: [], lines: 0 };
  const tellOnce = createTeller(tell);
  let isClosed = false;
  const inOrder = async (action: () => Promise<unknown>) =>
    isClosed ? undefined : tellOnce(action); // a turn that ends after the program's last save begins no new file
  return {
    id: file.id,
    save: () => inOrder(() => save(state)),
    async begun(call) {
      await inOrder(() => save(state)); // does nothing, unless the reply could not be written
      await inOrder(() => append(state, { type: "begun", call }));
    },
    ended: (result) => inOrder(() => append(state, { type: "ended", result })),
    resume: (word) => resume(state, word),
    async close() {
      const closing = inOrder(file.close);
      isClosed = true;
      await closing;
    },
  };
}

/** A file that was removed is begun anew, with all messages. */
function forgetRemoved(state: State) {
  const isRemoved = state.lines > 0 && state.file.id() === undefined;
  if (isRemoved) Object.assign(state, { written: [], lines: 0 });
}

/** Runs actions in order. One that fails is told, once, and the turn goes on; the next save writes what is missing. */
function createTeller(tell: (problem: string) => void) {
  const queue = createQueue();
  let isTold = false;
  return (action: () => Promise<unknown>) =>
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

/**
 * Writes the messages that are new or have changed since the last time, as one line, which is there at once or not at
 * all. When a message has changed, that line takes the place of it and of all that came after it.
 */
async function save(state: State): Promise<void> {
  forgetRemoved(state);
  const { messages, written } = state;
  const changed = written.findIndex(
    ({ message, content }, at) => messages[at] !== message || message.content !== content,
  );
  const from = changed < 0 ? written.length : changed;
  if (from === messages.length && from === written.length) return;
  const added = writtenOf(messages.slice(from));
  await append(state, { type: "messages", from, messages: messages.slice(from) });
  written.splice(from, Number.POSITIVE_INFINITY, ...added);
}

const writtenOf = (messages: Anthropic.MessageParam[]): Written[] =>
  messages.map((message) => ({ message, content: message.content }));

/** Adds a line. The very first one names the folder. */
async function append(state: State, draft: Draft): Promise<void> {
  forgetRemoved(state);
  if (state.lines === 0) await add(state, { type: "session", folder: realpathSync(state.cwd) });
  await add(state, draft);
}

async function add(state: State, draft: Draft): Promise<void> {
  const line: Line = { n: state.lines, time: new Date(clock.now()).toISOString(), ...draft };
  await state.file.add(line);
  state.lines++;
}

/** Goes on with a session: its messages come into the history, and each open call gets a result. Nothing runs. */
async function resume(state: State, word: string | undefined): Promise<void> {
  const transcript = await state.file.take(word);
  state.lines = transcript.lines;
  state.written.push(...writtenOf(transcript.messages));
  state.messages.push(...mended([...transcript.messages, ...answersTo(transcript)]));
}
