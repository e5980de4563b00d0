// s15 · team/member – an agent of a team: its mail goes into its inbox, and counts as read when the model has replied.
import { describeError } from "../../shared/errors.ts";
import { localTime } from "../../shared/schedule.ts";
import { explain, note, type TurnInfo } from "../../shared/terminal.ts";
import type { Inbox } from "../inbox.ts";
import type { Mailboxes, Message } from "./mailbox.ts";

/** So much of its mail is in an inbox at the same time, but always one message. The rest waits on the disk. */
const MAX_IN_INBOX = 20;
const MAX_CHARACTERS = 40_000;
/** How often mail comes again by itself when no reply came to it. */
const MAX_AGAIN = 2;

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

/** What this member has not read. Its memory counts: a file may not have been moved after that. */
export const unreadOf = (mailboxes: Mailboxes, { name, mail }: Pick<Member, "name" | "mail">) =>
  mailboxes.unread(name, { has: (id) => mail.get(id)?.state === "read" });

/** True for a message that came into the mailbox while the team was at work, and that none of its agents has sent: a pull may bring one. */
export const isStray = (mailboxes: Mailboxes, { isOld }: Member, id: string): boolean =>
  !mailboxes.isSentHere(id) && !isOld({ id });

/** Puts what this member has not got yet into its inbox, as far as there is room. */
export async function deliver(mailboxes: Mailboxes, member: Member): Promise<void> {
  const { mail } = member;
  await moveRead(mailboxes, member).catch(() => {}); // that was told when it failed first
  if (inInbox(member).length >= MAX_IN_INBOX) return;
  const isHanded = (id: string) => mail.has(id) && mail.get(id)?.state !== "to come again";
  const known = { has: (id: string) => isHanded(id) || isStray(mailboxes, member, id) };
  const { values } = await mailboxes.unread(member.name, known, MAX_IN_INBOX);
  for (const message of values) {
    if (isHanded(message.id)) continue; // by another call, while this one read
    if (!hasRoom(member, message)) break;
    put(mailboxes, member, message);
  }
}

/** Moves what was read. What cannot be moved now is tried again at the next delivery. */
async function moveRead(mailboxes: Mailboxes, { mail }: Member): Promise<void> {
  for (const handed of mail.values()) {
    if (handed.unmoved === undefined) continue;
    await mailboxes.markRead(handed.unmoved);
    handed.unmoved = undefined;
  }
}

const inInbox = ({ mail }: Member) =>
  [...mail.values()].filter(({ state }) => state === "in the inbox");

function hasRoom(member: Member, { content }: Message): boolean {
  const there = inInbox(member);
  const length = there.reduce((sum, one) => sum + one.length, content.length);
  return there.length === 0 || (there.length < MAX_IN_INBOX && length <= MAX_CHARACTERS);
}

function put(mailboxes: Mailboxes, member: Member, message: Message) {
  const times = member.mail.get(message.id)?.times ?? 0;
  member.mail.set(message.id, { state: "in the inbox", length: message.content.length, times });
  member.inbox.put({
    kind: "mail",
    text: letterOf(message, member.isOld(message)),
    turn: member.turnOf(message),
    settled: (isRead) => settle(mailboxes, member, { message, isRead }),
  });
}

/** Must not throw: other messages of the same request are still to be settled. */
async function settle(
  mailboxes: Mailboxes,
  member: Member,
  { message, isRead }: { message: Message; isRead: boolean },
): Promise<void> {
  if (!isRead) return giveUp(member, message);
  explain(`[team] ${member.name} has read ${message.id} from ${message.from}`);
  member.mail.set(message.id, { state: "read", length: 0, times: 0, unmoved: message });
  await moveRead(mailboxes, member).catch(reportProblem);
  await deliver(mailboxes, member).catch(reportProblem);
}

export const reportProblem = (error: unknown) => note(`[team] ${describeError(error)}`, "red");

/** A message that no request got through with stays unread. */
function giveUp({ name, mail }: Member, { id, from }: Message) {
  const { times = 0, length = 0 } = mail.get(id) ?? {};
  mail.set(id, { state: "given up", times: times + 1, length });
  const next = times < MAX_AGAIN ? "It comes again later." : "check_inbox hands it over again.";
  note(`[team] ${name} has given no reply to the mail from ${from}. ${next}`, "yellow");
}

/** Hands over again what was given up: after a reply what was not given up too often, and all of it when it is asked for. */
export async function lookAgain(mailboxes: Mailboxes, member: Member, isAsked: boolean) {
  const isMeant = ({ state, times }: Handed) =>
    state === "given up" && (isAsked || times <= MAX_AGAIN);
  const again = [...member.mail.values()].filter(isMeant);
  for (const handed of again) handed.state = "to come again";
  if (isAsked || again.length > 0) await deliver(mailboxes, member);
}

/** What the model gets: the content whole, under a line that says where it comes from. */
function letterOf({ id, from, type, content, sentAt }: Message, isOld: boolean): string {
  const when = isOld
    ? `, sent ${localTime(new Date(sentAt))} in an earlier run of the program`
    : "";
  return `From ${from} (${type}), ${id}${when}:\n${content}`;
}
