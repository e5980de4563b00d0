// s13 · inbox – news from outside a turn reach the model once: in the turn that runs, or in a turn of their own.
import type Anthropic from "@anthropic-ai/sdk";
import { asNote, blocksOf, isNote } from "../shared/messages.ts";
import type { Submission, TurnInfo } from "../shared/terminal.ts";
import { withoutMiddle } from "../shared/text.ts";
import type { Mechanism } from "./agent.ts";
import {
  type Around,
  acknowledge,
  type Entry,
  type Handover,
  handOver,
  keep,
  unanswered,
} from "./handover.ts";
import type { HookEvents } from "./hooks.ts";

const MAX_WAITING = 50;
const MAX_TEXT = 4000;
/** A note that the model declines, or that no request gets through with, must not stop every later request, too. */
const MAX_TRIES = 3;

/** Something that has happened outside a turn: it begins a turn, or waits for the person's next prompt. */
export type News = Matter & (Begins | Waits);

interface Begins {
  /** The kind of its note, and the source of the turn. */
  kind: Submission["source"];
  waits?: never;
}

interface Waits {
  kind: "heartbeat";
  waits: true;
}

interface Matter {
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

/** The core, and around it what keeps it small. */
interface InboxState {
  handover: Handover;
  /** With how many model calls each note was handed over. */
  tries: WeakMap<Entry, number>;
  settled: WeakMap<Entry, News["settled"]>;
  /** How many were not kept: the inbox was full, or no reply came to them. */
  leftOut: number;
  takenBack: string[];
}

/** The inbox of one agent. It stands after the compactor: what that drops without a reply is handed over again. */
export function createInbox(submit: Around["submit"]): Inbox {
  const around = { submit, alsoTold: () => sayLeftOut(state) };
  const handover: Handover = { around, waiting: [], open: [] };
  const state: InboxState = {
    handover,
    tries: new WeakMap(),
    settled: new WeakMap(),
    leftOut: 0,
    takenBack: [],
  };
  return {
    put: (news) => put(state, news),
    takeBack: (note) => takeBack(state, note),
    hooks: {
      async BeforeModel(event) {
        await giveUp(state, event.context.turn.ask);
        beforeCall(state, event);
      },
      ContextOverflow: (event) => beforeCall(state, event),
      AfterModel: ({ messages }) => settle(state, acknowledge(handover, messages), true),
    },
  };
}

function put(state: InboxState, { text, settled, ...news }: News): string {
  const short = settled ? text : withoutMiddle(text, MAX_TEXT);
  const alike = state.handover.waiting.filter((one) => one.waits === news.waits); // what waits for days keeps nothing else out
  if (settled || alike.length < MAX_WAITING) {
    const entry = keep(state.handover, { text: short, ...news });
    state.settled.set(entry, settled);
    return entry.note;
  }
  state.leftOut++;
  return asNote(news.kind, short);
}

function sayLeftOut(state: InboxState): string[] {
  const count = state.leftOut;
  state.leftOut = 0;
  const why = "there were too many at once, or no reply came to them";
  return count === 0 ? [] : [asNote("inbox", `${count} more were left out: ${why}.`)];
}

function takeBack({ handover, takenBack }: InboxState, note: string) {
  handover.waiting = handover.waiting.filter((one) => one.note !== note);
  handover.open = handover.open.filter((one) => one.note !== note);
  takenBack.push(note);
}

/** Before a model call: what was in several calls without a reply is taken out of the history. */
async function giveUp(state: InboxState, ask: TurnInfo["ask"]) {
  const { handover, tries, takenBack } = state;
  const triesOf = (one: Entry) => tries.get(one) ?? 0;
  const own = handover.open.filter((one) => one.ask === ask);
  const lost = own.filter((one) => triesOf(one) >= MAX_TRIES);
  handover.open = handover.open.filter((one) => !lost.includes(one));
  takenBack.push(...lost.map(({ note }) => note));
  state.leftOut += lost.length;
  for (const one of own) tries.set(one, triesOf(one) + 1);
  await settle(state, lost, false);
}

async function settle({ settled }: InboxState, entries: Entry[], isRead: boolean) {
  for (const one of entries) await settled.get(one)?.(isRead);
}

function beforeCall({ handover, takenBack }: InboxState, event: HookEvents["BeforeModel"]) {
  for (const note of takenBack.splice(0)) remove(event.messages, note);
  handOver(handover, event);
}

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
