// s20 · session/record – the record of one conversation: adds what is new, and takes it up again.
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createSessionFile, type SessionFile } from "../../shared/keptSessions.ts";
import { createQueue } from "../../shared/queue.ts";
import { answersTo, type Draft, type Line, readTranscript, type Transcript } from "./transcript.ts";

/** A message as it was written, and the line it is in. A hook that edits a message gives it a new content. */
interface Written {
  message: Anthropic.MessageParam;
  content: Anthropic.MessageParam["content"];
  line: string;
}

interface State {
  cwd: string;
  messages: Anthropic.MessageParam[];
  file: SessionFile<Transcript>;
  written: Written[];
  /** The first line, and the newest one; undefined while there is none. */
  root: string | undefined;
  tip: string | undefined;
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
  const state: State = { cwd, messages, file, ...nothingWritten() };
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

const nothingWritten = () => ({ written: [], root: undefined, tip: undefined });

/** A file that was removed is begun anew, with all messages. */
function forgetRemoved(state: State) {
  const isRemoved = state.root !== undefined && state.file.id() === undefined;
  if (isRemoved) Object.assign(state, nothingWritten());
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
 * Writes the messages that are new or have changed since the last time, as one line. When a message has changed, the
 * new line follows the last one that is still right: that makes a branch, which is there at once or not at all.
 */
async function save(state: State): Promise<void> {
  forgetRemoved(state);
  const { messages, written, root } = state;
  const changed = written.find(
    ({ message, content }, at) => messages[at] !== message || message.content !== content,
  );
  if (changed === undefined && messages.length === written.length) return;
  const at = changed ? written.findIndex(({ line }) => line === changed.line) : written.length;
  const parent = changed && (written[at - 1]?.line ?? root);
  const added = messages.slice(at).map((message) => ({ message, content: message.content }));
  const line = await append(state, { type: "messages", messages: messages.slice(at) }, parent);
  written.length = at;
  for (const { message, content } of added) written.push({ message, content, line });
}

/** Adds a line after another one, the newest if no other is named. The very first line names the folder. */
async function append(state: State, draft: Draft, parent?: string): Promise<string> {
  forgetRemoved(state);
  state.root ??= await add(state, { type: "session", folder: realpathSync(state.cwd) });
  return add(state, draft, parent ?? state.tip);
}

async function add(state: State, draft: Draft, parent: string | null = null): Promise<string> {
  const id = randomBytes(6).toString("hex");
  const time = new Date(clock.now()).toISOString();
  const line: Line = { id, parent, time, ...draft };
  await state.file.add(line);
  state.tip = id;
  return id;
}

/** Goes on with a session: its messages come into the history, and each open call gets a result. Nothing runs. */
async function resume(state: State, word: string | undefined): Promise<void> {
  const transcript = await state.file.take(word);
  for (const line of transcript.path) {
    state.root ??= line.id;
    state.tip = line.id;
    for (const message of line.type === "messages" ? line.messages : [])
      state.written.push({ message, content: message.content, line: line.id });
  }
  state.messages.push(...transcript.messages, ...answersTo(transcript));
}
