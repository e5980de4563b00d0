// s20 · session/record – the record of one conversation: adds what is new, and takes it up again.
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createSessionFile, type SessionFile } from "../../shared/keptSessions.ts";
import { createQueue } from "../../shared/queue.ts";
import { answerTo, type Draft, type Line, readTranscript, type Transcript } from "./transcript.ts";

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
  /** The first line, and the newest one; null while there is none. */
  root: string | null;
  tip: string | null;
}

/**
 * What is on the disk of a conversation. Everything is written in the order of the calls, and when a function has
 * ended, the line is in the hands of the system. None of them throws but `resume`: a problem is told once.
 */
export interface SessionRecord {
  id(): string;
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
  const file = createSessionFile(cwd, readTranscript);
  const state: State = { cwd, messages, file, written: [], root: null, tip: null };
  const inOrder = createTeller(tell);
  return {
    id: file.id,
    save: () => inOrder(() => save(state)),
    begun: (call) => inOrder(() => append(state, { type: "begun", call })),
    ended: (result) => inOrder(() => append(state, { type: "ended", result })),
    resume: (word) => resume(state, word),
    close: file.close,
  };
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

/** Writes the messages that are new or have changed since the last time, after the last one that is the same. */
async function save(state: State): Promise<void> {
  const { messages, written } = state;
  const isSame = ({ message, content }: Written, at: number) =>
    messages[at] === message && message.content === content;
  const changed = written.findIndex((one, at) => !isSame(one, at));
  const same = changed < 0 ? written.length : changed;
  if (same < written.length) {
    state.tip = written[same - 1]?.line ?? state.root;
    written.length = same;
    if (messages.length === same) await append(state, { type: "back" });
  }
  for (const message of messages.slice(same)) {
    const line = await append(state, { type: "message", message });
    written.push({ message, content: message.content, line });
  }
}

/** Adds a line after the newest one. The first line of all says which folder the conversation is about. */
async function append(state: State, draft: Draft): Promise<string> {
  state.root ??= await add(state, { type: "session", folder: realpathSync(state.cwd) });
  return add(state, draft);
}

async function add(state: State, draft: Draft): Promise<string> {
  const id = randomBytes(6).toString("hex");
  const time = new Date(clock.now()).toISOString();
  const line: Line = { id, parent: state.tip, time, ...draft };
  await state.file.add(line);
  state.tip = id;
  return id;
}

/** Goes on with a session: its messages come into the history, and each open call gets a result. Nothing runs. */
async function resume(state: State, word: string | undefined): Promise<void> {
  const transcript = await state.file.take(word);
  const { path } = transcript;
  for (const one of path) {
    if (one.type !== "message") continue;
    const { message, id } = one;
    state.messages.push(message);
    state.written.push({ message, content: message.content, line: id });
  }
  state.root = path[0]?.id ?? null;
  state.tip = path.at(-1)?.id ?? null;
  const answer = answerTo(transcript);
  if (answer) state.messages.push(answer);
}
