// s15 · team/member – an agent of a team: its mail goes into its inbox, and counts as read when the model has replied.
import { localTime } from "../../shared/schedule.ts";
import { explain, type TurnInfo } from "../../shared/terminal.ts";
import type { Inbox } from "../inbox.ts";
import type { Mailboxes, Message } from "./mailbox.ts";

/** So many of its messages are in an inbox at the same time. The others wait on the disk. */
const MAX_IN_INBOX = 20;

export interface Member {
  name: string;
  inbox: Inbox;
  /** The turn that a message belongs to: whether a person is asked in it. */
  turnOf(message: Message): TurnInfo;
  /** Whether the message comes from an earlier run of the program. */
  isOld(message: Message): boolean;
  /** How far the messages have come, by id. */
  mail: Map<string, "in the inbox" | "read" | "given up">;
}

/** Puts what this member has not got yet into its inbox. */
export async function deliver(mailboxes: Mailboxes, member: Member): Promise<void> {
  const { values } = await mailboxes.unread(member.name);
  for (const message of values) {
    const inInbox = [...member.mail.values()].filter((state) => state === "in the inbox");
    if (member.mail.has(message.id) || inInbox.length >= MAX_IN_INBOX) continue;
    member.mail.set(message.id, "in the inbox");
    member.inbox.put({
      kind: "mail",
      text: letterOf(message, member.isOld(message)),
      turn: member.turnOf(message),
      settled: (isRead) => settle(mailboxes, member, { message, isRead }),
    });
  }
}

/** A message that no request got through with stays unread. check_inbox hands it over again. */
async function settle(
  mailboxes: Mailboxes,
  member: Member,
  { message, isRead }: { message: Message; isRead: boolean },
): Promise<void> {
  member.mail.set(message.id, isRead ? "read" : "given up");
  if (!isRead) return;
  explain(`[team] ${member.name} has read ${message.id} from ${message.from}`);
  await mailboxes.markRead(message);
  await deliver(mailboxes, member);
}

/** Hands over again what was given up. */
export async function lookAgain(mailboxes: Mailboxes, member: Member): Promise<void> {
  for (const [id, state] of member.mail) if (state === "given up") member.mail.delete(id);
  await deliver(mailboxes, member);
}

/** What the model gets: the content whole, under a line that says where it comes from. */
function letterOf({ id, from, type, content, sentAt }: Message, isOld: boolean): string {
  const when = isOld
    ? `, sent ${localTime(new Date(sentAt))} in an earlier run of the program`
    : "";
  return `From ${from} (${type}), ${id}${when}:\n${content}`;
}
