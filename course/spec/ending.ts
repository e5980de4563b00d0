// course/spec/ending · the end of an agent under a spec, and the problems found then.
import { loadFactor } from "../base/load.ts";
import { say } from "../base/say.ts";
import { messageOf } from "../base/text.ts";
import * as acts from "./acts.ts";
import { isExpectation } from "./errors.ts";
import { codeOf, crashOf, endedAtWords, type Parts, situation } from "./state.ts";

/** The problems of an agent that are known at the end of a test. */
export interface Closing {
  /** Why the test cannot be judged. */
  broken: string[];
  /** How the agent crashed. */
  crash: string[];
  /** Promises that were not kept. */
  failed: string[];
  /** Whether the agent started properly: before that, nothing can be expected of it. */
  wasHealthy: boolean;
}

/** Safety nets: a busy machine may take seconds for what is usually immediate. */
const POLITE_MS = 30_000;
const FIRM_MS = 10_000;
/** For an agent that is stopped wherever it is, because the test has failed. */
const BUSY_MS = 2000;

/** Ends the agent and frees all it held but its folder: its input first, then SIGTERM, then SIGKILL. */
export async function finish(parts: Parts, hasFailed: boolean): Promise<Closing> {
  const { state, model, control } = parts;
  const broken = [...state.misuse];
  const failed: string[] = [];
  const sort = (error: unknown) => (isExpectation(error) ? failed : broken).push(messageOf(error));
  if (!hasFailed && state.phase === "running" && !state.isKilled)
    await acts.ended(parts).catch(sort);
  const crash = crashOf(parts);
  if (parts.outsider) await parts.outsider.end();
  else broken.push(...(await end(parts, hasFailed)));
  const words = crash ?? crashOf(parts);
  broken.push(...model.breakdowns);
  failed.push(...leaksOf(parts));
  if (!hasFailed) failed.push(...neverCalled(parts));
  failed.push(...model.problems());
  const unused = model.unused();
  if (!hasFailed && unused.length > 0)
    failed.push(say`Replies that no request used: ${unused.join(", ")}`);
  await Promise.all([model.close(), control.close(), parts.outsider?.close()]);
  const wasHealthy = state.phase !== "starting" || isOneShot(parts);
  const crashes = words === undefined ? [] : [say`The agent ${words}.\n${situation(parts)}`];
  return { broken, crash: crashes, failed, wasHealthy };
}

/** What did not end with the agent. */
const leaksOf = ({ process }: Parts): string[] =>
  (process.exit()?.leaks ?? []).map((name) => say`The agent has ended, and has left ${name}.`);

/** It needs no prompt to show what it does: it has called the model, or has ended as the spec or its flags have it. */
const isOneShot = (parts: Parts) =>
  parts.model.requests.length > 0 ||
  (parts.process.exit() !== undefined && parts.state.ending === "spec") ||
  endedAtWords(parts);

/** What a promise that is kept without a call of the model is: none, because nothing happened. */
export function neverCalled({ model, isAsked, outsider }: Parts): string[] {
  if (!isAsked || model.requests.length > 0 || model.problems().length > 0) return [];
  const hosts = outsider?.strays() ?? [];
  const instead = hosts.length > 0 ? say` It called ${hosts.join(", ")} instead.` : "";
  return [
    say`The agent never called the model.${instead} It must send its requests to the address in ANTHROPIC_BASE_URL.`,
  ];
}

/** Ends the process; gives what was wrong with how it ended. */
export async function end(parts: Parts, hasFailed: boolean): Promise<string[]> {
  const { state, process } = parts;
  process.closeInput();
  if (!hasFailed && (await acts.isGone(parts, POLITE_MS))) return badCode(parts);
  state.ending = "harness";
  process.kill("SIGTERM");
  const isSlow = !(await acts.isGone(parts, hasFailed ? BUSY_MS * loadFactor() : FIRM_MS));
  if (isSlow) process.kill("SIGKILL");
  if (isSlow && !(await acts.isGone(parts, FIRM_MS)))
    return [say`The agent's output is still held open.`];
  return hasFailed
    ? []
    : [say`The agent did not end within ${POLITE_MS} ms of the end of its input.`];
}

/** An agent ends with 0; with 1 after a turn that failed, with 130 after Ctrl-C. */
function badCode(parts: Parts): string[] {
  const { state, process } = parts;
  const exit = process.exit();
  if (exit === undefined || state.ending === "spec" || crashOf(parts)) return [];
  const code = codeOf(exit);
  if (code === 0 || (code <= 2 && state.phase === "starting")) return [];
  if (code === 1 && state.outcome === "failed") return [];
  if (code === 130 && state.interrupted !== undefined) return [];
  return [say`The agent ended with exit code ${code}, unasked.\n${situation(parts)}`];
}
