// shared/git · git by its arguments, the only way in which we start it ourselves: no shell, no question, no program.
import { execGit } from "#host/git.ts";
import { environmentFor } from "./process.ts";
import { oneLine } from "./text.ts";

/** Where and how git is run. */
export interface GitOptions {
  /** The folder that git works in. */
  cwd: string;
  /** The folder in which no program is looked for; default `cwd`. Of a part of it, PATH could name another part. */
  within?: string;
  signal?: AbortSignal | undefined;
  /** Milliseconds until git is ended; default 30,000. */
  timeout?: number;
  /** Ended by a signal that it cannot ignore, for a command that only reads. Others are asked, and remove their locks. */
  isKilled?: boolean;
  /** Answers to questions that change nothing: git is asked the same once for all who are given this map. */
  answers?: Map<string, Promise<GitResult | undefined>>;
}

/** How one run of git has ended, and all that it printed. */
export interface GitResult {
  code: number;
  stdout: string;
  stderr: string;
}

const PATIENCE_MS = 30_000;
const NO_GIT = "git is not installed. Install it, then try again.";

/**
 * Runs git. An exit code other than 0 is a result. Throws an Error that says what to do when git is not installed, when
 * it takes too long or prints too much, and the reason of `signal` when that is aborted.
 */
export async function runGit(args: string[], options: GitOptions): Promise<GitResult> {
  const result = await runGitIfThere(args, options);
  if (result === undefined) throw new Error(NO_GIT);
  return result;
}

/** Runs git in the same way; undefined when it is not installed. */
export async function runGitIfThere(
  args: string[],
  { cwd, within = cwd, signal, timeout = PATIENCE_MS, isKilled = false, answers }: GitOptions,
): Promise<GitResult | undefined> {
  signal?.throwIfAborted();
  const env = environmentFor(process.env, within);
  const ask = () => execGit(args, { cwd, env, signal, timeout, isKilled });
  if (answers === undefined) return ask();
  const question = JSON.stringify([cwd, args]);
  const answer = answers.get(question) ?? ask();
  answers.set(question, answer);
  return answer;
}

/** What git prints. Throws when it fails: nothing is guessed from a failure. */
export async function askGit(args: string[], options: GitOptions): Promise<string> {
  const result = await runGit(args, options);
  if (result.code === 0) return result.stdout;
  throw new Error(`git ${args[0]} failed: ${firstLine(result)}`);
}

/** What git prints, without the line end; empty when it fails, or is not installed. */
export async function tryGit(args: string[], options: GitOptions): Promise<string> {
  const result = await runGitIfThere(args, options);
  return result?.code === 0 ? result.stdout.replace(/\r?\n$/, "") : "";
}

/** Why git has failed, in one line. */
export const firstLine = ({ stderr, stdout }: GitResult): string =>
  oneLine((stderr || stdout).trim());

/** What git prints with `-z`: names as they are, each with a zero after it. */
export const entriesOf = (text: string): string[] =>
  text.split("\0").filter((entry) => entry !== "");
