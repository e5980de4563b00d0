// s01 · bash – the shell as a tool: a command line in, its output out.
import { z } from "zod";
import { runProcess } from "../shared/process.ts";
import { judgeLine } from "./permission/permission.ts";
import { defineTool, type ToolContext } from "./tools.ts";

export const bash = defineTool({
  name: "bash",
  effect: "works",
  description:
    "Run a command line in bash and get its output. Each command starts in the working folder, has no input, and is stopped after two minutes.",
  input: z.object({ command: z.string().describe("The command line") }),
  judge: ({ command }, context) => judgeLine(command, context),
  run: ({ command }, context) => runBash(command, context),
});

const TIMEOUT_SECONDS = 120;

/** Returns what the command printed. If it fails, throws an Error with its output and how it ended. */
async function runBash(command: string, context: ToolContext): Promise<string> {
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
