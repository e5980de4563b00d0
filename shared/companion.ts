// shared/companion · a program that runs beside ours as long as we need it, and that we talk to over its pipes.
import { startProgram } from "#host/program.ts";
import { beginGuest } from "./idle.ts";
import { environmentFor } from "./process.ts";

export interface CompanionOptions {
  command: string;
  args: string[];
  /** More environment. Secrets of ours are not passed on, unless they stand here. */
  env: Record<string, string>;
  cwd: string;
  /** How many milliseconds it may take to end after its input was closed: one second, except in tests. */
  patience?: number;
  onOutput(bytes: Buffer): void;
  /** Called once, also when we have stopped it; `how` is "exit code 1" or "SIGKILL". */
  onEnd(how: string): void;
}

/** A program that runs beside ours, and how it is spoken to and ended. */
export interface Companion {
  pid: number;
  /** Resolves when there is room for more. A program that has ended reads nothing, which is no error here. */
  write(text: string): Promise<void>;
  /** The end of what it has written to stderr. */
  lastWords(): string;
  /** Closes its input, and ends it with all it has started when it does not end by itself within `patience`. */
  stop(patience?: number): Promise<void>;
}

/**
 * Starts a program, without a shell, in a session of its own: Ctrl-C in our terminal does not reach it. It is ended
 * when our program exits. Throws an Error that names the command when it cannot be started.
 */
export async function startCompanion(options: CompanionOptions): Promise<Companion> {
  const { cwd, env } = options;
  const around = { ...environmentFor(process.env, cwd), ...env };
  const gone = beginGuest("program");
  const onEnd = (how: string) => {
    gone();
    options.onEnd(how);
  };
  try {
    return await startProgram({ ...options, env: around, onEnd });
  } catch (error) {
    gone();
    throw error;
  }
}
