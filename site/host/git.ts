// site/host/git · git in the page, by isomorphic-git, which is loaded when it is first needed.
import type { GitResult } from "../../shared/git.ts";
import type { ExecOptions } from "../../shared/host/node/git.ts";
import { whileLoading } from "../node/clockwork.ts";

/** Resolves to what git prints. What it cannot do in a page is a failure with a sentence. */
export async function execGit(args: string[], options: ExecOptions): Promise<GitResult> {
  const { runGit } = await whileLoading(import("./git-commands.ts"));
  return runGit(args, options.cwd);
}
