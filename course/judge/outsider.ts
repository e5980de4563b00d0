// course/judge/outsider · an agent from elsewhere while it runs: how it is begun, listened to, waited for and ended.
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { isGone } from "../spec/acts.ts";
import type { Outsider } from "../spec/elsewhere.ts";
import { Lacking, Silence } from "../spec/errors.ts";
import type { AgentProcess } from "../spec/process.ts";
import { codeOf, note, type Parts, screenOf, situation } from "../spec/state.ts";
import type { Patience } from "../spec/watch.ts";
import type { LaunchFile } from "./launchFile.ts";
import type { Strays } from "./strays.ts";
import { ownWords, type Wording } from "./wording.ts";

/** What an agent from elsewhere is made of. */
interface Origin {
  own: LaunchFile;
  /** The words that the spec has for its command line. */
  args: string[] | undefined;
  wording: Wording;
  /** Sees the calls to other hosts, as far as the agent's HTTP library uses the proxy that it is told of. */
  strays: Strays;
  run(words: string[]): AgentProcess;
}

/** Starts its process; where it takes its prompt on the command line, that waits for the prompt. */
export function joinOutsider(
  around: Omit<Parts, "process" | "outsider">,
  { own, args, wording, strays, run }: Origin,
): Parts {
  const isLater = own.speaks === "once";
  const process = createLater((words) => {
    const started = run(words);
    if (isLater) started.closeInput();
    return started;
  });
  const words = args?.[0] === "-p" ? [...own.once, ...args.slice(1)] : args;
  const outsider: Outsider = {
    speaks: own.speaks,
    begun: words === undefined ? undefined : "words",
    isUnclear: false,
    begin(prompt) {
      outsider.begun = "typed";
      process.begin([...own.once, prompt]);
    },
    listen() {
      learnPrompt();
      listen();
    },
    learn: wording.learn,
    saysOtherwise: wording.isOnScreen,
    adviceOn: wording.adviceOn,
    strays: strays.hosts,
    end: () => end(parts, isLater && outsider.begun === undefined),
    close: strays.close,
  };
  const parts: Parts = { ...around, process, outsider };
  const listen = createListener(parts, own);
  const learnPrompt = createPromptLearner(parts, wording);
  if (words !== undefined || !isLater) process.begin(words ?? []);
  const { model } = around;
  wording.speakers.push({
    screen: () => screenOf(parts),
    requests: () => model.requests,
    toolResults: model.toolResults,
    paths: () => pathsIn(parts.folder),
  });
  return parts;
}

/** A process that is started later, when its words are known; before that it is silent. */
function createLater(start: (words: string[]) => AgentProcess): AgentProcess & {
  begin(words: string[]): void;
} {
  let process: AgentProcess | undefined;
  return {
    begin(words) {
      process = start(words);
    },
    write: (line) => process?.write(line),
    closeInput: () => process?.closeInput(),
    interrupt: async () => process?.interrupt(),
    kill: (signal) => process?.kill(signal),
    received: () => process?.received() ?? 0,
    text: (from) => process?.text(from) ?? "",
    errors: () => process?.errors() ?? "",
    exit: () => process?.exit(),
  };
}

/** The prompt of an agent that tells when it is ready is the last line until then; it is nothing that it says. */
function createPromptLearner({ state, process }: Parts, { learn }: Wording): () => void {
  let end: number | undefined;
  let isLearned = false;
  return () => {
    if (isLearned || state.phase === "starting") return;
    end ??= state.announced;
    if (process.received() < end) return;
    isLearned = true;
    learn(Buffer.from(process.text(0)).subarray(0, end).toString().split("\n").at(-1));
  };
}

/** The paths of all that is in a folder, and whole folders. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
}

/** Output that ends with the prompt is followed by silence of this length when the agent really waits. In ms. */
const SETTLED_MS = 50;

/** Makes the events of the control protocol out of what an agent without it does. Is called for each change. */
function createListener(parts: Parts, { speaks, prompt = "" }: LaunchFile): () => void {
  const { state, process } = parts;
  let settling: NodeJS.Timeout | undefined;

  /** The end of its input, which the spec has closed, ends the last turn without a prompt. */
  const isAtEnd = () => process.exit() !== undefined && state.ending === "spec";

  function becomeReady() {
    if (!hasPrompt(parts, prompt) && !isAtEnd()) return;
    const output = process.received();
    if (state.phase === "starting") note(state, { type: "ready", output }, 0);
    else note(state, { type: "turn-end", outcome: outcomeOf(parts), output }, 0);
    parts.watch.changed();
  }

  return () => {
    if (speaks === "once" && process.exit() && state.phase === "running") {
      const outcome = codeOf(process.exit() ?? { code: 0, signal: null }) === 0 ? "done" : "failed";
      note(state, { type: "turn-end", outcome, output: process.received() }, 0);
    }
    if (speaks !== "lines") return;
    clearTimeout(settling);
    if (state.phase === "running" && isAtEnd()) becomeReady();
    else if (state.phase !== "waiting" && hasPrompt(parts, prompt))
      settling = setTimeout(becomeReady, SETTLED_MS);
  };
}

/**
 * Whether the agent has printed its prompt since the last line was typed, on stdout or on stderr. Where the model
 * has called nothing more, lines of background work may follow the prompt.
 */
function hasPrompt({ state, process, model }: Parts, prompt: string): boolean {
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
  const answers = model.answered.slice(state.typed.answered);
  const hasFailed = answers.at(-1) === false;
  // The agent may have used what came before the failure: then the turn is done all the same. A request that the API
  // refuses is the agent's own mistake.
  const isMistake = model.problems().length > 0;
  if (outsider) outsider.isUnclear = hasFailed && !isMistake && answers.includes(true);
  return hasFailed ? ("failed" as const) : ("done" as const);
}

/** How long an agent may show no sign of life. On a busy machine it may take longer. */
export function patienceOf(
  seconds: number,
  parts: () => Parts,
  lastSign: () => number,
  wording: Wording,
): Patience {
  return {
    quiet: () => performance.now() - lastSign(),
    most: () => seconds * 1000 * loadFactor(),
    error: (what) => {
      const words = `Waited for ${what}; the agent did nothing for ${seconds} s.`;
      const advice = adviceOf(parts(), wording);
      return new Silence([words, ...advice, situation(parts())].join("\n"));
    },
    over() {
      const lacks = parts().model.lacks();
      if (lacks.length > 0) return new Lacking(lacks.join("\n"));
      if (performance.now() - lastSign() < ASKED_MS) return undefined;
      const question = openQuestion(parts(), wording);
      if (question === undefined) return undefined;
      return new Silence([question, situation(parts())].join("\n"));
    },
  };
}

/** How many processes want each processor: with three, everything takes about three times as long. */
const loadFactor = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** An agent that has been silent for so long after a question waits for an answer. In ms. */
const ASKED_MS = 800;

/** Says what an agent that can be given no answer asks: it has ended no line, and not with the model's words. */
function openQuestion({ state, outsider, process }: Parts, { texts }: Wording): string | undefined {
  const isWorking = state.phase === "running" || outsider?.begun === "words";
  if (!isWorking || state.stopping || outsider?.speaks === "control") return;
  const printed = process.text(state.typed.bytes).replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "");
  const last = printed.split("\n").at(-1)?.trim() ?? "";
  if (!/\?\s*\S{0,20}$/.test(ownWords(last, texts))) return;
  return `It seems to ask: ${last}\nOnly with "speaks": "control" can a question be answered.`;
}

/** What an agent that does nothing may be waiting for. */
function adviceOf(parts: Parts, wording: Wording): string[] {
  const { state, model } = parts;
  const question = openQuestion(parts, wording);
  if (question !== undefined) return [question];
  if (state.stopping)
    return ["Ctrl-C must end the turn, and the agent must show its prompt again."];
  const reply = model.lastReply();
  if (state.phase === "running" && reply !== undefined)
    return [`The model's last reply was ${reply}. No request has followed it.`];
  return [];
}

/** It is given this much time to end by itself, and after each signal, in ms. */
const END_MS = 500;

/** How such an agent ends when its input does is judged only by a test that is about it. Nothing of it is left. */
async function end(parts: Parts, isNeverBegun: boolean) {
  const { state, process, folder } = parts;
  state.ending ??= "harness";
  process.closeInput();
  if (!isNeverBegun && !(await isGone(parts, END_MS))) {
    process.kill("SIGTERM");
    await isGone(parts, END_MS);
  }
  process.kill("SIGKILL");
  killWorkers(folder);
}

/** Ends what still works in a scratch folder: commands that an agent has started in process groups of their own. */
function killWorkers(folder: string) {
  if (!existsSync("/proc/self/cwd")) return; // only Linux tells where a process works
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const place = readlinkSync(`/proc/${id}/cwd`);
      if (place === folder || place.startsWith(`${folder}/`)) process.kill(Number(id), "SIGKILL");
    } catch {
      // it has ended, or is not ours
    }
  }
}
