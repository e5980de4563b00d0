// course/spec/agent · one agent under a spec: started, driven, looked at and ended.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { loadFactor } from "../base/load.ts";
import { say } from "../base/say.ts";
import * as acts from "./acts.ts";
import { type ControlEvent, type Outcome, startControl } from "./control.ts";
import { type Elsewhere, requireStage, type Stage } from "./elsewhere.ts";
import { type Closing, finish } from "./ending.ts";
import { SpecBroken } from "./errors.ts";
import { environmentOf, makeFolder, readFolder, trustIn } from "./folder.ts";
import { type Company, createCompany } from "./idle.ts";
import { startInside } from "./inside.ts";
import { type Launcher, launchOf, needsProcess } from "./launch.ts";
import { type SeenResult, startModel } from "./model.ts";
import { startProcess } from "./process.ts";
import type { SpecScript } from "./script.ts";
import { note, type Parts, screenOf, situation, startState } from "./state.ts";
import type { Track } from "./track.ts";
import { createWatch, type Limit, type Patience } from "./watch.ts";

/** How an agent is started. */
export interface StartOptions {
  /** The files in its folder, by path. */
  files?: Record<string, string>;
  /** Makes its folder a git repository, branch main, with one commit of the files. */
  git?: boolean;
  /** "unknown": the person was not asked yet whether the folder is trusted. Otherwise it is. */
  trust?: "unknown";
  /** Another agent, in whose folder it works. */
  beside?: { folder: string };
  /** More environment. */
  env?: Record<string, string>;
  /** Answers to side questions, by name: a text, a fault, a value that is sent as JSON, or a function of the request, which may give a promise. */
  side?: Record<string, unknown>;
  /** Words after the command. */
  args?: string[];
  /** Default: "node", a cached bundle. */
  launcher?: Launcher;
  /**
   * Each question is answered yes, as soon as it is asked: for promises that have nothing to do with questions.
   * "anyway": the spec knows of no questions, so an agent that can be asked none must do without.
   */
  yes?: boolean | "anyway";
  /** Runs it as a process of its own, for what only a process has: a kill, a time zone, a parent. */
  real?: boolean;
  /** The time its clock starts at, such as "2026-03-02T09:00:00Z". Default: now. */
  now?: string;
  /** How an agent from elsewhere must be spoken with, where what the spec does with it does not say so. */
  needs?: Stage;
}

/** An agent, as a spec drives it and sees it. */
export interface Agent {
  /** Types a line, as soon as the agent waits for a prompt. */
  type(text: string): Promise<void>;
  /** Waits for a text among what was printed since the last `type`; fails as soon as the turn ends without it. */
  sees(text: string | RegExp): Promise<void>;
  /** Waits for a text printed since the last `type`, also after the end of the turn: for output of background work. */
  seesLater(text: string | RegExp): Promise<void>;
  /** Waits for the beginning of a turn that nobody typed, by its source; from there on `sees` and `ended` are about it. */
  begins(source: string): Promise<void>;
  /** Waits for the end of the turn; fails if the text was printed in it. */
  seesNot(text: string | RegExp): Promise<void>;
  /** Waits for the question that contains `question` and answers it. Other questions are answered no. */
  answer(question: string, reply: string): Promise<void>;
  /** Waits for the question that contains `question`, whether a turn runs or not, and answers it: an agent that works beside the prompt may ask, too. */
  answerLater(question: string, reply: string): Promise<void>;
  /** Ctrl-C, as soon as the turn has begun. */
  interrupt(): Promise<void>;
  /** Sends the agent's clock ahead by "90s", "2m", "1h" or ms; so many times, and waits each time until it rests. */
  advance(time: string | number, times?: number): Promise<void>;
  /** Waits for the end of the turn and gives its outcome. */
  ended(): Promise<Outcome>;
  /** Waits until no agent of the test has anything left to do unless somebody types or moves a clock: then look for what must not have happened. Not seen are a timer that does not keep the program alive, and a request to a server that is neither the model nor one of MCP. */
  rests(): Promise<void>;
  /** Closes the agent's input, waits for its end and gives its exit code. */
  exit(): Promise<number>;
  /** Kills it, as a power cut would: it can do nothing any more. */
  kill(): Promise<void>;
  /** All of its stdout so far. */
  readonly output: string;
  /** All of its stderr so far. */
  readonly errors: string;
  /** The bodies of its conversation requests, subagents' included. */
  readonly requests: readonly MessageRequest[];
  /** All tool results the model got, in wire order, each once. */
  readonly toolResults: readonly SeenResult[];
  /** Path → content of the files in its folder, read now; without .git, node_modules and .sessions. */
  readonly files: Record<string, string>;
  readonly folder: string;
  /** Whether it is started by a launch.json: what docs/judge leaves open is not asked of it. */
  readonly isFromElsewhere: boolean;
}

/** An agent, and its end: `finish` ends it, frees all it held and says what is left to say. */
export interface StartedAgent {
  agent: Agent;
  /** How it is spoken with, if it comes from elsewhere. */
  speaks: Stage | undefined;
  /** The side questions with an answer in the spec that came to nothing so far, one sentence each. */
  unanswered(): string[];
  /** The tools and fields that the model has called and the agent does not offer, one sentence each. */
  lacks(): string[];
  /** What the model has got, whatever has become of the agent. */
  results(): readonly SeenResult[];
  sent(): readonly MessageRequest[];
  finish(hasFailed: boolean): Promise<Closing>;
}

/** Where an agent is started: its folder, the bound of its waits, what follows its acts, and what differs for an agent that is no chapter. */
export interface Setting {
  chapter: string;
  limit: Limit;
  track: Track;
  /** The agents of the same test; without it, an agent is alone. */
  company?: Company;
  elsewhere?: Elsewhere | undefined;
}

/** Starts the agent of a chapter in a scratch folder. */
export async function startAgent(
  setting: Setting,
  script: SpecScript,
  options: StartOptions,
): Promise<StartedAgent> {
  const parts = await startParts(setting, script, options);
  const finishing = (hasFailed: boolean) => finish(parts, hasFailed);
  const speaks = parts.outsider?.speaks;
  const { unanswered, lacks, requests, toolResults } = parts.model;
  return {
    ...{ agent: agentOf(parts, setting.track), speaks, unanswered, lacks, finish: finishing },
    ...{ results: toolResults, sent: () => requests },
  };
}

/** Starts an agent, and gives it with everything around it. */
export async function startParts(
  { chapter, limit, elsewhere, company = createCompany() }: Setting,
  script: SpecScript,
  options: StartOptions,
): Promise<Parts> {
  if (elsewhere) requireStage(elsewhere.speaks, stageFor(options));
  const launch = elsewhere?.launch ?? (await launchOf(chapter, options.launcher ?? "node"));
  const state = startState();
  let lastSign = performance.now();
  const patience =
    elsewhere?.patience(
      () => parts,
      () => lastSign,
    ) ?? patienceWith(company, () => situation(parts));
  const watch = createWatch(limit, {
    situation: () => situation(parts),
    patience,
    ...((elsewhere?.speaks ?? "control") === "control" && { idle: company.idle }),
  });
  const happened = (isNews: boolean) => {
    lastSign = performance.now();
    parts.outsider?.listen();
    watch.changed();
    company.changed(isNews);
  };
  const changed = () => happened(true);
  const event = (event: ControlEvent) => {
    note(state, event, model.requests.length);
    if (event.type === "question" && options.yes) acts.answerOpen(parts, "yes");
    happened(event.type !== "idle");
  };
  const start = options.now === undefined ? Date.now() : Date.parse(options.now);
  const folder =
    options.beside?.folder ?? (await makeFolder(options.files ?? {}, options.git ?? false));
  const model = await startModel(script, options.side ?? {}, changed, {
    goesOn: elsewhere !== undefined,
  });
  const misuse = (problem: string) => void state.misuse.push(problem);
  const control = await startControl(start, { event, misuse });
  const endpoints = { model: model.url, control: control.url };
  const opened = await elsewhere?.open(endpoints, options);
  const trust = await trustIn(folder, options.trust === undefined);
  const env = opened?.env ?? environmentOf(process.env, endpoints, { ...trust, ...options.env });
  const begin = elsewhere || needsProcess(options) ? startProcess : startInside;
  const run = (more: string[]) =>
    begin({ ...launch, args: [...launch.args, ...more] }, { cwd: folder, env }, changed);
  const words = options.args ?? [];
  const told = { isAsked: isAsked(script), hasWords: words.length > 0 };
  const common = { state, watch, folder, model, control, ...told };
  const parts: Parts = opened?.join(common, run) ?? { ...common, process: run(words) };
  company.add(parts);
  return parts;
}

/** No agent of ours needs so long for a sign of life on a quiet machine, in ms. */
const SILENCE_MS = 10_000;

const patienceWith = ({ quiet }: Company, said: () => string): Patience => ({
  quiet,
  most: () => SILENCE_MS * loadFactor(),
  error: (what, seconds) => new SpecBroken(say`Waited ${seconds} s for ${what}.\n${said()}`),
  over: () => undefined,
});

/** A clock that a spec sets needs the control protocol. */
const stageFor = ({ now, needs = "once" }: StartOptions): Stage =>
  now === undefined ? needs : "control";

/** Whether the agent is to call the model at all: a command of its own needs no reply. */
const isAsked = (script: SpecScript) => typeof script === "function" || script.length > 0;

function agentOf(parts: Parts, { act }: Track): Agent {
  const { process, model, folder, outsider, watch } = parts;
  /** A spec that looks again and again would never end. */
  const unlessOver = <Value>(value: Value): Value => {
    const over = watch.over();
    if (over) throw over;
    return value;
  };
  return {
    type: (text) => act("type", () => acts.type(parts, text)),
    sees: (text) => act("sees", () => acts.sees(parts, text)),
    seesLater: (text) => act("seesLater", () => acts.seesLater(parts, text)),
    begins: (source) => act("begins", () => acts.begins(parts, source)),
    seesNot: (text) => act("seesNot", () => acts.seesNot(parts, text)),
    answer: (question, reply) => act("answer", () => acts.answer(parts, question, reply)),
    answerLater: (question, reply) =>
      act("answerLater", () => acts.answerLater(parts, question, reply)),
    interrupt: () => act("interrupt", () => acts.interrupt(parts)),
    advance: (time, times) => act("advance", () => acts.advance(parts, time, times)),
    rests: () => act("rests", () => acts.rests(parts)),
    ended: () => act("ended", () => acts.ended(parts)),
    exit: () => act("exit", () => acts.exit(parts)),
    kill: () => act("kill", () => acts.kill(parts)),
    get output() {
      return screenOf(parts);
    },
    get errors() {
      return process.errors();
    },
    get requests() {
      return unlessOver(model.requests);
    },
    get toolResults() {
      return unlessOver(model.toolResults());
    },
    get files() {
      return unlessOver(readFolder(folder));
    },
    folder,
    isFromElsewhere: outsider !== undefined,
  };
}
