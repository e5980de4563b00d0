// s13 · inbox – news from outside a turn reach the model once: in the turn that runs, or in a turn of their own.
import type Anthropic from "@anthropic-ai/sdk";
import { addText, asNote, blocksOf, isNote, textOf } from "../shared/messages.ts";
import type { Submission, TurnInfo } from "../shared/terminal.ts";
import { withoutMiddle } from "../shared/text.ts";
import type { Mechanism } from "./agent.ts";
import type { HookEvents } from "./hooks.ts";

const MAX_WAITING = 50;
const MAX_TEXT = 4000;
/** A note that the model declines, or that no request gets through with, must not stop every later request, too. */
const MAX_TRIES = 3;

/** Something that has happened outside a turn. */
export interface News {
  /** The kind of its note, and the source of the turn that it may begin. */
  kind: Submission["source"];
  text: string;
  /** The turn in which the matter began. Only turns in which the same person is asked, or none, get the news. */
  turn: TurnInfo;
  /**
   * For news that its owner keeps until the model has read it, such as mail: it is never shortened or left out of a full
   * inbox. Called with true when the model has replied to it, and with false when no reply came to it.
   */
  settled?: ((isRead: boolean) => Promise<void>) | undefined;
}

export interface Inbox extends Mechanism {
  /** Puts news in. Returns the note that the model will get. */
  put(news: News): string;
  /** The model is not to get this note. If it is in the history already, without a reply, it is removed there. */
  takeBack(note: string): void;
}

interface Waiting {
  note: string;
  ask: TurnInfo["ask"];
  /** With how many model calls it was handed over. */
  tries: number;
  settled?: News["settled"];
}

interface InboxState {
  submit(submission: Submission): void;
  waiting: Waiting[];
  /** How many were not kept: the inbox was full, or no reply came to them. */
  leftOut: number;
  /** Notes that were handed over, and that the model has not replied to yet. */
  open: Waiting[];
  takenBack: string[];
}

/** The inbox of one agent. It stands after the compactor: what that drops without a reply is handed over again. */
export function createInbox(submit: InboxState["submit"]): Inbox {
  const state: InboxState = { submit, waiting: [], leftOut: 0, open: [], takenBack: [] };
  return {
    put: (news) => put(state, news),
    takeBack(note) {
      state.waiting = state.waiting.filter((one) => one.note !== note);
      state.open = state.open.filter((one) => one.note !== note);
      state.takenBack.push(note);
    },
    hooks: {
      async BeforeModel(event) {
        await giveUp(state, event.context.turn.ask);
        handOver(state, event);
      },
      ContextOverflow: (event) => handOver(state, event),
      AfterModel: ({ messages }) => acknowledge(state, messages),
    },
  };
}

/** A turn that runs takes the news with its next model call. Then the submitted turn finds nothing left to do. */
function put(state: InboxState, { kind, text, turn: { ask }, settled }: News): string {
  const note = asNote(kind, settled ? text : withoutMiddle(text, MAX_TEXT));
  const hasRoom = settled || state.waiting.length < MAX_WAITING;
  if (hasRoom) state.waiting.push({ note, ask, tries: 0, settled });
  else state.leftOut++;
  const prompt = () => {
    const news = collect(state, ask);
    return news.map((one) => one.note).join("\n") || undefined;
  };
  state.submit({ source: kind, ask, prompt });
  return note;
}

/** The notes that wait for a turn with this `ask`. From now on they count as handed over. */
function collect(state: InboxState, ask: TurnInfo["ask"]): Waiting[] {
  const news = state.waiting.filter((one) => one.ask === ask);
  state.waiting = state.waiting.filter((one) => one.ask !== ask);
  if (news.length > 0 && state.leftOut > 0) {
    const why = "there were too many at once, or no reply came to them";
    news.push({
      note: asNote("inbox", `${state.leftOut} more were left out: ${why}.`),
      ask,
      tries: 0,
    });
    state.leftOut = 0;
  }
  state.open.push(...news);
  return news;
}

/** Before a model call: what was in several calls without a reply is taken out of the history. */
async function giveUp(state: InboxState, ask: TurnInfo["ask"]) {
  const own = state.open.filter((one) => one.ask === ask);
  const lost = own.filter(({ tries }) => tries >= MAX_TRIES);
  state.open = state.open.filter((one) => !lost.includes(one));
  state.takenBack.push(...lost.map(({ note }) => note));
  state.leftOut += lost.length;
  for (const one of own) one.tries++;
  for (const { settled } of lost) await settled?.(false);
}

/** Adds to the last message, after the results in it, what waits and what was lost before the model replied to it. */
function handOver(state: InboxState, { messages, context }: HookEvents["BeforeModel"]) {
  for (const note of state.takenBack.splice(0)) remove(messages, note);
  const { ask } = context.turn;
  collect(state, ask);
  const last = messages.at(-1);
  if (last?.role !== "user") return;
  const sinceReply = unanswered(messages);
  const own = state.open.filter((one) => one.ask === ask);
  for (const { note } of own) if (!isIn(sinceReply, note)) addText(last, note);
}

/** The last message is the reply: what was in the messages before it has been read. */
async function acknowledge(state: InboxState, messages: Messages) {
  const sinceReply = unanswered(messages.slice(0, -1));
  const read = state.open.filter(({ note }) => isIn(sinceReply, note));
  state.open = state.open.filter((one) => !read.includes(one));
  for (const { settled } of read) await settled?.(true);
}

type Messages = readonly Anthropic.MessageParam[];

/** The messages since the last reply. A failed request leaves them in the history. */
const unanswered = (messages: Messages) =>
  messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);

const isIn = (messages: Messages, note: string) =>
  messages.some((message) => textOf(message).includes(note));

/** Other notes in the same block go, too: those of the inbox are still open, so they are handed over again. */
function remove(messages: Anthropic.MessageParam[], note: string) {
  const isIts = (block: Anthropic.ContentBlockParam) =>
    block.type === "text" && isNote(block) && block.text.includes(note);
  for (const message of unanswered(messages)) {
    const rest = blocksOf(message).filter((block) => !isIts(block));
    if (rest.length === 0) messages.splice(messages.indexOf(message), 1);
    else message.content = rest;
  }
}
