// s13 · handover – each note reaches the model once: in the turn that runs, or in a turn of its own; again, if no reply came.
import type Anthropic from "@anthropic-ai/sdk";
import { addText, asNote, textOf } from "../shared/messages.ts";
import { explain, type Submission, type TurnInfo } from "../shared/terminal.ts";
import type { HookEvents } from "./hooks.ts";
import type { News } from "./inbox.ts";

/** One note on its way to the model. Only turns in which the same person is asked, or none, get it. */
export interface Entry {
  note: string;
  ask: TurnInfo["ask"];
  /** It goes along with the next prompt of the person, and becomes one of that turn. */
  waits?: true | undefined;
}

/** What surrounds the core. */
export interface Around {
  submit(submission: Submission): void;
  /** Notes that are told with those that wait. */
  alsoTold(): string[];
}

export interface Handover {
  around: Around;
  waiting: Entry[];
  /** Handed over, and not replied to yet. */
  open: Entry[];
}

/** Keeps news, and submits a turn for them, unless they wait. A turn that runs may take them first; then there is none. */
export function keep(handover: Handover, { kind, text, turn: { ask }, waits }: News): Entry {
  const entry: Entry = { note: asNote(kind, text), ask, waits };
  handover.waiting.push(entry);
  if (waits) return entry;
  const notes = () => collect(handover, { source: kind, ask }).map(({ note }) => note);
  const prompt = () => notes().join("\n") || undefined;
  handover.around.submit({ source: kind, ask, prompt });
  return entry;
}

/** The only way out of `waiting`: the first to come takes all that is for this kind of turn. */
function collect(handover: Handover, { source, ask }: TurnInfo): Entry[] {
  const isIts = (one: Entry) => (one.waits ? source === "person" : one.ask === ask);
  const news = handover.waiting.filter(isIts);
  handover.waiting = handover.waiting.filter((one) => !isIts(one));
  for (const one of news) one.ask = ask;
  if (news.length > 0) for (const note of handover.around.alsoTold()) news.push({ note, ask });
  handover.open.push(...news);
  return news;
}

/** Before a model call: adds to the last message, after the results in it, what waits and what was lost without a reply. */
export function handOver(handover: Handover, { messages, context }: HookEvents["BeforeModel"]) {
  const { ask } = context.turn;
  collect(handover, context.turn);
  const last = messages.at(-1);
  if (last?.role !== "user") return;
  const sinceReply = unanswered(messages);
  const own = handover.open.filter((one) => one.ask === ask);
  for (const { note } of own) if (!isIn(sinceReply, note)) addText(last, note);
}

/** After a model call: the last message is the reply, so what is in the messages before it has been read. */
export function acknowledge(handover: Handover, messages: Messages): Entry[] {
  const sinceReply = unanswered(messages.slice(0, -1));
  const read = handover.open.filter(({ note }) => isIn(sinceReply, note));
  handover.open = handover.open.filter((one) => !read.includes(one));
  if (read.length > 0) explain(`[inbox] read: ${read.length}`);
  return read;
}

type Messages = readonly Anthropic.MessageParam[];

/** The messages since the last reply. A failed request leaves them in the history. */
export const unanswered = (messages: Messages) =>
  messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);

const isIn = (messages: Messages, note: string) =>
  messages.some((message) => textOf(message).includes(note));
