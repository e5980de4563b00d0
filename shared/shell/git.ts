// shared/shell/git · what git says about a folder, in the environment in which commands run.
import { type ProcessOptions, runProcess } from "../process.ts";

/** The answer to a question such as "rev-parse --show-toplevel"; empty if git fails. */
export async function askGit(question: string, options: ProcessOptions): Promise<string> {
  const { output, exitCode } = await runProcess(`git ${question}`, options);
  return exitCode === 0 ? output.trimEnd() : "";
}
