// course/base/git · git as a child process: its exit code and what it printed.
import { execFile } from "node:child_process";

const MOST_BYTES = 64 * 1024 * 1024;

/** A git hook sets these for its own repository; we name ours by the folder we run in. */
const OF_A_HOOK = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/** These options keep a person's own settings (another diff algorithm, colours) from changing a figure. */
const NO_SETTINGS = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** The environment for git: that of this process, without the variables that a git hook sets. */
export const gitEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_A_HOOK.includes(name)));

/**
 * Runs git in `cwd`. Its output is bytes, because it may be the content of any file. An exit code other than 0 is a result here, not an error.
 * `plain` leaves the person's settings out. Throws when there is no git, or its output is endless.
 */
export function runGit(
  args: string[],
  cwd: string,
  plain = false,
): Promise<{ code: number; stdout: Buffer; stderr: string }> {
  const env = { ...gitEnvironment(), ...(plain ? NO_SETTINGS : {}) };
  const options = { cwd, env, encoding: "buffer", maxBuffer: MOST_BYTES } as const;
  return new Promise((resolve, reject) => {
    execFile("git", args, options, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === "number") resolve({ code, stdout, stderr: stderr.toString("utf8") });
      else reject(new Error(`git could not be run: ${error?.message}`));
    });
  });
}

/** What git prints when it succeeds. Throws its own message when it does not. */
export async function gitText(args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runGit(args, cwd);
  if (code === 0) return stdout.toString("utf8");
  throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
}

/** The content of a file in a commit; undefined when the commit does not have it. */
export async function fileAt(
  revision: string,
  path: string,
  cwd: string,
): Promise<Buffer | undefined> {
  const { code, stdout } = await runGit(["cat-file", "blob", `${revision}:./${path}`], cwd);
  return code === 0 ? stdout : undefined;
}

/** Files below a folder that are not as they were in a commit, new ones too, named from `cwd`; ignored ones left out. */
export async function changedSince(
  revision: string,
  folder: string,
  cwd: string,
): Promise<string[]> {
  const tracked = [
    "diff",
    "--name-only",
    "--no-renames",
    "--relative",
    "-z",
    revision,
    "--",
    folder,
  ];
  const others = ["ls-files", "--others", "--exclude-standard", "-z", "--", folder];
  const texts = [await gitText(tracked, cwd), await gitText(others, cwd)];
  return [...new Set(texts.join("").split("\0"))].filter((path) => path !== "").sort();
}

/** Files below the folders that differ from the last commit or are not in it, named from `cwd`; ignored ones left out. */
export async function uncommitted(folders: string[], cwd: string): Promise<string[]> {
  if (folders.length === 0) return [];
  const prefix = (await gitText(["rev-parse", "--show-prefix"], cwd)).trim();
  const args = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"];
  const text = await gitText([...args, ...folders], cwd);
  return text
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => entry.slice(3 + prefix.length));
}
