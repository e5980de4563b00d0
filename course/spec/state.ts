// course/spec/state · what a spec knows of its agent, from its events and its exit.
import { say } from "../base/say.ts";
import type { Control, ControlEvent, Outcome } from "./control.ts";
import type { Outsider } from "./elsewhere.ts";
import { quote, SpecBroken, SpecFailure } from "./errors.ts";
import type { SpecModel } from "./model.ts";
import type { AgentProcess, Exit } from "./process.ts";
import type { Watch } from "./watch.ts";

type TurnStart = Extract<ControlEvent, { type: "turn-start" }>;

/** What the agent has said of itself, and what the spec has done to it. */
export interface AgentState {
  phase: "starting" | "waiting" | "running";
  /** How many bytes of stdout the agent has reported. */
  announced: number;
  /** Where the running turn comes from, as the agent tells it; a turn that was typed is from "person". */
  source: string | undefined;
  /** The turns that nobody typed and that no spec has waited for: their source, and where their output begins. */
  untyped: { source: string; output: number; requests: number }[];
  /** The question that waits for an answer. */
  question: string | undefined;
  /** The ids of the question that was asked last, and of the one that was answered last, if the agent gives them. */
  asked?: unknown;
  answered?: unknown;
  /** How the last turn ended. */
  outcome: Outcome | undefined;
  /** When the timers set in this turn are due, in ms since the epoch. */
  timers: number[];
  /** The advances that were carried out. */
  advanced: number[];
  /** The questions whether it is idle that it has answered. */
  idle: number[];
  /** A line was typed whose turn has not ended. */
  isTyped: boolean;
  /** The last typed line, and how much output, stderr, how many requests and how many answers there were when it was typed. */
  typed: { text: string; bytes: number; errors: number; requests: number; answered: number };
  /** Where Ctrl-C was last pressed: at the prompt it ends the agent. */
  interrupted: "turn" | "prompt" | undefined;
  /** Ctrl-C was pressed in this turn: a question it asks now will be gone before an answer comes. */
  stopping: boolean;
  /** How many requests there were when Ctrl-C was pressed. */
  stoppedAt: number;
  /** Which side closed its input or ended it, if one did. */
  ending: "spec" | "harness" | undefined;
  /** True when the spec has killed the agent. */
  isKilled: boolean;
  /** Events that are none of the protocol's. */
  misuse: string[];
}

/** An agent and everything around it. */
export interface Parts {
  state: AgentState;
  process: AgentProcess;
  control: Control;
  model: SpecModel;
  watch: Watch;
  folder: string;
  /** Whether the agent must call the model for the promise to be kept. */
  isAsked: boolean;
  /** Whether it was started with words of the spec, such as a flag: it may answer them by ending. */
  hasWords: boolean;
  /** Set for an agent from elsewhere. */
  outsider?: Outsider;
}

export const startState = (): AgentState => ({
  phase: "starting",
  announced: 0,
  source: undefined,
  untyped: [],
  question: undefined,
  outcome: undefined,
  timers: [],
  advanced: [],
  idle: [],
  isTyped: false,
  typed: { text: "", bytes: 0, errors: 0, requests: 0, answered: 0 },
  interrupted: undefined,
  stopping: false,
  stoppedAt: 0,
  ending: undefined,
  isKilled: false,
  misuse: [],
});

/** Takes an event into the state; `requests` is how many requests the model has seen. */
export function note(state: AgentState, event: ControlEvent, requests: number): void {
  state.announced = Math.max(state.announced, event.output);
  if (event.type === "ready" && state.phase === "starting") state.phase = "waiting";
  if (event.type === "question" && !(event.id && event.id === state.answered))
    Object.assign(state, { question: event.question, asked: event.id });
  if (event.type === "timer") state.timers.push(event.due);
  if (event.type === "advanced") state.advanced.push(event.id);
  if (event.type === "idle") state.idle.push(event.id);
  if (event.type === "turn-start") startTurn(state, event, requests);
  if (event.type === "turn-end") endTurn(state, event.outcome);
}

function startTurn(state: AgentState, { source, output }: TurnStart, requests: number) {
  state.source = source;
  if (source === "person") return;
  state.untyped.push({ source, output, requests });
  if (state.phase === "waiting") state.phase = "running";
}

/** When a line was typed while another turn ran, its own turn is still to come. */
function endTurn(state: AgentState, outcome: Outcome) {
  const isTypedToCome = state.source !== undefined && state.source !== "person" && state.isTyped;
  Object.assign(state, { question: undefined, stopping: false, source: undefined, outcome });
  if (isTypedToCome) return;
  Object.assign(state, { phase: "waiting", isTyped: false });
}

/** What was printed since the last typed line. */
export const seenIn = (parts: Parts): string =>
  printedFrom(parts, parts.state.typed.bytes, parts.state.typed.errors);

/** All that was printed. */
export const screenOf = (parts: Parts): string => printedFrom(parts, 0, 0);

/** An agent from elsewhere may write its notes on stderr; a run of one prompt has only its answer on stdout. */
function printedFrom({ process, outsider }: Parts, bytes: number, errors: number): string {
  const seen = process.text(bytes);
  if (outsider === undefined || outsider.begun === "words") return seen;
  return [seen, process.errors().slice(errors)].filter((text) => text !== "").join("\n");
}

/** Whether the agent has gone although its session was to go on. A run of one prompt ends by itself. */
export const hasLeft = (parts: Parts): boolean =>
  parts.process.exit() !== undefined &&
  (parts.outsider?.speaks !== "once" || crashOf(parts) !== undefined);

/** Whether everything the agent has told of printing has been read. */
export const isRead = ({ process, state }: Parts): boolean =>
  process.received() >= state.announced || process.exit() !== undefined;

/** The exit code, as a shell gives it. */
export const codeOf = (exit: Exit): number => exit.code ?? (exit.signal === "SIGINT" ? 130 : 128);

/** The end of a program that crashed: in Node, Python, Go, Rust, Java, Ruby, .NET, PHP, Elixir. */
const STACK =
  /^Node\.js v\d|^Traceback \(most recent call last\)|^goroutine \d+ \[|^thread '.*' panicked at|^Exception in thread|^\S+\.rb:\d+:in |^Unhandled exception|^PHP Fatal error|^\*\* \(\w+Error\)/m;

/** Why an exit cannot be the end of a healthy agent, in words; undefined for any other. */
export function crashOf({ process, state }: Parts): string | undefined {
  const exit = process.exit();
  if (exit?.missing !== undefined) return say`could not be started: ${exit.missing}`;
  if (exit === undefined || state.ending === "harness" || state.isKilled) return undefined;
  const byUs = exit.signal === "SIGINT" && state.interrupted !== undefined;
  if (exit.signal !== null && !byUs) return say`was ended by ${exit.signal}`;
  const isStack = STACK.test(process.errors());
  return exit.code !== 0 && isStack ? say`crashed with exit code ${exit.code}` : undefined;
}

/** Whether it has ended before its first prompt, in good order, because of the words that it was started with. */
export function endedAtWords(parts: Parts): boolean {
  const exit = parts.process.exit();
  const isEarly = parts.hasWords && parts.state.phase === "starting" && exit !== undefined;
  return isEarly && crashOf(parts) === undefined && codeOf(exit) <= 2;
}

/** The error for an agent that has gone while something was still expected of it. */
export function leftEarly(parts: Parts, expected: string): Error {
  const { process, state } = parts;
  const code = codeOf(process.exit() ?? { code: 0, signal: null });
  const crash = crashOf(parts);
  const words = say`The agent ${crash ?? say`ended with exit code ${code}`} before ${expected}.`;
  const quits = code === 0 || (code === 130 && state.interrupted !== undefined);
  const isOneShot = state.phase === "starting" && code <= 2;
  const isBroken = crash !== undefined || !(quits || isOneShot);
  return new (isBroken ? SpecBroken : SpecFailure)(`${words}\n${situation(parts)}`);
}

/** What the agent is doing, for the reader of a failure. */
export function situation(parts: Parts): string {
  const { state, process } = parts;
  const { text } = state.typed;
  const since = text === "" ? say`since its start` : say`since ${JSON.stringify(text)} was typed`;
  const errors = process.errors().trim();
  const seen = seenIn(parts);
  return [
    say`Printed ${since}:`,
    quote(seen),
    ...(errors === "" || seen.includes(errors) ? [] : [say`On stderr:`, quote(errors)]),
    ...(state.question === undefined ? [] : [say`It asks: ${state.question}`]),
    ...parts.model.problems(),
    ...parts.model.unanswered(),
  ].join("\n");
}
