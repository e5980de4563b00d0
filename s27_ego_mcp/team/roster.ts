// s15 · team/roster – who is in the team, and how a message finds its recipient.
import { join } from "node:path";
import { ownOnly } from "../../shared/consent.ts";
import { type Held, hold } from "../../shared/lock.ts";
import { makePrivateFolder } from "../../shared/plainFiles.ts";
import { explain, nobody, note, type TurnInfo } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { isTrusted } from "../../shared/trust.ts";
import type { Identity, Mechanism } from "../agent.ts";
import type { Inbox } from "../inbox.ts";
import type { Agent } from "../loop.ts";
import { createMailboxes, FOLDER, type Mailboxes, type Message } from "./mailbox.ts";
import { type Farewell, finish, type Mate, type MateExtra, type MateHandle } from "./mate.ts";
import { deliver, type Member, reportProblem, unreadOf } from "./member.ts";
import { createPost, type Post } from "./post.ts";

export const LEAD = "lead";
/** Names of the agent that the person talks to. */
export const OF_LEAD = [LEAD, "agent"];

/** A lead and its mates. */
export interface Team {
  cwd: string;
  mailboxes: Mailboxes;
  lead: Member;
  /** By their names in lower case. */
  mates: Map<string, Mate>;
  /** The turns that spawned them, also those that have left: mail of theirs may still wait. */
  turns: Map<string, TurnInfo>;
  /** Held by the one program in a folder that has a team. */
  held: Held | undefined;
  /** Whether there is something that the lead is not told of earlier mates before the person trusts the folder. */
  isUntold: boolean;
  /** The ids of the messages to the lead that an earlier run has left, and the turn in which they were found. */
  old: Set<string>;
  foundIn: TurnInfo | undefined;
  /** Makes an agent with the mechanisms that every agent has, and with those of a mate. The `last` ones come after the permission. */
  makeAgent(identity: Identity, own: Mechanism[], last: Mechanism[]): Agent;
  /** The tools with which a member writes to the others. */
  toolsFor(member: Member): Mechanism;
  /** Each makes what its mechanism adds to a new mate. They stand before the permission; PreToolUse is asked again after it. */
  forMates: ((mate: MateHandle) => MateExtra)[];
  dismiss(mate: Mate, farewell: Farewell): Promise<void>;
  /** Those that are about to leave. */
  leaving: Set<Promise<void>>;
  /** What the program itself writes to the lead. */
  post: Post;
  /** Writes to the lead, for a mate. */
  report(mate: Mate, type: Message["type"], content: string): Promise<void>;
  isEnding: boolean;
}

/** For a message whose sender is not known: no person is asked in its turn. */
const UNKNOWN: TurnInfo = { source: "mail", ask: nobody };

export function newTeam(
  cwd: string,
  inbox: Inbox,
  making: Pick<Team, "makeAgent" | "toolsFor">,
): Team {
  const lead: Member = {
    name: LEAD,
    inbox,
    turnOf: ({ id, from }) => {
      const turn = team.old.has(id) ? undefined : team.turns.get(from.toLowerCase());
      return turn ?? team.foundIn ?? UNKNOWN;
    },
    isOld: ({ id }) => team.old.has(id),
    mail: new Map(),
  };
  const team: Team = {
    cwd,
    mailboxes: createMailboxes(cwd),
    lead,
    mates: new Map(),
    turns: new Map(),
    held: undefined,
    isUntold: false,
    old: new Set(),
    foundIn: undefined,
    ...making,
    leaving: new Set(),
    post: createPost((letter) => send(team, letter)),
    report: ({ name }, type, content) => team.post.send({ from: name, to: LEAD, type, content }),
    forMates: [],
    async dismiss(mate, farewell) {
      const left = dismiss(team, mate, farewell);
      team.leaving.add(left);
      await left;
      team.leaving.delete(left);
    },
    isEnding: false,
  };
  return team;
}

/** False when another program has a team in this folder. What an earlier run has left belongs to the turn that finds it. */
export async function open(team: Team, turn: TurnInfo): Promise<boolean> {
  if (team.held !== undefined) return true;
  const folder = await makePrivateFolder(FOLDER, team.cwd);
  team.held = await hold(join(folder, "team"));
  if (team.held === undefined) return false;
  team.foundIn = turn;
  await team.mailboxes.tidy(LEAD).catch(reportProblem);
  await takeOldMail(team, turn).catch(reportProblem);
  await tellOfMates(team, turn).catch(reportProblem);
  await deliver(team.mailboxes, team.lead);
  return true;
}

/** The ids of what waits for the lead before this run has a team, also of mail that may have come with the repository. */
export const oldMail = async ({ held, mailboxes }: Team): Promise<string[]> =>
  held ? [] : (await mailboxes.unread(LEAD)).values.map(({ id }) => id);

/** Mail to the lead that an earlier run has left. What may have come with the repository is left out. */
async function takeOldMail({ cwd, mailboxes, lead, old }: Team, turn: TurnInfo) {
  const { values, problems } = await mailboxes.unread(LEAD);
  for (const { id } of values) old.add(id);
  const asking = { turn, signal: new AbortController().signal };
  const sorted = await ownOnly(values, join(cwd, FOLDER, LEAD, "new"), "mail", asking);
  for (const { id } of sorted.tracked)
    lead.mail.set(id, { state: "left out", length: 0, times: 0 });
  for (const problem of [...problems, ...sorted.problems]) reportProblem(problem);
}

/** What earlier mates have not read is set aside, so that no new mate gets it. The lead is told where it is. */
async function tellOfMates(team: Team, turn: TurnInfo) {
  const { mailboxes } = team;
  const names = await earlierMates(team);
  for (const name of names) await mailboxes.setAside(name, "new", "untold").catch(noneOf);
  team.isUntold = names.length > 0;
  await tellOnceTrusted(team, turn);
  if (team.isUntold) team.isUntold = await noteUntold(team);
}

const earlierMates = async ({ mailboxes }: Team) =>
  (await mailboxes.names()).filter((name) => name !== LEAD);

/** Tells the person, without a word that may have come with the folder. False when there is nothing to tell. */
async function noteUntold(team: Team): Promise<boolean> {
  const counts = await Promise.all((await earlierMates(team)).map(team.mailboxes.untold));
  const isAny = counts.some((count) => count > 0);
  if (isAny) note(`[team] ${UNTOLD} (${FOLDER}/*/untold).`, "yellow");
  return isAny;
}

const UNTOLD =
  "What earlier mates have not read is set aside, and the lead hears of it after /trust yes, with your next prompt";

/** A program that ends before the person trusts the folder leaves it in untold/, for the next one. */
async function tellOnceTrusted(team: Team, turn: TurnInfo) {
  const { mailboxes, lead } = team;
  if (!team.isUntold || !isTrusted()) return;
  team.isUntold = false;
  const told: string[] = [];
  for (const name of await earlierMates(team))
    told.push(...(await setAside(mailboxes, name, "untold")));
  if (told.length > 0) lead.inbox.put({ kind: "mail", text: told.join("\n"), turn });
}

/** Sets aside what a mate has not read, and says where it is. */
async function setAside(
  mailboxes: Mailboxes,
  name: string,
  from: "new" | "untold" = "new",
): Promise<string[]> {
  const count = await mailboxes.setAside(name, from).catch(noneOf);
  if (count === 0) return [];
  const what = count === 1 ? "1 message" : `${count} messages`;
  const where = `${FOLDER}/${name.toLowerCase()}/unread`;
  const who = from === "new" ? name : `An earlier ${name}`;
  return [`${who} has not read ${what}: ${where}. Nobody gets it.`];
}

/**
 * From now on the mate gets no mail and begins no turn. When the turn that runs has ended, its unread mail is set aside,
 * its name is free, and the lead gets the farewell.
 */
export async function dismiss(team: Team, mate: Mate, farewell: Farewell): Promise<void> {
  if (mate.progress.isLeaving) return;
  mate.progress.isLeaving = true;
  await leave(mate);
  const unread = await setAside(team.mailboxes, mate.name);
  team.mates.delete(mate.name.toLowerCase());
  const content = [farewell.content, ...unread].join("\n");
  await team.post.send({ ...farewell, from: mate.name, to: LEAD, content });
  note(`[${mate.name}] has left the team`, "magenta");
}

/** Waits until a turn that has begun, or the claim of a task, comes to its end, and tells each mechanism. */
async function leave({ inOrder, extras }: Mate, isStopped = false): Promise<void> {
  await inOrder(async () => {});
  for (const { left } of extras) await left?.(isStopped).catch(reportProblem);
}

function noneOf(error: unknown): number {
  reportProblem(error);
  return 0;
}

/** Whether the lead may read its mailbox: it has the team, or can have it. A mailbox without mail needs none. */
export async function mayRead(team: Team, turn: TurnInfo): Promise<boolean> {
  if (team.held !== undefined) await tellOnceTrusted(team, turn);
  if (team.held !== undefined) return true;
  const { values, problems } = await team.mailboxes.unread(LEAD);
  return values.length + problems.length === 0 || open(team, turn);
}

/** Writes a message, and puts it into the inbox of its recipient. Throws for a name that nobody in the team has. */
export async function send(team: Team, draft: Parameters<Mailboxes["send"]>[0]): Promise<Message> {
  const message: Message = await team.mailboxes.send(draft);
  const { id, from, to, type, content } = message;
  explain(`[team] ${from} → ${to}: ${type} ${id}, ${content.length} characters`);
  const mate = team.mates.get(to.toLowerCase());
  if (from === LEAD && mate) mate.progress.turnsAlone = 0;
  await deliver(team.mailboxes, find(team, to)).catch(reportProblem); // it is sent; the next delivery finds it
  return message;
}

/** The mates, one in each line. */
export async function listed(team: Team): Promise<string> {
  const lines = await Promise.all([...team.mates.values()].map((mate) => lineOf(team, mate)));
  return lines.join("\n") || "There are no mates.";
}

async function lineOf({ mailboxes }: Team, mate: Mate): Promise<string> {
  const { name, role, prompt, progress, extras } = mate;
  const { values } = await unreadOf(mailboxes, mate);
  const more = extras.flatMap(({ status }) => status?.() ?? []);
  return `${name} (${oneLine(role)}): ${[mateState(mate), ...more].join(", ")}, ${values.length} unread, ${progress.tokens} tokens; job: ${oneLine(prompt)}`;
}

/** What a mate does now, in words for a list. */
export const mateState = ({ progress }: Mate): string =>
  progress.running ? "works" : "waits for mail";

/** The member of this name. The error for an unknown one says who there is. */
export function find(team: Team, name: string): Member {
  const key = name.trim().toLowerCase();
  const mate = team.mates.get(key);
  if (mate?.progress.isLeaving)
    throw new Error(`${mate.name} is leaving the team and reads no more mail.`);
  const member = OF_LEAD.includes(key) ? team.lead : mate;
  if (member !== undefined) return member;
  throw new Error(`There is no ${oneLine(name)} in the team. There are: ${namesOf(team)}.`);
}

export const namesOf = ({ mates }: Team) =>
  [LEAD, ...[...mates.values()].map(({ name }) => name)].join(", ");

/** Before the program ends: mates at work are asked to finish, and ended after a while. Their mail stays on the disk. */
export async function end(team: Team): Promise<void> {
  team.isEnding = true;
  const mates = [...team.mates.values()];
  const busy = mates.filter(({ progress }) => progress.running);
  const stopped = busy.length > 0 ? await finish(busy) : [];
  await Promise.all(team.leaving);
  for (const mate of mates) if (!mate.progress.isLeaving) await leave(mate, stopped.includes(mate));
  await team.post.close();
  await team.held?.release(); // last: what an earlier step writes is not for the lead of another program
  team.held = undefined;
}
