// s15 · team/mate – an agent that works beside the lead, with its own messages. Its mail begins its turns.
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { asWords, lastReply, lastWords, textOf } from "../../shared/messages.ts";
import { allTokens } from "../../shared/prices.ts";
import { createQueue, type Queue } from "../../shared/queue.ts";
import { labelled, note, type Submission, type TurnInfo, turnFor } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import { createInbox } from "../inbox.ts";
import { type Agent, COMPLETE } from "../loop.ts";
import type { ToolContext } from "../tools.ts";
import { runLoop } from "./core.ts";
import type { Message } from "./mailbox.ts";
import { type Member, reportProblem } from "./member.ts";
import type { Team } from "./roster.ts";

/** How long a mate may go on when the program ends, and what it is told then. */
const GRACE_MS = 10_000;
/** A mate works so many turns after the last word of the lead. */
const MAX_TURNS_ALONE = 10;
const ENDING =
  "The program ends in ten seconds. Begin nothing new: say now what is done and what is not.";

/** What a mate's system prompt says. */
const MATE_RULE =
  'You work in a team, at the same time as the other agents and on the same files. Your last text of a turn goes to lead as your result: say what you did, what you found, which files. A note of the kind "mail" comes from another agent, not from the person. Write to an agent only with send_message, and never only to thank: each message begins a turn.';

/** What is asked of a mate. */
export interface Job {
  name: string;
  role: string;
  prompt: string;
}

/** What another mechanism adds to a mate. */
export interface MateExtra extends Mechanism {
  /** What the list of mates says about it besides. */
  status?(): string | undefined;
  /** True while the mate is to begin nothing by itself. */
  isHeld?(): boolean;
  /** Called after each turn, with a reason if it failed or was interrupted. Must not wait for the next one. */
  turnEnded?(failure: string | undefined): Promise<void>;
  /** Called once, when the mate has left the team or the program ends; `isStopped` is true when that has stopped its turn. */
  left?(isStopped: boolean): Promise<void>;
}

/** A mate as such a mechanism sees it. */
export interface MateHandle {
  name: string;
  progress: Progress;
  /**
   * Takes it out of the team when the turn that runs has ended, and then sends the lead this farewell. Resolves when it
   * has left, so it must not be awaited within a turn of the mate.
   */
  dismiss(farewell: Farewell): Promise<void>;
  /** Whether mail waits that will begin a turn of it, or one of its mechanisms holds it. */
  isHeld(): boolean;
  /**
   * Puts a turn for a task into its queue. `prompt` is called when the turn begins; undefined means that there is
   * nothing to do. Resolves when the turn has ended.
   */
  submit(prompt: Submission["prompt"]): Promise<void>;
}

export type Farewell = Pick<Message, "type" | "request" | "content">;

export interface Mate extends Member, Job {
  agent: Agent;
  extras: MateExtra[];
  messages: Anthropic.MessageParam[];
  /** The turn that spawned it, and its own turns: a person is asked in them if one was there then. */
  spawnedIn: TurnInfo;
  turn: TurnInfo;
  /** Runs its turns one after the other. */
  inOrder: Queue;
  progress: Progress;
}

export interface Progress {
  /** True as soon as it is to leave the team: it begins no turn any more. */
  isLeaving: boolean;
  tokens: number;
  /** True when its last reply is not complete: cut off, or declined. */
  isCut: boolean;
  /** Turns since the lead has written last. */
  turnsAlone: number;
  /** Set while a turn runs. */
  running: AbortController | undefined;
}

/** A mate that has not begun yet. */
export function createMate(team: Team, job: Job, { agent: lead, turn }: ToolContext): Mate {
  const { name } = job;
  const own = turnFor(`[${name}] `, turn);
  const inbox = createInbox(
    ({ prompt }) => void begin(team, mate, () => forMail(team, mate, prompt)),
  );
  const member: Member = { name, inbox, turnOf: () => own, isOld: () => false, mail: new Map() };
  const progress: Progress = newProgress();
  const tools = team.toolsFor(member);
  const handle: MateHandle = {
    name,
    progress,
    dismiss: (why) => team.dismiss(mate, why),
    isHeld: () => mailBegins(member, progress) || extras.some(({ isHeld }) => isHeld?.()),
    submit: (prompt) => begin(team, mate, () => forTask(progress, prompt)),
  };
  const extras = team.forMates.map((make) => make(handle));
  const mate: Mate = {
    ...member,
    ...job,
    agent: team.makeAgent(
      identityOf(job, lead),
      [inbox, watch(job, progress), tools, ...extras],
      extras.map(asksAgain),
    ),
    extras,
    messages: [],
    spawnedIn: turn,
    turn: own,
    inOrder: createQueue(),
    progress,
  };
  return mate;
}

/** While a person is asked about a call, the mate may be asked for a plan or its end. So after a yes its mechanisms decide again. */
const asksAgain = ({ hooks }: MateExtra): Mechanism => ({
  hooks: { PreToolUse: (event) => hooks?.PreToolUse?.(event) },
});

const newProgress = (): Progress => ({
  isLeaving: false,
  tokens: 0,
  isCut: false,
  turnsAlone: 0,
  running: undefined,
});

/** What it says is not printed as it streams in: `watch` prints each reply whole, so the lines of two agents do not mix. */
function identityOf({ name, role }: Job, lead: Agent): Identity {
  const system = `You are ${name}, ${role}, in a team of coding agents in ${lead.cwd}.\n${MATE_RULE}`;
  return { ...lead, name, system, say() {} };
}

/** Prints what it says, counts its tokens, and repeats its job when a summary replaces its messages. */
function watch({ prompt }: Job, progress: Progress): Mechanism {
  return {
    hooks: {
      AfterModel({ reply: { content, usage, stop_reason } }) {
        progress.tokens += allTokens(usage);
        progress.isCut = !COMPLETE.includes(stop_reason);
        const text = textOf({ role: "assistant", content });
        if (text !== "") note(text, "magenta");
      },
      Compacted: () => ({ notes: [jobOf({ prompt })] }),
    },
  };
}

const hasMail = ({ mail }: Member) =>
  [...mail.values()].some(({ state }) => state === "in the inbox");

/** Mail that waits for the lead's word begins no turn. */
const mailBegins = (member: Member, { turnsAlone }: Progress) =>
  hasMail(member) && turnsAlone < MAX_TURNS_ALONE;

/** A task counts like a word of the lead, who has seen to it that there are tasks. */
async function forTask(progress: Progress, prompt: Submission["prompt"]) {
  const text = await prompt();
  if (text !== undefined) progress.turnsAlone = 0;
  return text;
}

async function forMail(team: Team, mate: Mate, prompt: Submission["prompt"]) {
  return (await waitsForLead(team, mate)) ? undefined : prompt();
}

const jobOf = ({ prompt }: Pick<Job, "prompt">) => `The job that you were spawned for:\n${prompt}`;

/** Its first turn. The others are begun by its mail. */
export const beginJob = (team: Team, mate: Mate): Promise<void> =>
  begin(team, mate, () => asWords(mate.prompt));

/** Never rejects: how a turn ends is reported to the lead. */
function begin(team: Team, mate: Mate, promptOf: Submission["prompt"]): Promise<void> {
  const turn = () => labelled(`[${mate.name}] `, () => takeTurn(team, mate, promptOf));
  return mate.inOrder(turn);
}

async function takeTurn(team: Team, mate: Mate, promptOf: Submission["prompt"]) {
  const isOver = () => team.isEnding || mate.progress.isLeaving;
  if (isOver()) return;
  const prompt = await promptOf();
  if (prompt === undefined || isOver()) return; // the turn before has taken the mail; a claim takes time
  mate.progress.turnsAlone++;
  mate.messages.push({ role: "user", content: withJob(mate, prompt) });
  const failure = await work(team, mate);
  for (const { turnEnded } of mate.extras) await turnEnded?.(failure).catch(reportProblem);
}

/** A prompt that the model declined is removed (s11), and with it the job. So it goes along again. */
function withJob(mate: Mate, prompt: string): string {
  const job = asWords(mate.prompt);
  const isKnown = [prompt, ...mate.messages.map(textOf)].some((text) => text.includes(job));
  return isKnown ? prompt : `${jobOf(mate)}\n\n${prompt}`;
}

/** Two mates could thank each other for ever. After so many turns its mail waits in its inbox until the lead writes. */
async function waitsForLead(team: Team, mate: Mate): Promise<boolean> {
  const { progress, name } = mate;
  if (progress.turnsAlone < MAX_TURNS_ALONE) return false;
  if (progress.turnsAlone++ > MAX_TURNS_ALONE) return true;
  note(`waits until lead writes: ${MAX_TURNS_ALONE} turns without a word from it`, "yellow");
  const said = `I have worked for ${MAX_TURNS_ALONE} turns without a message from you. Mail to me waits; write to ${name}, and I go on.`;
  await team.report(mate, "error", said);
  return true;
}

/** Gives the reason when the turn has failed or was interrupted. */
async function work(team: Team, mate: Mate): Promise<string | undefined> {
  const failure = await runLoop(mate);
  if (failure !== undefined) await team.report(mate, "error", stopOf(mate, failure, team.isEnding));
  else await team.report(mate, mate.progress.isCut ? "error" : "result", resultOf(mate));
  mate.progress.running = undefined;
  return failure ?? (mate.progress.isCut ? "my last reply was cut off" : undefined);
}

/** The text of its last reply. An empty reply is not in the messages. */
function resultOf({ messages, progress }: Mate): string {
  const text = lastReply(messages) || "(no text)";
  return progress.isCut ? `My last reply was cut off:\n${text}` : text;
}

/** The reason, and the last thing it said: a reply that only calls tools has no text. */
function stopOf({ messages }: Mate, reason: string, isEnding: boolean): string {
  const said = lastWords(messages) || "(nothing)";
  return `My turn was stopped: ${reason}\nMy job is not done.${isEnding ? "" : " I go on if you write to me."} What I said last:\n${said}`;
}

/** Asks mates at work to finish, and stops those that have not done so after a while. Gives those. */
export async function finish(busy: Mate[]): Promise<Mate[]> {
  const names = busy.map(({ name }) => name).join(", ");
  note(`[team] ${names} may finish what is begun; Ctrl-C ends the program at once.`);
  for (const { inbox, turn } of busy) inbox.put({ kind: "mail", text: ENDING, turn });
  const over = new AbortController();
  const stopped: Mate[] = [];
  const ended = Promise.all(busy.map(({ inOrder }) => inOrder(async () => {})));
  const tooLong = clock.sleep(GRACE_MS, over.signal).then(
    () => {
      stopped.push(...busy.filter(({ progress }) => progress.running));
      for (const { progress } of stopped) progress.running?.abort("the program ended");
    },
    () => {}, // all have ended before
  );
  await Promise.race([ended, tooLong]);
  over.abort();
  await ended;
  return stopped;
}
