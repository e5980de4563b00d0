// s01 · bash – the shell as a tool: a command line in, its output out.
import { runProcess } from "../shared/process.ts";
import type { ToolContext } from "./tools.ts";

const TIMEOUT_SECONDS = 120;

/** Returns what the command printed. If it fails, throws an Error with its output and how it ended. */
export async function runBash(command: string, context: ToolContext): Promise<string> {
  const { cwd, signal } = context;
  const result = await runProcess(command, { cwd, signal, timeout: TIMEOUT_SECONDS * 1000 });
  const printed = result.output.trimEnd() || "(no output)";
  if (result.exitCode === 0 && result.stopped === undefined) return printed;
  throw new Error(`${printed}\n${ending(result)}`);
}

function ending({ stopped, exitCode, killedBy }: Awaited<ReturnType<typeof runProcess>>): string {
  if (stopped === "timeout") return `[stopped after ${TIMEOUT_SECONDS} s]`;
  if (stopped === "interrupted") return "[interrupted]";
  return exitCode === undefined ? `[killed by ${killedBy}]` : `[exit code ${exitCode}]`;
}
