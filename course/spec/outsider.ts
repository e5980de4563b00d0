// course/spec/outsider · an agent from elsewhere under a spec: what it is told of, how it is listened to, how long it is waited for.
import { availableParallelism, loadavg } from "node:os";
import { NotJudged, Silence } from "./errors.ts";
import type { LaunchFile, Stage } from "./launchFile.ts";
import { codeOf, note, type Parts, situation } from "./state.ts";
import type { Strays } from "./strays.ts";
import type { Patience } from "./watch.ts";
import type { Wording } from "./wording.ts";

/** What differs for an agent from elsewhere. */
export interface Outsider extends Pick<LaunchFile, "speaks" | "once" | "prompt" | "patience"> {
  wording: Wording;
  /** Starts the process of an agent that takes its prompt on the command line. */
  begin(words: string[]): void;
  /** Whether that process was started, and by a prompt that the spec typed. */
  begun: "typed" | "words" | undefined;
  /** How many requests had been answered when the last line was typed. */
  answeredBefore: number;
  /** The wire does not show whether the last turn is done or has failed. */
  isUnclear: boolean;
  /** Sees the calls to other hosts, as far as the agent's HTTP library uses the proxy that it is told of. */
  strays: Strays;
}

/** Ends the test without a verdict about the agent unless the agent can be spoken with in this way, or a better one. */
export function needs({ outsider }: Parts, stage: Stage): void {
  if (outsider !== undefined) requireStage(outsider.speaks, stage);
}

/** Throws NotJudged when the agent speaks in a way that shows less than this stage. */
export function requireStage(speaks: Stage, stage: Stage): void {
  if (RANK[speaks] < RANK[stage]) throw new NotJudged(stage);
}

const RANK: Record<Stage, number> = { once: 0, lines: 1, control: 2 };

/** Whether the agent is given its one prompt on the command line. */
export const isOnce = ({ outsider }: Parts): boolean => outsider?.speaks === "once";

/** Output that ends with the prompt is followed by silence of this length when the agent really waits. In ms. */
const SETTLED_MS = 50;

/** Makes the events of the control protocol out of what an agent without it does. Is called for each change. */
export function createListener(parts: Parts): () => void {
  const { state, process, outsider } = parts;
  let settling: NodeJS.Timeout | undefined;

  /** The end of its input, which the spec has closed, ends the last turn without a prompt. */
  const isAtEnd = () => process.exit() !== undefined && state.ending === "spec";

  function becomeReady() {
    if (!hasPrompt(parts) && !isAtEnd()) return;
    const output = process.received();
    if (state.phase === "starting") note(state, { type: "ready", output }, 0);
    else note(state, { type: "turn-end", outcome: outcomeOf(parts), output }, 0);
    parts.watch.changed();
  }

  return () => {
    if (outsider?.speaks === "once" && process.exit() && state.phase === "running") {
      const outcome = codeOf(process.exit() ?? { code: 0, signal: null }) === 0 ? "done" : "failed";
      note(state, { type: "turn-end", outcome, output: process.received() }, 0);
    }
    if (outsider?.speaks !== "lines") return;
    clearTimeout(settling);
    if (state.phase === "running" && isAtEnd()) becomeReady();
    else if (state.phase !== "waiting" && hasPrompt(parts))
      settling = setTimeout(becomeReady, SETTLED_MS);
  };
}

/**
 * Whether the agent has printed its prompt since the last line was typed, on stdout or on stderr. Where the model
 * has called nothing more, lines of background work may follow the prompt.
 */
function hasPrompt({ state, process, model, outsider }: Parts): boolean {
  const prompt = outsider?.prompt ?? "";
  const { bytes, errors } = state.typed;
  const isIn = (text: string) => {
    const plain = text.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "");
    return plain.endsWith(prompt) || (model.isDone() && `\n${plain}`.includes(`\n${prompt}`));
  };
  return isIn(process.text(bytes)) || isIn(process.errors().slice(errors));
}

/** How a turn ended, as the wire shows it: after Ctrl-C by whether the model was called again, else by the last reply. */
function outcomeOf({ state, model, outsider }: Parts) {
  if (state.stopping && model.requests.length === state.stoppedAt) return "interrupted" as const;
  const answers = model.answered.slice(outsider?.answeredBefore ?? 0);
  const hasFailed = answers.at(-1) === false;
  // The agent may have used what came before the failure: then the turn is done all the same. A request that the API
  // refuses is the agent's own mistake.
  const isMistake = model.problems().length > 0;
  if (outsider) outsider.isUnclear = hasFailed && !isMistake && answers.includes(true);
  return hasFailed ? ("failed" as const) : ("done" as const);
}

/** How long an agent may show no sign of life. On a busy machine it may take longer. */
export function patienceOf(parts: () => Parts, lastSign: () => number): Patience {
  const seconds = () => parts().outsider?.patience ?? 0;
  return {
    quiet: () => performance.now() - lastSign(),
    most: () => seconds() * 1000 * loadFactor(),
    error: (what) => {
      const words = `Waited for ${what}; the agent did nothing for ${seconds()} s.`;
      return new Silence([words, ...adviceOf(parts()), situation(parts())].join("\n"));
    },
  };
}

/** How many processes want each processor: with three, everything takes about three times as long. */
const loadFactor = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** What an agent that does nothing may be waiting for. */
function adviceOf({ state, outsider, process, model }: Parts): string[] {
  const last = process.text(state.typed.bytes).trimEnd().split("\n").at(-1) ?? "";
  if (state.phase === "running" && outsider?.speaks !== "control" && /\?\s*(\S{0,20})$/.test(last))
    return [`It seems to ask: ${last}\nOnly with "speaks": "control" can a question be answered.`];
  if (state.stopping)
    return ["Ctrl-C must end the turn, and the agent must show its prompt again."];
  const reply = model.lastReply();
  if (state.phase === "running" && reply !== undefined)
    return [`The model's last reply was ${reply}. No request has followed it.`];
  return [];
}
