// s15 · team/core – a letter is a file. It counts as read when the model has replied to it, and is moved only then.
import type Anthropic from "@anthropic-ai/sdk";
import { describeError } from "../../shared/errors.ts";
import { explain, note, type TurnInfo } from "../../shared/terminal.ts";
import type { Inbox } from "../inbox.ts";
import { type Agent, agentLoop } from "../loop.ts";
import type { Message } from "./mailbox.ts";

/** An agent that gets mail: the lead, or a mate. */
export interface Member {
  name: string;
  inbox: Inbox;
  /**
   * The turn that a message belongs to. The inbox gives news only to turns in which the same person is asked, or none:
   * a mate that was spawned at night cannot get a yes through its mail.
   */
  turnOf(message: Message): TurnInfo;
  /** Whether the message comes from an earlier run of the program. */
  isOld(message: Pick<Message, "id">): boolean;
  /** How far its messages have come, by id. One that was read stays in it, so it is not handed over again. */
  mail: Map<string, Handed>;
}

export interface Handed {
  /** "left out": it may have come with the repository. */
  state: "in the inbox" | "read" | "given up" | "to come again" | "left out";
  /** In characters. */
  length: number;
  /** How often it was given up. */
  times: number;
  /** The message itself when it was read and its file was not moved yet. */
  unmoved?: Message | undefined;
}

/** What surrounds the core. */
export interface Around {
  /** The messages in new/, in the order of sending, without those that are known. */
  unread(member: Member, known: { has(id: string): boolean }): Promise<Message[]>;
  /** Whether the inbox takes this message now. The rest waits on the disk. */
  hasRoom(member: Member, message: Message): boolean;
  /** What the model gets of it. */
  textOf(member: Member, message: Message): string;
  /** Moves the file of a message to read/. Must not throw: other messages of the same request are still to be settled. */
  markRead(member: Member, message: Message): Promise<void>;
  /** Called when no reply came to a message: decides whether it is to come again. */
  keepUnread(member: Member, message: Message): void;
  report(error: unknown): void;
}

/** Puts what this member has not got yet into its inbox. Nothing on the disk changes. */
export async function deliver(around: Around, member: Member): Promise<void> {
  const isHanded = (id: string) => ![undefined, "to come again"].includes(stateOf(member, id));
  for (const message of await around.unread(member, { has: isHanded })) {
    if (isHanded(message.id)) continue; // by another call, while this one read
    if (!around.hasRoom(member, message)) break; // a later message must not overtake it
    put(around, member, message);
  }
}

const stateOf = ({ mail }: Member, id: string) => mail.get(id)?.state;

/** The inbox begins a turn, or adds to the one that runs. It calls `settled` when it knows what became of the message. */
function put(around: Around, member: Member, message: Message): void {
  const times = member.mail.get(message.id)?.times ?? 0;
  member.mail.set(message.id, { state: "in the inbox", length: message.content.length, times });
  member.inbox.put({
    kind: "mail",
    text: around.textOf(member, message),
    turn: member.turnOf(message),
    settled: (isRead) => settle(around, member, { message, isRead }),
  });
}

/** The model has replied to this message, or three requests with it have got no reply. */
async function settle(
  around: Around,
  member: Member,
  { message, isRead }: { message: Message; isRead: boolean },
): Promise<void> {
  if (!isRead) return around.keepUnread(member, message);
  explain(`[team] ${member.name} has read ${message.id} from ${message.from}`);
  member.mail.set(message.id, { state: "read", length: 0, times: 0 });
  await around.markRead(member, message);
  await deliver(around, member).catch(around.report); // there is room for the next ones now
}

/** What it takes to run a turn of a mate. */
export interface Runner {
  agent: Agent;
  messages: Anthropic.MessageParam[];
  /** Whose turn it is: the question of a call goes to the person who was there when the mate was spawned. */
  turn: TurnInfo;
  progress: { running: AbortController | undefined };
}

/** A failure ends this turn, and neither the mate nor the program. Gives the reason, so that the lead can be told. */
export async function runLoop({ agent, messages, turn, progress }: Runner) {
  const running = new AbortController();
  progress.running = running;
  try {
    await agentLoop(agent, messages, running.signal, turn);
    return undefined;
  } catch (error) {
    const reason = running.signal.aborted ? String(running.signal.reason) : describeError(error);
    note(`stopped: ${reason}`, "red");
    return reason;
  }
}
