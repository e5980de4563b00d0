// shared/terminal · what a person sees and types: one prompt, one turn, one question at a time.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { configure, sessionTrace, startLine, takeTokens, wasReached } from "./client.ts";
import { clock } from "./clock.ts";
import { type Control, openControl } from "./control.ts";
import { describeError, isAbort, isUnreachable, UserError } from "./errors.ts";
import { helpText, readFlags, TRY } from "./flags.ts";
import { type Keyboard, type KeyboardOptions, openKeyboard } from "./keyboard.ts";
import { asWords } from "./messages.ts";
import { takeFirst } from "./queue.ts";
import { answersOnly, clean, endLine, holdOutput, note, paint, written } from "./screen.ts";
import { withInvisible } from "./text.ts";
import { listOfTries, triesFor, tryWords } from "./tries.ts";
import { beginTrust, lookAgain, type Reads, settleTrust, trustCommand } from "./trust.ts";
import { isUnattended, nobody } from "./unattended.ts";

export { labelled, note, print } from "./screen.ts";
export { isUnattended, nobody } from "./unattended.ts";

/** Where a prompt comes from: from the person at the terminal, or from a part of the program. */
export type Source = "person" | "background" | "cron" | "mail";

/** Asks the person. The answer is undefined if there is no person to ask, as in a pipe. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** Who began a turn, and how a person is asked in it. What the turn starts inherits it. */
export interface TurnInfo {
  source: Source;
  ask: Ask;
}

/** What the agent does with a prompt. Rejects when the turn failed; the signal is Ctrl-C. */
export type Turn = (prompt: string, signal: AbortSignal, info: TurnInfo) => Promise<void>;

/** A prompt that a part of the program submits. */
export interface Submission {
  source: Exclude<Source, "person">;
  /** How a person is asked in its turn. Without it the turn is unattended: no person is there to be asked. */
  ask?: Ask;
  /** Called when its turn begins; undefined means there is nothing left to do. */
  prompt(): string | undefined | Promise<string | undefined>;
  /**
   * Called when its turn has ended, whatever happened, and not when no turn began. "left" means that nobody
   * interrupted it: the program ends.
   */
  ended?(outcome: Outcome | "left"): void;
}

/** A slash command; `run` gets the rest of its line as a string, "" if there is none. */
export interface Command {
  /** One line for /help. */
  description: string;
  /** Makes it a command of the shell as well. */
  alone?: Alone;
  run(argument: string, signal: AbortSignal): void | Promise<void>;
}

/** A command that needs no model and no session. With one of these words it may be given in the shell, without the slash. */
export interface Alone {
  words: string[];
  /** What is printed on stdout; notes go to stderr. */
  text(word: string): Promise<string>;
}

/** What a chapter adds to its terminal. */
export interface ReplOptions {
  /** Slash commands, by name without the slash. */
  commands?: Record<string, Command>;
  /** Runs before the first prompt: what must be read first. A UserError ends the program. */
  start?(): void | Promise<void>;
  /** Runs before the program ends, however it ends. */
  stop?(): void | Promise<void>;
  /** What the mechanisms use of the folder by themselves. The person is asked whether it is trusted. */
  reads?: Reads[];
  /** Conversations that are kept. With it, the flags --resume and --list are known. */
  sessions?: Sessions;
  /** Who can hear the session. With it, the flag --scope is known. */
  scope?: Hearing;
}

/** What the terminal must know of a session that others may hear. */
export interface Hearing {
  /** True when strangers are in it: then no question is asked, not even whether the folder is trusted. */
  isRoom: boolean;
  isCommand(name: string): boolean;
  /** Runs before anything is read. A UserError ends the program. */
  begin(): Promise<void>;
}

/** What the terminal does with the conversations that an agent keeps. */
export interface Sessions {
  /** They, one in each line. */
  list(): Promise<string>;
  /**
   * Goes on with the one whose id begins with `word`, or with the last one. Called before `start`. Throws a UserError
   * when that cannot be done.
   */
  resume(word: string | undefined): Promise<void>;
}

/** How a turn ended. */
export type Outcome = "done" | "failed" | "interrupted";

const INTERRUPTED = 130;
const MISUSE = 2;
/** What Ctrl-C says to a question that no turn has asked. */
const NO = "";

/** The state of the one session: its input, its output, and what runs. */
interface Session {
  kind: KeyboardOptions["kind"];
  /** With -p: there is one prompt, and no submitted one ever runs. */
  isOneShot: boolean;
  isRoom: boolean;
  /** The name of the folder that was started. */
  folder: string;
  label: string;
  turn: Turn;
  commands: Record<string, Command>;
  /** Opened when it is first needed: a one-shot leaves stdin alone. */
  opened: Keyboard | undefined;
  control: Control | undefined;
  running: AbortController | undefined;
  /** The question that is open, and what answers it with a no. */
  asking: { question: string; id: number; no: AbortController } | undefined;
  /** Interrupts since the running turn began. */
  interrupts: number;
  /** True while the list of /try is the last thing shown: a number then asks one. */
  isListed: boolean;
  /** Set when the program is to end without another prompt. */
  exitCode: number | undefined;
  /** True while the chapter's `stop` runs: Ctrl-C then means that the person does not want to wait for it. */
  isStopping: boolean;
}

interface Terminal {
  session: Session | undefined;
  questions: Promise<unknown>;
  /** How many questions were asked: the id of the last one. */
  asked: number;
  /** Submitted prompts that wait for their turn. */
  submitted: Submission[];
  /** Wakes the waiting prompt when one is submitted. */
  wake(): void;
}

/** How a note begins that says what goes from agent to agent. */
const BETWEEN_AGENTS = "[team] ";

/** Notes for a reader who wants to follow every step: shown with EXPLAIN=1. With TRACE, those of a team are traced. */
export function explain(text: string): void {
  if (configure().explain) note(text, "dim");
  if (text.startsWith(BETWEEN_AGENTS)) sessionTrace()?.event(text);
}

/** One process has one terminal. */
const terminal: Terminal = {
  session: undefined,
  questions: Promise.resolve(),
  asked: 0,
  submitted: [],
  wake() {},
};

/**
 * Puts a prompt into the queue. Turns run one at a time: typed prompts go first, then mail, background commands and
 * cron jobs, and within each of them the oldest. At the prompt it begins at once; the prompt and what is half typed
 * come back after it.
 */
export function submit(submission: Submission): void {
  terminal.submitted.push(submission);
  terminal.wake();
}

/** False for a program that was started with -p: it ends after its one prompt, and no submitted prompt ever runs. */
export function takesSubmissions(): boolean {
  return terminal.session?.isOneShot !== true;
}

/**
 * Asks the person a question, in which what could control the terminal is shown by its number, and gives the answer, trimmed.
 * undefined when nobody can answer: no terminal, end of input, or the signal is aborted.
 * Questions wait for each other, and other output waits for them.
 */
export function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = terminal.questions.then(() => askNow(withInvisible(question), signal));
  terminal.questions = answer.catch(() => undefined);
  return answer;
}

/** The same turn for another agent, whose questions begin with its label. */
export function turnFor(label: string, turn: TurnInfo): TurnInfo {
  if (isUnattended(turn)) return turn;
  const { source, ask } = turn;
  return { source, ask: (question, signal) => ask(`${label}${question}`, signal) };
}

/** What begins with a line that a person has typed. */
const TYPED: TurnInfo = { source: "person", ask };

async function askNow(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { session } = terminal;
  if (!session || session.kind === "pipe" || session.isRoom || signal.aborted) return undefined;
  const keyboard = await keyboardWithLines(session);
  endLine(); // what was said so far stays on the screen
  const release = holdOutput();
  const no = new AbortController();
  const id = ++terminal.asked;
  session.asking = { question, id, no };
  try {
    const answer = keyboard.answer(question, AbortSignal.any([signal, no.signal]));
    await session.control?.report({ type: "question", question, id });
    const line = await answer;
    return no.signal.aborted && !signal.aborted ? NO : line?.trim();
  } finally {
    session.asking = undefined;
    release();
    keyboard.backToPrompt();
  }
}

/**
 * Runs the agent's terminal and ends the process: line by line, or once with -p.
 * Does nothing when the module of `meta` was imported and not started.
 * Exit codes: 0 done, 1 the turn failed, 2 misuse, 130 interrupted.
 */
export async function repl(meta: ImportMeta, turn: Turn, options: ReplOptions = {}): Promise<void> {
  const file = fileURLToPath(meta.url);
  if (!isStarted(file)) return;
  process.stdout.on("error", endWithoutOutput);
  process.stderr.on("error", () => {}); // stderr is closed; the answer on stdout still counts
  const code = await run(basename(dirname(file)), turn, options).catch(explainMisuse);
  process.stdout.write("", (error) => process.exit(error ? exitCodeWithout(error) : code));
}

/** True when this file is what the command line named, with or without its ending. */
function isStarted(file: string): boolean {
  const named = process.argv[1];
  const found = [named, `${named}.ts`].find((path) => path !== undefined && existsSync(path));
  return found !== undefined && realpathSync(found) === realpathSync(file);
}

/** In a window that the person has closed, what is still to be kept is kept. */
function endWithoutOutput(error: Error): void {
  const { session } = terminal;
  if (session?.kind === "terminal") leaveOnce(session, exitCodeWithout(error));
  else process.exit(exitCodeWithout(error));
}

/** Where stdout cannot be written: fine when its reader left early (`| head -1`, a closed window). */
function exitCodeWithout(error: Error): number {
  return "code" in error && (error.code === "EPIPE" || error.code === "EIO") ? 0 : 1;
}

function explainMisuse(error: unknown): number {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${clean(error.message)}\n`);
  return MISUSE;
}

async function run(folder: string, turn: Turn, options: ReplOptions): Promise<number> {
  const { sessions, reads = [], scope } = options;
  const known = [sessions !== undefined, scope !== undefined] as const;
  const flags = readFlags(process.argv.slice(2), ...known);
  const trust = reads.length > 0 && { trust: trustCommand(reads) };
  const commands = Object.fromEntries(
    Object.entries({ ...options.commands, ...trust }).filter(
      ([name]) => scope?.isCommand(name) ?? true,
    ),
  );
  if (flags.help) {
    process.stdout.write(helpText(folder, commands, ...known));
    return 0;
  }
  if (!existsSync(process.cwd())) throw new UserError(noFolder(process.cwd()));
  await scope?.begin();
  await beginTrust(reads);
  if (flags.list) {
    process.stdout.write(`${clean((await sessions?.list()) ?? "")}\n`);
    return 0;
  }
  if (await ranAlone(flags.prompt, commands)) return 0;
  const settings = configure();
  const session = await openSession(folder, turn, commands, {
    isOneShot: flags.prompt !== undefined,
    isRoom: scope?.isRoom === true,
  });
  try {
    note(startLine(settings), "dim");
    warnAtHome();
    if (settings.endpoint === undefined) offerTries(session);
    await settleTrust(reads, session.isOneShot ? undefined : ask);
    if (flags.resume !== undefined) await sessions?.resume(flags.resume || undefined);
    await options.start?.();
    return await (flags.prompt === undefined
      ? readPrompts(session)
      : oneShot(session, flags.prompt));
  } finally {
    session.isStopping = true;
    await options.stop?.();
    session.opened?.close();
    session.control?.close();
  }
}

/** Node reads names as UTF-8. One that an old archive has in another encoding is then that of no folder. */
const noFolder = (path: string) =>
  `There is no folder ${path}. If its name, or one above it, is not UTF-8, rename it.`;

/** In there are keys, passwords and everything else that its owner has. */
function warnAtHome() {
  if (!existsSync(homedir()) || realpathSync(process.cwd()) !== realpathSync(homedir())) return;
  note(
    "This is your home folder: the agent may read what is in it. Start it in a project.",
    "yellow",
  );
}

/** Runs a command that is the whole command line. False when there is none. */
async function ranAlone(prompt: string | undefined, commands: Record<string, Command>) {
  const [, name = "", word = ""] = /^(\w+) (\w+)$/.exec(prompt ?? "") ?? [];
  const alone = Object.hasOwn(commands, name) ? commands[name]?.alone : undefined;
  if (!alone?.words.includes(word)) return false;
  answersOnly();
  process.stdout.write(`${clean(await alone.text(word))}\n`);
  return true;
}

async function openSession(
  folder: string,
  turn: Turn,
  commands: Record<string, Command>,
  { isOneShot, isRoom }: Pick<Session, "isOneShot" | "isRoom">,
): Promise<Session> {
  const address = process.env.AGENT_CONTROL;
  const person = process.stdin.isTTY && process.stdout.isTTY;
  const kind = address ? "control" : person ? "terminal" : "pipe";
  if (isOneShot || kind === "pipe") answersOnly();
  const session: Session = {
    kind,
    isOneShot,
    isRoom,
    folder,
    label: paint(`${labelOf(folder)} >> `, "cyan"),
    turn,
    commands,
    opened: undefined,
    control: address ? await openControl(address, clock, written) : undefined,
    running: undefined,
    asking: undefined,
    interrupts: 0,
    isListed: false,
    exitCode: undefined,
    isStopping: false,
  };
  terminal.session = session;
  process.on("SIGINT", () => interrupt(session));
  process.on("SIGTERM", () => leave(session, 143));
  process.on("SIGHUP", () => leaveOnce(session, 129));
  return session;
}

function keyboardOf(session: Session): Keyboard {
  const { kind } = session;
  session.opened ??= openKeyboard({ kind, onInterrupt: () => interrupt(session) });
  return session.opened;
}

/** A keyboard that is opened for a question first gets what was typed before it: those are prompts, and no answer. */
async function keyboardWithLines(session: Session): Promise<Keyboard> {
  const isOpen = session.opened !== undefined;
  const keyboard = keyboardOf(session);
  if (isOpen) return keyboard;
  await otherWork(); // it may have been opened too late in this round of the event loop to be read in it
  await otherWork();
  return keyboard;
}

/** Ctrl-C: stops the turn; at a question it says no; at a prompt it clears the line; at an empty one it quits, and once more at once. */
function interrupt(session: Session) {
  if (session.isStopping) return leave(session, INTERRUPTED);
  if (!session.running) {
    if (session.asking) return session.asking.no.abort();
    if (!session.opened?.discardLine()) leave(session, INTERRUPTED);
    return;
  }
  session.interrupts++;
  if (session.interrupts === 1) {
    session.running.abort();
    session.asking?.no.abort(); // of an agent that works beside the turn, too
  } else if (session.interrupts === 2) note("Still stopping; Ctrl-C once more ends the program.");
  else process.exit(INTERRUPTED);
}

function leave(session: Session, exitCode: number) {
  if (session.isStopping) process.exit(exitCode);
  session.exitCode = exitCode;
  session.running?.abort();
  session.opened?.close();
}

/** The window was closed: the kernel, the shell and each write say so, and none of them is in a hurry. */
function leaveOnce(session: Session, exitCode: number) {
  if (session.exitCode === undefined && !session.isStopping) leave(session, exitCode);
}

async function oneShot(session: Session, prompt: string): Promise<number> {
  return exitCodeOf(session, await runTyped(session, prompt));
}

function exitCodeOf(session: Session, outcome: Outcome): number {
  const codes = { done: 0, failed: 1, interrupted: INTERRUPTED };
  return session.exitCode ?? codes[outcome];
}

async function readPrompts(session: Session): Promise<number> {
  let outcome: Outcome | undefined;
  let worst = 0;
  while (session.exitCode === undefined) {
    const typed = keyboardOf(session).prompt(session.label);
    await (outcome ? reportEnd(session, outcome) : session.control?.report({ type: "ready" }));
    const line = (await orSubmitted(session, typed))?.trim();
    if (line === undefined || /^(\/exit|q)$/.test(line)) break;
    outcome = await handleLine(session, line);
    if (session.kind !== "pipe") continue;
    worst = Math.max(worst, exitCodeOf(session, outcome));
    if (outcome === "interrupted") break;
  }
  return session.exitCode ?? worst;
}

/** Waits for the line, and meanwhile runs the submitted turns. */
async function orSubmitted(session: Session, typed: Promise<string | undefined>) {
  let hasLine = false;
  void typed.then(() => {
    hasLine = true;
  });
  for (;;) {
    const woken = new Promise<"woken">((resolve) => {
      terminal.wake = () => resolve("woken");
    });
    await otherWork(); // now a line that was typed ahead is there, and so is the end of the input
    const submission = hasLine ? undefined : takeFirst(terminal.submitted, ORDER); // a typed line goes before submitted prompts
    if (submission) await runSubmitted(session, submission);
    else if ((await Promise.race([typed, woken])) !== "woken") return typed;
    if (session.exitCode !== undefined) return undefined;
  }
}

/** A mate waits for an answer, so mail goes first. Only this agent wants the news of a command, and nobody waits for a job. */
const ORDER: Submission["source"][] = ["mail", "background", "cron"];

/** A submitted turn that runs while the prompt waits for a line. */
async function runSubmitted(session: Session, { source, ask = nobody, prompt, ended }: Submission) {
  await lookAgain(ask === nobody ? undefined : ask); // the prompt itself may have come with a pull
  const text = await promptOf(prompt);
  if (text === undefined) return;
  if (session.exitCode !== undefined) return ended?.("left");
  const backToPrompt = keyboardOf(session).setAside();
  await session.control?.report({ type: "turn-start", source });
  const outcome = await runTurn(session, (signal) => session.turn(text, signal, { source, ask }));
  ended?.(outcome === "interrupted" && session.exitCode !== undefined ? "left" : outcome);
  backToPrompt();
  await reportEnd(session, outcome);
}

/** The question of an agent that works beside the prompt is still open after the turn. Its id says that it is the same one. */
async function reportEnd(session: Session, outcome: Outcome) {
  await session.control?.report({ type: "turn-end", outcome });
  const { asking } = session; // it may have been answered meanwhile
  if (asking === undefined) return;
  const { question, id } = asking;
  await session.control?.report({ type: "question", question, id });
}

/** When a submitted prompt cannot be made, the error is shown and no turn runs. */
async function promptOf(prompt: Submission["prompt"]): Promise<string | undefined> {
  try {
    return await prompt();
  } catch (error) {
    note(describeError(error), "red");
    return undefined;
  }
}

/** What was used before it, by a side question after the last turn, is not told as the command's. */
async function runCommand(session: Session, run: (signal: AbortSignal) => void | Promise<void>) {
  const before = takeTokens();
  const outcome = await runTurn(session, async (signal) => run(signal));
  showTokens("tokens since the last turn", before);
  return outcome;
}

async function handleLine(session: Session, line: string): Promise<Outcome> {
  if (line === "") return "done";
  await lookAgain(ask);
  const isChoice = session.isListed && /^\d+$/.test(line);
  session.isListed = false;
  if (isChoice) return tryOne(session, line);
  const [, name, argument = ""] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line) ?? [];
  if (name === undefined) {
    await session.control?.report({ type: "turn-start", source: "person" });
    return runTyped(session, line);
  }
  const command = Object.hasOwn(session.commands, name) ? session.commands[name] : undefined;
  if (command) return runCommand(session, (signal) => command.run(argument, signal));
  if (name === "try") return tryOne(session, argument.trim());
  if (name !== "help") note(`There is no command /${name}. These are:`);
  note(listCommands(session.commands));
  return "done";
}

function listCommands(commands: Record<string, Command>): string {
  const own = Object.entries(commands).map(([name, { description }]) => `/${name}: ${description}`);
  const all = ["/help: this list", "/exit: end (or q, or Ctrl-D)", `/try: ${TRY}`, ...own];
  return all.join("\n");
}

/** One line for a person in a window; a script and the sessions of the pages do not need it. */
function offerTries({ kind, isOneShot, folder }: Session) {
  if (kind === "terminal" && !isOneShot && triesFor(folder).length > 0)
    note(tryWords().offer, "dim");
}

/** Lists the prompts of the chapter's page, or does with one of them what typing it would do. */
async function tryOne(session: Session, number: string): Promise<Outcome> {
  const tries = triesFor(session.folder);
  const chosen = /^\d+$/.test(number) ? tries[Number(number) - 1] : undefined;
  if (chosen === undefined) {
    session.isListed = tries.length > 0;
    note(listOfTries(tries));
    return "done";
  }
  note(`${session.label}${chosen.prompt}`);
  return handleLine(session, chosen.prompt);
}

/** Where nobody could read the reason and try again, an endpoint that does not answer ends the program. */
function runTyped(session: Session, prompt: string): Promise<Outcome> {
  const endsProgram = session.isOneShot || session.kind === "pipe";
  const action = (signal: AbortSignal) => session.turn(asWords(prompt), signal, TYPED);
  return runTurn(session, action, endsProgram);
}

async function runTurn(
  session: Session,
  action: (signal: AbortSignal) => Promise<void>,
  endsProgram = false,
): Promise<Outcome> {
  const controller = new AbortController();
  session.running = controller;
  session.interrupts = 0;
  try {
    await action(controller.signal);
    return "done";
  } catch (error) {
    const explained = withAdvice(error);
    if (endsProgram && explained !== error) throw explained;
    return explainFailure(explained, controller.signal);
  } finally {
    session.running = undefined;
    endLine();
    showTokens();
  }
}

function explainFailure(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted && isAbort(error)) {
    note("(interrupted)", "yellow");
    return "interrupted";
  }
  note(describeError(error), "red");
  return "failed";
}

/** An endpoint that never gave an answer is probably configured wrong. */
function withAdvice(error: unknown): unknown {
  const { endpoint } = configure();
  if (!endpoint || !isUnreachable(error) || wasReached()) return error;
  return new UserError(
    `${describeError(error)} Check ANTHROPIC_BASE_URL (${endpoint.baseURL}) and the network, or set PRACTICE=1 for the practice model.`,
  );
}

function showTokens(head = "tokens", { input, cached, output } = takeTokens()) {
  if (input > 0) note(`${head}: ${input} in (${cached} cached), ${output} out`, "dim");
}

/** "s05" for a chapter's folder, "my_s05" for a copy of one that somebody works on, else the folder's name. */
function labelOf(folder: string): string {
  return /^(?:my_)?s\d\d(?=_|$)/.exec(folder)?.[0] ?? folder;
}
