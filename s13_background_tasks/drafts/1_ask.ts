// s13 · first draft – a command runs on in the background; who wants to know how it goes must ask.
import { z } from "zod";
import { type CappedLog, openLog } from "../../shared/cappedLog.ts";
import { describeError } from "../../shared/errors.ts";
import { runProcess } from "../../shared/process.ts";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";

export const BACKGROUND_RULE =
  "Run a command that takes long with run_in_background, and go on with other work. read_background says how it is going.";

interface Job {
  line: string;
  /** "running", or how it ended. */
  state: string;
  log: string;
}

export function createBackground(bash: Tool, _inbox: unknown): Mechanism {
  const jobs = new Map<string, Job>();
  let count = 0;

  const backgroundBash = defineTool({
    ...bash,
    replaces: bash.name,
    input: z.object({
      command: z.string().describe("The command line"),
      run_in_background: z.boolean().optional().describe("For a command that takes long"),
    }),
    run: ({ command, run_in_background }, context) =>
      run_in_background ? start(command, context.cwd) : bash.run({ command }, context),
  });

  async function start(line: string, cwd: string): Promise<string> {
    const id = `bg_${++count}`;
    const log = await openLog(`.task_outputs/background/${Date.now()}-${id}.log`, cwd);
    const job: Job = { line, state: "running", log: log.path };
    jobs.set(id, job);
    void run(job, log, cwd);
    return `${id} runs in the background. Its log: ${log.path}`;
  }

  async function run(job: Job, log: CappedLog, cwd: string) {
    const options = { cwd, signal: log.signal, timeout: Infinity, onOutput: log.write };
    let state: string;
    try {
      const { exitCode } = await runProcess(job.line, options);
      state = `ended (exit code ${exitCode ?? "none"})`;
    } catch (error) {
      state = describeError(error);
    }
    await log.close();
    job.state = state;
  }

  const readBackground = defineTool({
    name: "read_background",
    description: "How the background commands are going.",
    input: z.object({}),
    judge: harmless,
    async run() {
      const lines = [...jobs].map(
        ([id, { line, state, log }]) => `${id} ${state}: ${line} (${log})`,
      );
      return lines.join("\n") || "No command has run in the background.";
    },
  });

  return { tools: [backgroundBash, readBackground] };
}
