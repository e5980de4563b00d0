// s13 · background/command – a command in the background, and what is said of it.
import { clock } from "../../shared/clock.ts";
import { clean } from "../../shared/screen.ts";
import { oneLine } from "../../shared/text.ts";

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
  line: string;
  cwd: string;
  /** The path of its log. */
  log: string;
  /** On the clock that nobody sets. */
  startedAt: number;
  verdict: Verdict;
  /** The last characters that it printed. */
  ending: string;
  /** Ends it with everything it started, unless it has ended by itself. The first reason counts. */
  stopping: AbortController;
  /** Resolves when it has ended, its log is complete and its end is told. Never rejects. */
  ended: Promise<void>;
}

export const newCommand = (
  about: Pick<BackgroundCommand, "id" | "line" | "cwd" | "log">,
): BackgroundCommand => ({
  ...about,
  startedAt: clock.elapsed(),
  verdict: { status: "running" },
  ending: "",
  stopping: new AbortController(),
  ended: Promise.resolve(),
});

/** How a command is going, in one line for the person and the model. */
export function describe({ id, line, startedAt, verdict }: BackgroundCommand): string {
  const { status, exitCode, reason } = verdict;
  const shown = oneLine(clean(line));
  if (status === "running") {
    const seconds = Math.round((clock.elapsed() - startedAt) / 1000);
    return `${id} running for ${seconds} s: ${shown}`;
  }
  const code = exitCode === undefined ? [] : [`exit code ${exitCode}`];
  const details = [...code, ...(reason === undefined ? [] : [reason])].join("; ");
  return `${id} ${status}${details && ` (${details})`}: ${shown}`;
}

/** What the model is told of a command that has ended: data, so that no output can pass itself off as a field. */
export function reportOf({ id, line, log, verdict, ending }: BackgroundCommand) {
  const { status, exitCode: exit_code, reason } = verdict;
  return { id, command: oneLine(clean(line)), status, exit_code, reason, log, output_ends: ending };
}
