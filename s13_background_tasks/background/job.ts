// s13 · background/job – one command that runs on while the agent goes on, and how it ended.
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { type ProcessResult, runProcess } from "../../shared/process.ts";
import { clean } from "../../shared/screen.ts";
import type { Cut, Log } from "./log.ts";

const MAX_ENDING = 500;
const MAX_COMMAND = 200;

/** How a job is going, or how it ended. Only exit code 0 is "completed". */
export interface Verdict {
  status: "running" | "completed" | "failed" | "killed";
  /** Undefined while it runs, and when a signal ended it. */
  exitCode?: number | undefined;
  /** Why it failed or was killed, where the exit code does not say so. */
  reason?: string | undefined;
}

export interface Job {
  id: string;
  /** One line of limited length. */
  command: string;
  /** The path of its log. */
  log: string;
  cwd: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  verdict: Verdict;
  /** The last characters that it printed. */
  ending: string;
  /** True when the model knows how it ended. */
  isTold: boolean;
  /** Kills it with everything it started, unless it has ended by itself. The first reason counts. */
  stop(reason: string): void;
  /** Resolves when it has ended and its log is complete. Never rejects. */
  ended: Promise<void>;
}

/** What a job is started with. `openLog` gets the function that cuts the job. */
export interface Start {
  id: string;
  command: string;
  cwd: string;
  openLog(cut: (why: Cut) => void): Promise<Log>;
}

/** Starts a command. Throws when its log cannot be made; whatever happens later is the job's verdict. */
export async function startJob({ id, command, cwd, openLog }: Start): Promise<Job> {
  const stopping = new AbortController();
  let cut: Cut | undefined;
  let stopped: Verdict | undefined;
  const log = await openLog((why) => {
    cut ??= why;
    stopping.abort();
  });
  const job: Job = {
    id,
    command: inShort(command),
    log: log.path,
    cwd,
    startedAt: clock.now(),
    verdict: { status: "running" },
    ending: "",
    isTold: false,
    stop(reason) {
      stopped ??= { status: "killed", reason };
      stopping.abort();
    },
    ended: Promise.resolve(),
  };
  job.ended = run(job, command, log, stopping.signal).then((verdict) => {
    const own = verdict.exitCode === undefined ? (stopped ?? verdict) : verdict;
    job.verdict = { ...own, ...cut };
  });
  return job;
}

/** Must not throw: a command that cannot be started has failed. */
async function run(job: Job, command: string, log: Log, signal: AbortSignal): Promise<Verdict> {
  try {
    const timeout = Number.POSITIVE_INFINITY;
    const { cwd } = job;
    const result = await runProcess(command, { cwd, signal, timeout, onOutput: log.write });
    job.ending = clean(result.output).trimEnd().slice(-MAX_ENDING).toWellFormed();
    return verdictOf(result);
  } catch (error) {
    return { status: "failed", reason: describeError(error) };
  } finally {
    await log.close();
  }
}

function verdictOf({ exitCode, killedBy }: ProcessResult): Verdict {
  if (exitCode === undefined) return { status: "killed", reason: `signal ${killedBy}` };
  return { status: exitCode === 0 ? "completed" : "failed", exitCode };
}

/** A command as one line of limited length. */
function inShort(command: string): string {
  const line = clean(command).trim().replaceAll(/\s+/g, " ");
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND).toWellFormed()}…` : line;
}

/** How a job is going, in one line for the person and the model. */
export function describe({ id, command, startedAt, verdict }: Job): string {
  const { status, exitCode, reason } = verdict;
  if (status === "running") {
    const seconds = Math.round((clock.now() - startedAt) / 1000);
    return `${id} running for ${seconds} s: ${command}`;
  }
  const code = exitCode === undefined ? [] : [`exit code ${exitCode}`];
  const details = [...code, ...(reason === undefined ? [] : [reason])].join("; ");
  return `${id} ${status} (${details}): ${command}`;
}

/** What the model is told of a job that has ended: data, so that no output can pass itself off as a field. */
export function reportOf({ id, command, log, verdict, ending }: Job) {
  const { status, exitCode: exit_code, reason } = verdict;
  return { id, command, status, exit_code, reason, log, output_ends: ending };
}
