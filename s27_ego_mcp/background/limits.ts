// s13 · background/limits – how many commands run at once and for how long, and why one was ended.
import type { ProcessResult } from "../../shared/process.ts";
import { type BackgroundCommand, describe, type Verdict } from "./command.ts";

const MAX_RUNNING = 5;
export const MAX_HOURS = 24;

/** Throws when no more may run. The error names those that do, so that the model can choose which to end. */
export function checkRoom(running: BackgroundCommand[]): void {
  if (running.length < MAX_RUNNING) return;
  const names = running.map(describe).join("\n");
  throw new Error(
    `${MAX_RUNNING} commands run in the background already, and no more can. Wait for one, or end one with stop_background:\n${names}`,
  );
}

/** A command that has ended by itself was not killed by a stop that came a moment later. */
export function reasonOf(
  { exitCode, killedBy, survivors, stopped }: ProcessResult,
  { stopping: { signal } }: BackgroundCommand,
): Partial<Verdict> {
  if (survivors.length > 0) {
    const reason = `process ${survivors.join(", ")} could not be ended`;
    return { status: "failed", exitCode: undefined, reason };
  }
  if (exitCode !== undefined) return {};
  if (stopped === "timeout") return { reason: `after ${MAX_HOURS} hours` };
  return { reason: signal.aborted ? String(signal.reason) : `signal ${killedBy}` };
}
