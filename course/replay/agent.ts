// course/replay/agent · an agent in a session: started as its README says, and waited for between two lines.
import { basename } from "node:path";
import { advance, interrupt, reply, rests, type } from "../spec/acts.ts";
import { type ControlEvent, startControl } from "../spec/control.ts";
import { end } from "../spec/ending.ts";
import { FIXED_DATE } from "../spec/folder.ts";
import type { Company } from "../spec/idle.ts";
import { startInside } from "../spec/inside.ts";
import { launchOf, needsProcess } from "../spec/launch.ts";
import type { SpecModel } from "../spec/model.ts";
import { type AgentProcess, type Launch, startProcess } from "../spec/process.ts";
import { crashOf, note, type Parts, situation, startState } from "../spec/state.ts";
import { createWatch, type Limit } from "../spec/watch.ts";
import type { Place } from "./place.ts";
import { readPlain } from "./plain.ts";
import {
  isAtRest,
  look,
  mayBringMore,
  type Printed,
  type Replayed,
  take,
  type Wanted,
} from "./stop.ts";
import type { Happened } from "./timeline.ts";

export interface ReplayedAgent {
  /** What its prompt begins with, such as `s01`. */
  label: string;
  type(text: string): Promise<void>;
  answer(word: string): void;
  interrupt(): Promise<void>;
  advance(time: string): Promise<void>;
  /** Waits until no agent of the session does anything by itself, which it tells; where it cannot, or a request gets no answer, not for long. */
  rests(): Promise<boolean>;
  /** Sends its clock ahead, whatever it does. */
  ahead(ms: number): void;
  /** Waits until the next line of the README can be done. Throws SpecBroken after the limit. */
  stop(wanted: Wanted): Promise<Printed>;
  isGone(): boolean;
  /** How it crashed, in words. */
  crash(): string | undefined;
  /** Ends it and frees what it held; gives what was wrong with its end. */
  finish(hasFailed: boolean): Promise<string[]>;
}

const START_MS = Date.parse(FIXED_DATE);

/** A command that kills the agent which runs it. */
const KILL = /\bkill -9 \$PPID\b/;

/** The practice model runs in the agent's own process, so its requests cannot be seen from here. */
const NO_MODEL: SpecModel = {
  url: "",
  requests: [],
  toolResults: () => [],
  problems: () => [],
  lastReply: () => undefined,
  answered: [],
  heldBack: () => 0,
  isDone: () => true,
  breakdowns: [],
  unanswered: () => [],
  lacks: () => [],
  unused: () => [],
  close: async () => {},
};

/** Where an agent is started, how long it is waited for, and whether it must be a process of its own. */
interface Surroundings {
  place: Place;
  limit: Limit;
  isReal: boolean;
  /** What happens is noted here, for a timeline. */
  record: Happened | undefined;
  /** The agents of the session. */
  company: Company;
}

/** What a README has before and after the command. */
interface Command {
  before: string;
  words: string;
}

/**
 * Starts the agent of a chapter's folder in a place. `before` and `words` are what the README has before
 * and after the command; bash reads them. stdout and stderr are one stream, in the order a terminal shows
 * them.
 */
export async function startReplayed(
  chapter: string,
  { before, words }: Command,
  { place, limit, isReal, record, company }: Surroundings,
): Promise<ReplayedAgent> {
  const launch = await launchOf(chapter, "node");
  const state = startState();
  const watch = createWatch(limit, { situation: () => situation(parts), idle: company.idle });
  const happened = (isNews: boolean) => {
    watch.changed();
    company.changed(isNews);
  };
  const event = (event: ControlEvent) => {
    note(state, event, 0);
    if (event.type === "timer") replayed.timers.push({ due: event.due, at: event.output });
    if (event.type === "ready" || event.type === "turn-end") replayed.prompts++;
    happened(event.type !== "idle");
  };
  const misuse = (problem: string) => void state.misuse.push(problem);
  const control = await startControl(START_MS, { event, misuse });
  const begin = isReal ? startByBash : startHere;
  const touched = record?.look;
  const around = { cwd: place.folder, env: place.environment(control.url), touched };
  let noted = 0;
  const changed = () => {
    touched?.();
    noted += record?.print(place.shown(process.text(noted))) ?? 0;
    happened(true);
  };
  const process = begin(launch, { before, words }, around, changed);
  const parts: Parts = {
    state,
    watch,
    folder: place.folder,
    isAsked: false,
    hasWords: false,
    model: NO_MODEL,
    control,
    process: { ...process, errors: () => stackIn(process) },
  };
  company.add(parts);
  const label = basename(chapter).split("_")[0] ?? "";
  const replayed: Replayed = {
    ...{ parts, label, taken: 0, isMidLine: false, timers: [], isOneShot: hasRequest(words) },
    ...{ prompts: 0, refused: [], shown: place.shown },
  };
  return agentOf(replayed);
}

interface Around {
  cwd: string;
  touched?: (() => void) | undefined;
  env: Record<string, string>;
}

function startByBash(
  { command, args }: Launch,
  { before, words }: Command,
  around: Around,
  changed: () => void,
): AgentProcess {
  const program = [command, ...args].map(quoted).join(" ");
  return startProcess(bash(`${before}exec ${program} ${words}`), around, changed);
}

/** In this process, where that is possible: it costs half as much, and prints the same. */
function startHere(
  launch: Launch,
  command: Command,
  around: Around,
  changed: () => void,
): AgentProcess {
  const plain = readPlain(command.before, command.words);
  const own = { ...around.env, ...plain?.env };
  if (plain === undefined || needsProcess({ env: own, isWatched: around.touched !== undefined }))
    return startByBash(launch, command, around, changed);
  const args = [...launch.args, ...plain.words];
  return startInside({ ...launch, args }, { ...around, env: own, isOneStream: true }, changed);
}

/** Whether the command is followed by anything but options, pipes and redirections. */
const hasRequest = (words: string) => words.replace(/--\w+|\d?[|<>&;].*/g, "").trim() !== "";

/** Runs a command line with stderr on stdout. */
export const bash = (command: string) => ({
  command: "bash",
  args: ["-c", `exec 2>&1\n${command}`],
});

/** A word as bash reads it back. */
export const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** All is one stream here: only a crash is also what a spec would have seen on stderr. */
const stackIn = (process: AgentProcess): string =>
  /^(Node\.js v\d[\s\S]*|Traceback \(most recent call last\)[\s\S]*)/m.exec(process.text(0))?.[0] ??
  "";

function agentOf(replayed: Replayed): ReplayedAgent {
  const { parts, label } = replayed;
  return {
    label,
    type(text) {
      if (KILL.test(text)) parts.state.isKilled = true; // its end is what the README shows
      return type(parts, text);
    },
    answer: (word) => reply(parts, word),
    async interrupt() {
      begin(replayed);
      await interrupt(parts);
    },
    async advance(time) {
      begin(replayed);
      await advance(parts, time);
      dropPast(replayed);
    },
    async rests() {
      if (!parts.control.tellsIdle()) return false;
      const time = new Promise<boolean>((done) => setTimeout(done, BESIDE_MS, false).unref());
      return Promise.race([rests(parts).then(() => true), time]).catch(() => false);
    },
    ahead(ms) {
      parts.control.advance(ms);
      dropPast(replayed);
    },
    async stop(wanted) {
      const stop = await parts.watch
        .until("the lines of the README", () => look(replayed, wanted))
        .catch((error: unknown) => {
          // The agent waits, but what the step of the clock should print is missing: that is a difference.
          if (parts.state.phase === "waiting") return "prompt" as const;
          throw error;
        });
      if (stop === "prompt" && mayBringMore(replayed, wanted)) await news(replayed, wanted);
      return take(replayed, stop, wanted);
    },
    isGone: () => parts.process.exit() !== undefined,
    crash: () => crashOf(parts),
    async finish(hasFailed) {
      const isGone = parts.process.exit() !== undefined;
      const problems = isGone ? [] : await end(parts, hasFailed);
      await parts.control.close();
      const leaks = parts.process.exit()?.leaks ?? [];
      return [...parts.state.misuse, ...problems, ...leaks.map((name) => `It has left ${name}.`)];
    },
  };
}

/** What goes on for longer after a step of the clock, such as a request that gets no answer, may go on beside what comes next. */
const BESIDE_MS = 5000;

/** What is waited for at the prompt. */
export const NEWS = "news at the prompt";

/** The longest wait for a line, in milliseconds. On an idle machine no line takes a second. */
export const patience: Limit = (what) => (what === NEWS ? 30_000 : 90_000);

/**
 * Waits for lines that background work prints, and for the end of a turn that it begins. When none come, that is a
 * difference.
 */
function news(replayed: Replayed, wanted: Wanted): Promise<unknown> {
  const { watch } = replayed.parts;
  const isHere = () => !mayBringMore(replayed, wanted) && isAtRest(replayed, wanted);
  return watch.until(NEWS, () => isHere() || undefined).catch(() => {});
}

/** Timers whose time has come are waited for no more. */
function dropPast(replayed: Replayed) {
  const { control, state } = replayed.parts;
  const now = control.now();
  replayed.timers = replayed.timers.filter(({ due }) => due > now);
  state.timers = state.timers.filter((due) => due > now);
}

function begin(replayed: Replayed) {
  const { state } = replayed.parts;
  if (replayed.isOneShot && state.phase === "starting") state.phase = "running";
}
