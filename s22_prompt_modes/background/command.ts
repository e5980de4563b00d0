// s13 · background/command – one command that runs on while the agent goes on, and how it ended.
import type { CappedLog } from "../../shared/cappedLog.ts";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { type ProcessResult, runProcess } from "../../shared/process.ts";
import { clean } from "../../shared/screen.ts";
import { oneLine } from "../../shared/text.ts";

const MAX_ENDING = 500;
export const MAX_HOURS = 24;

/** How a command is going, or how it ended. Only exit code 0 is "completed". */
export interface Verdict {
  status: "running" | "completed" | "failed" | "killed";
  /** Undefined while it runs, and when a signal ended it. */
  exitCode?: number | undefined;
  /** Why it failed or was killed, where the exit code does not say so. */
  reason?: string | undefined;
}

export interface BackgroundCommand {
  id: string;
  /** One line of limited length. */
  line: string;
  /** The path of its log. */
  log: string;
  cwd: string;
  /** On the clock that nobody sets. */
  startedAt: number;
  verdict: Verdict;
  /** The last characters that it printed. */
  ending: string;
  /** Ends it with everything it started, unless it has ended by itself. The first reason counts. */
  stop(reason: string): void;
  /** Resolves when it has ended and its log is complete. Never rejects. */
  ended: Promise<void>;
}

/** What a command is started with. The log is closed when it has ended. */
export interface Start {
  id: string;
  line: string;
  cwd: string;
  log: CappedLog;
}

/** Starts a command. Whatever happens is its verdict. */
export function startCommand({ id, line, cwd, log }: Start): BackgroundCommand {
  const stopping = new AbortController();
  const command: BackgroundCommand = {
    id,
    line: oneLine(clean(line)),
    log: log.path,
    cwd,
    startedAt: clock.elapsed(),
    verdict: { status: "running" },
    ending: "",
    stop: (reason) => stopping.abort(reason),
    ended: Promise.resolve(),
  };
  command.ended = run({ id, line, cwd, log }, stopping.signal).then(({ ending, ...verdict }) => {
    Object.assign(command, { ending, verdict });
  });
  return command;
}

/** Must not throw: a command that cannot be started has failed. */
async function run(
  { line, cwd, log }: Start,
  stopping: AbortSignal,
): Promise<Verdict & { ending: string }> {
  const signal = AbortSignal.any([stopping, log.signal]);
  const timeout = MAX_HOURS * 60 * 60 * 1000;
  const result = await runProcess(line, { cwd, signal, timeout, onOutput: log.write }).catch(
    (error: unknown): Failed => ({ reason: describeError(error) }),
  );
  const cut = await log.close();
  if ("reason" in result) return { status: "failed", reason: result.reason, ending: "" };
  const ending = clean(result.output).trimEnd().slice(-MAX_ENDING).toWellFormed();
  return { ...verdictOf(result, stopping), ...cut, ending };
}

interface Failed {
  reason: string;
}

/** A command that has ended by itself was not killed by a stop that came a moment later. */
function verdictOf(result: ProcessResult, stopping: AbortSignal): Verdict {
  const { exitCode, killedBy, survivors, stopped } = result;
  if (survivors.length > 0)
    return { status: "failed", reason: `process ${survivors.join(", ")} could not be ended` };
  if (exitCode !== undefined) return { status: exitCode === 0 ? "completed" : "failed", exitCode };
  const why = stopping.aborted ? String(stopping.reason) : `signal ${killedBy}`;
  return { status: "killed", reason: stopped === "timeout" ? `after ${MAX_HOURS} hours` : why };
}

/** How a command is going, in one line for the person and the model. */
export function describe({ id, line, startedAt, verdict }: BackgroundCommand): string {
  const { status, exitCode, reason } = verdict;
  if (status === "running") {
    const seconds = Math.round((clock.elapsed() - startedAt) / 1000);
    return `${id} running for ${seconds} s: ${line}`;
  }
  const code = exitCode === undefined ? [] : [`exit code ${exitCode}`];
  const details = [...code, ...(reason === undefined ? [] : [reason])].join("; ");
  return `${id} ${status} (${details}): ${line}`;
}

/** What the model is told of a command that has ended: data, so that no output can pass itself off as a field. */
export function reportOf({ id, line, log, verdict, ending }: BackgroundCommand) {
  const { status, exitCode: exit_code, reason } = verdict;
  return { id, command: line, status, exit_code, reason, log, output_ends: ending };
}
