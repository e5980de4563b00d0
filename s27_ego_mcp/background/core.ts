// s13 · background/core – a command runs on while the agent goes on, and its end is told.
import { z } from "zod";
import type { CappedLog } from "../../shared/cappedLog.ts";
import { describeError } from "../../shared/errors.ts";
import { type ProcessResult, runProcess } from "../../shared/process.ts";
import { clean } from "../../shared/screen.ts";
import { note, type TurnInfo } from "../../shared/terminal.ts";
import { defineTool, type Tool, type ToolContext } from "../tools.ts";
import { type BackgroundCommand, describe, newCommand, reportOf, type Verdict } from "./command.ts";

const MAX_ENDING = 500;

/** What surrounds the core. */
export interface Around {
  /** Throws when no more commands may run. */
  checkRoom(): void;
  openLog(id: string, context: ToolContext): Promise<CappedLog>;
  /** After so many milliseconds a command is ended. */
  timeout: number;
  /** Why a command has ended so, where its exit code does not say it. */
  reasonOf(result: ProcessResult, command: BackgroundCommand): Partial<Verdict>;
  /** Called once for each command, when it has ended, with the turn that began it. */
  tell(command: BackgroundCommand, text: string, turn: TurnInfo): void;
}

export interface Background {
  around: Around;
  count: number;
  /** All commands of this session by id, also those that have ended. */
  commands: Map<string, BackgroundCommand>;
}

/** A bash that can run a command in the background. It takes the place of `bash`, and is judged as that is. */
export function backgroundBash(bash: Tool, background: Background): Tool {
  return defineTool({
    ...bash,
    replaces: bash.name,
    input: z.object({
      command: z.string().describe("The command line"),
      run_in_background: z.boolean().optional().describe("For a command that takes long"),
    }),
    run: ({ command, run_in_background }, context) =>
      run_in_background ? start(background, command, context) : bash.run({ command }, context),
  });
}

/** The call gets its result at once: an id and a path. What comes later cannot be a result any more. */
async function start(background: Background, line: string, context: ToolContext): Promise<string> {
  const { around, commands } = background;
  around.checkRoom();
  const id = `bg_${++background.count}`;
  const log = await around.openLog(id, context);
  const command = newCommand({ id, line, cwd: context.cwd, log: log.path });
  commands.set(id, command);
  command.ended = run(command, log, around).then(() => {
    note(`[background] ${describe(command)}`, "magenta");
    around.tell(command, JSON.stringify([reportOf(command)]), context.turn);
  });
  return `${id} runs in the background. You are told when it ends. Its log: ${log.path}`; // so short that it is never cleared
}

/** Must not throw: a command that cannot be started has failed. */
async function run(command: BackgroundCommand, log: CappedLog, around: Around): Promise<void> {
  const { line, cwd, stopping } = command;
  const signal = AbortSignal.any([stopping.signal, log.signal]); // not that of the turn: Ctrl-C does not end it
  const options = { cwd, signal, timeout: around.timeout, onOutput: log.write };
  const result = await runProcess(line, options).catch(describeError);
  const cut = await log.close();
  if (typeof result === "string") {
    command.verdict = { status: "failed", reason: result };
    return;
  }
  command.ending = clean(result.output).trimEnd().slice(-MAX_ENDING).toWellFormed();
  command.verdict = { ...verdictOf(result), ...around.reasonOf(result, command), ...cut };
}

/** The exit code decides, whatever the output says. */
function verdictOf({ exitCode }: ProcessResult): Verdict {
  if (exitCode === undefined) return { status: "killed" };
  return { status: exitCode === 0 ? "completed" : "failed", exitCode };
}
