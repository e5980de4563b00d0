// course/judge/outsider · an agent from elsewhere while it runs: how it is begun, listened to, waited for and ended.

import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { loadFactor } from "../base/load.ts";
import { say } from "../base/say.ts";
import { isGone } from "../spec/acts.ts";
import type { Outsider } from "../spec/elsewhere.ts";
import { Lacking, Silence } from "../spec/errors.ts";
import type { AgentProcess } from "../spec/process.ts";
import { codeOf, note, type Parts, situation } from "../spec/state.ts";
import type { Patience } from "../spec/watch.ts";
import type { LaunchFile } from "./launchFile.ts";
import type { Strays } from "./strays.ts";

/** What an agent from elsewhere is made of. */
interface Origin {
  own: LaunchFile;
  /** The words that the spec has for its command line. */
  args: string[] | undefined;
  /** Sees the calls to other hosts, as far as the agent's HTTP library uses the proxy that it is told of. */
  strays: Strays;
  run(words: string[]): AgentProcess;
}

/** Starts its process; where it takes its prompt on the command line, that waits for the prompt. */
export function joinOutsider(
  around: Omit<Parts, "process" | "outsider">,
  { own, args, strays, run }: Origin,
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
    listen: () => listen(),
    strays: strays.hosts,
    end: () => end(parts, isLater && outsider.begun === undefined),
    close: strays.close,
  };
  const parts: Parts = { ...around, process, outsider };
  const listen = createListener(parts, own);
  if (words !== undefined || !isLater) process.begin(words ?? []);
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
export function patienceOf(seconds: number, parts: () => Parts, lastSign: () => number): Patience {
  return {
    quiet: () => performance.now() - lastSign(),
    most: () => seconds * 1000 * loadFactor(),
    error: (what) => {
      const words = say`Waited for ${what}; the agent did nothing for ${seconds} s.`;
      return new Silence([words, ...adviceOf(parts()), situation(parts())].join("\n"));
    },
    over() {
      const lacks = parts().model.lacks();
      return lacks.length > 0 ? new Lacking(lacks.join("\n")) : undefined;
    },
  };
}

/** What an agent that does nothing may be waiting for. */
function adviceOf({ state, model, outsider }: Parts): string[] {
  if (state.stopping)
    return [say`Ctrl-C must end the turn, and the agent must show its prompt again.`];
  if (state.phase !== "running") return [];
  const reply = model.lastReply();
  const last = say`The model's last reply was ${reply}. No request has followed it.`;
  const question = say`If it asks a question: only "speaks": "control" can answer it.`;
  return [
    ...(reply === undefined ? [] : [last]),
    ...(outsider?.speaks === "control" ? [] : [question]),
  ];
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
