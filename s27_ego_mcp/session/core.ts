// s20 · session/core – a write-ahead log: before the program does something, it writes down that it is about to.
import type Anthropic from "@anthropic-ai/sdk";
import { callsIn } from "../../shared/messageForm.ts";
import { addNote } from "../../shared/messages.ts";
import type { Mechanism } from "../agent.ts";
import { LOST, NOT_RUN, RESUMED } from "./words.ts";

type Message = Anthropic.MessageParam;
type Result = Anthropic.ToolResultBlockParam;

/** A line of the file. Lines are only ever added. */
export type Line =
  /** The messages from this one on, counted from 0, are replaced by those of the line. */
  | { type: "messages"; from: number; messages: Message[] }
  /** A call is about to run. */
  | { type: "begun"; call: string }
  /** A call has its result. */
  | { type: "ended"; result: Result };

/** What surrounds the core. */
export interface Around {
  /** Adds a line. When it has ended, the line is in the hands of the system, which outlives this program. */
  add(line: Line): Promise<void>;
  /** Runs a write when all earlier ones have ended, and decides what happens when it throws. */
  inOrder(write: () => Promise<void>): Promise<void>;
  /** A history from a file, as the API takes it. */
  mended(history: Message[]): Message[];
}

/** A message as it was written. A hook that edits a message gives it a new content. */
interface Written {
  message: Message;
  content: Message["content"];
}

/** The conversation of the program, and what of it is in the file. */
export interface Log {
  messages: Message[];
  written: Written[];
  isResumed: boolean;
  around: Around;
}

export const openLog = (messages: Message[], around: Around): Log => ({
  ...{ messages, written: [], isResumed: false, around },
});

/** What is written, and when. It must be the last mechanism: then it sees what the others have left. */
export const mechanismOf = (log: Log): Mechanism => ({
  hooks: {
    async BeforeModel() {
      tellResumed(log);
      await save(log); // the prompt, or the results
    },
    AfterModel: () => save(log), // the reply, before its calls run
    async PreToolUse({ call, denied }) {
      if (denied === undefined) await begun(log, call.id);
    },
    PostToolUse: ({ result }) => ended(log, result),
  },
});

/** Writes the messages that are new or have changed. */
export const save = (log: Log): Promise<void> => log.around.inOrder(() => saveNow(log));

export async function begun(log: Log, call: string): Promise<void> {
  await save(log); // does nothing, unless the reply could not be written
  await log.around.inOrder(() => log.around.add({ type: "begun", call }));
}

export const ended = ({ around }: Log, result: Result): Promise<void> =>
  around.inOrder(() => around.add({ type: "ended", result }));

/** One line for all of it: it is there, or it is torn and does not count. */
async function saveNow({ messages, written, around }: Log): Promise<void> {
  const changed = written.findIndex(
    ({ message, content }, at) => messages[at] !== message || message.content !== content,
  );
  const from = changed < 0 ? written.length : changed;
  if (from === messages.length && from === written.length) return;
  const added = messages.slice(from);
  const kept = writtenOf(added); // before the wait: a hook may edit a message meanwhile
  await around.add({ type: "messages", from, messages: added });
  written.splice(from, Number.POSITIVE_INFINITY, ...kept);
}

const writtenOf = (messages: Message[]): Written[] =>
  messages.map((message) => ({ message, content: message.content }));

/** What the lines of a file say. */
export interface Conversation {
  messages: Message[];
  /** The lines after the last one with messages: what became of its calls. */
  since: Line[];
}

export function conversationOf(lines: Line[]): Conversation {
  const messages: Message[] = [];
  for (const line of lines)
    if (line.type === "messages")
      messages.splice(line.from, Number.POSITIVE_INFINITY, ...line.messages);
  const last = lines.findLastIndex(({ type }) => type === "messages");
  return { messages, since: lines.slice(last + 1) };
}

/** Goes on with a conversation. Each call that is still open gets a result. Nothing runs, and nothing is sent. */
export function goOn(log: Log, { messages, since }: Conversation): void {
  log.written.push(...writtenOf(messages));
  log.messages.push(...log.around.mended([...messages, ...answersTo(messages.at(-1), since)]));
  log.isResumed = true;
}

/** A message with a result for each call of the last reply: the real one where it is known. */
export function answersTo(reply: Message | undefined, since: Line[]): Message[] {
  const calls = callsIn(reply);
  if (calls.length === 0) return [];
  const started = new Set(since.map((line) => line.type === "begun" && line.call));
  const known = new Map(
    since.flatMap((line) =>
      line.type === "ended" ? [[line.result.tool_use_id, line.result]] : [],
    ),
  );
  const unknown = (id: string): Result => ({
    type: "tool_result",
    tool_use_id: id,
    content: started.has(id) ? LOST : NOT_RUN,
    is_error: true,
  });
  return [{ role: "user", content: calls.map(({ id }) => known.get(id) ?? unknown(id)) }];
}

/** The model is told once, with the first prompt after a resume. */
function tellResumed(log: Log): void {
  const last = log.messages.at(-1);
  if (log.isResumed && last?.role === "user") addNote(last, "session", RESUMED);
  log.isResumed = false;
}
