// s15 · team/member – how much mail a member gets at once, what comes again, and what never comes.
import { describeError } from "../../shared/errors.ts";
import { localTime } from "../../shared/schedule.ts";
import { note } from "../../shared/terminal.ts";
import { type Around, deliver as deliverMail, type Handed, type Member } from "./core.ts";
import type { Mailboxes, Message } from "./mailbox.ts";

export type { Handed, Member } from "./core.ts";

/** So much of its mail is in an inbox at the same time, but always one message. The rest waits on the disk. */
const MAX_IN_INBOX = 20;
const MAX_CHARACTERS = 40_000;
/** How often mail comes again by itself when no reply came to it. */
const MAX_AGAIN = 2;

/** What this member has not read. Its memory counts: a file may not have been moved after that. */
export const unreadOf = (mailboxes: Mailboxes, { name, mail }: Pick<Member, "name" | "mail">) =>
  mailboxes.unread(name, { has: (id) => mail.get(id)?.state === "read" });

/** True for a message that came into the mailbox while the team was at work, and that none of its agents has sent: a pull may bring one. */
export const isStray = (mailboxes: Mailboxes, { isOld }: Member, id: string): boolean =>
  !mailboxes.isSentHere(id) && !isOld({ id });

/** Puts what this member has not got yet into its inbox, as far as there is room. */
export async function deliver(mailboxes: Mailboxes, member: Member): Promise<void> {
  await moveRead(mailboxes, member).catch(() => {}); // that was told when it failed first
  await deliverMail(aroundOf(mailboxes), member);
}

const aroundOf = (mailboxes: Mailboxes): Around => ({
  async unread(member, known) {
    if (inInbox(member).length >= MAX_IN_INBOX) return [];
    const has = (id: string) => known.has(id) || isStray(mailboxes, member, id);
    return (await mailboxes.unread(member.name, { has }, MAX_IN_INBOX)).values;
  },
  hasRoom,
  textOf: (member, message) => letterOf(message, member.isOld(message)),
  async markRead(member, message) {
    const handed = member.mail.get(message.id);
    if (handed) handed.unmoved = message;
    await moveRead(mailboxes, member).catch(reportProblem);
  },
  keepUnread,
  report: reportProblem,
});

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

export const reportProblem = (error: unknown) => note(`[team] ${describeError(error)}`, "red");

/** A message that no request got through with stays unread. */
function keepUnread({ name, mail }: Member, { id, from }: Message) {
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
