// s20 · session/record – the file of one conversation: adds what is new, and takes it up again.
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { type Held, hold } from "../../shared/lock.ts";
import { ignoreIn, makePlainFolder, openPlainEnd } from "../../shared/plainFiles.ts";
import { createQueue, type Queue } from "../../shared/queue.ts";
import { choose, FOLDER, nameOf, newId } from "./choice.ts";
import { answerTo, type Draft, type Line, type Transcript } from "./transcript.ts";

/** A message as it was written, and the line it is in. A hook that edits a message gives it a new content. */
interface Written {
  message: Anthropic.MessageParam;
  content: Anthropic.MessageParam["content"];
  line: string;
}

interface State {
  cwd: string;
  messages: Anthropic.MessageParam[];
  tell(problem: string): void;
  /** "" until it is first used. */
  id: string;
  /** Opened with the first line: a program that was asked nothing leaves no file. */
  file: FileHandle | undefined;
  held: Held | undefined;
  written: Written[];
  /** The first line, and the newest one. */
  root: string;
  tip: string | null;
  isTorn: boolean;
  /** True after a problem was told, until a line was written again. */
  isTold: boolean;
  inOrder: Queue;
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
  const state: State = {
    ...{ cwd, messages, tell, id: "", file: undefined, held: undefined, written: [] },
    ...{ root: "", tip: null, isTorn: false, isTold: false },
    inOrder: createQueue(),
  };
  const inOrder = (action: () => Promise<unknown>) => state.inOrder(() => orTell(state, action));
  return {
    id: () => idOf(state),
    save: () => inOrder(() => save(state)),
    begun: (call) => inOrder(() => append(state, { type: "begun", call })),
    ended: (result) => inOrder(() => append(state, { type: "ended", result })),
    resume: (word) => resume(state, word),
    async close() {
      await state.file?.close();
      await state.held?.release();
      state.file = undefined;
    },
  };
}

/** The time in it is that of its first use, because the clock of the terminal is not known on import. */
function idOf(state: State): string {
  state.id ||= newId();
  return state.id;
}

/** The turn goes on when a line cannot be written; the next save writes what is missing. */
async function orTell(state: State, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
    state.isTold = false;
  } catch (error) {
    const problem = `not written, so a resumed session would not know of it: ${describeError(error)}`;
    if (!state.isTold) state.tell(problem);
    state.isTold = true;
  }
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

/** Adds a line in one write. It is in the system's hands then, which keeps it when this process is killed. */
async function append(state: State, draft: Draft): Promise<string> {
  const file = state.file ?? (await open(state));
  return add(state, file, draft);
}

async function add(state: State, file: FileHandle, draft: Draft): Promise<string> {
  const id = randomBytes(6).toString("hex");
  const time = new Date(clock.now()).toISOString();
  const line: Line = { id, parent: state.tip, time, ...draft };
  const start = state.isTorn ? "\n" : "";
  state.isTorn = true; // until it is written to its end
  await file.appendFile(`${start}${JSON.stringify(line)}\n`);
  state.isTorn = false;
  state.tip = id;
  return id;
}

/** Makes the file of a new session. */
async function open(state: State): Promise<FileHandle> {
  const { cwd } = state;
  const folder = await makePlainFolder(FOLDER, cwd);
  await ignoreIn(FOLDER, cwd);
  state.held ??= await hold(join(folder, idOf(state)));
  const file = await openPlainEnd(nameOf(state.id), cwd);
  try {
    state.root = await add(state, file, { type: "session", folder: realpathSync(cwd) });
  } catch (error) {
    await file.close();
    throw error;
  }
  state.file = file;
  return file;
}

/** Goes on with a session: its messages come into the history, and each open call gets a result. Nothing runs. */
async function resume(state: State, word: string | undefined): Promise<void> {
  const { cwd, messages } = state;
  const { id, held, transcript } = await choose(cwd, word);
  state.id = id;
  state.held = held;
  state.file = await openPlainEnd(nameOf(id), cwd);
  takeUp(state, transcript);
  const answer = answerTo(transcript);
  if (answer) messages.push(answer);
}

function takeUp(state: State, { path, isTorn }: Transcript) {
  for (const line of path) {
    if (line.type !== "message") continue;
    const { message, id } = line;
    state.messages.push(message);
    state.written.push({ message, content: message.content, line: id });
  }
  state.root = path[0]?.id ?? "";
  state.tip = path.at(-1)?.id ?? null;
  state.isTorn = isTorn;
}
