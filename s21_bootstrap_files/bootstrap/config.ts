// s21 · bootstrap/config – what agent.json5 says about the files: how much of them is used, and which persona.
import { z } from "zod";
import { runGitIfThere } from "../../shared/git.ts";
import { json5File, lineOf, type Setting, settingsIn } from "../../shared/json5File.ts";
import { makePlainFolder } from "../../shared/plainFiles.ts";
import { isTrusted } from "../../shared/trust.ts";

export const CONFIG = "agent.json5";
/** More of one file is never used. */
const CEILING = 65_536;

/** Sizes are in characters (code points). */
export interface Config {
  /** The folder of the files, relative to the working folder. */
  workspace: string;
  /** The most that is used of a file, and of all together. */
  max: number;
  total: number;
  /** What of a longer file is used: its beginning, or its beginning and its end. */
  trim: "head" | "head-tail";
  /** Which persona takes the place of SOUL.md; undefined for none. */
  mode: string | undefined;
}

type Tell = (problem: string) => void;

const size = z.number().min(1).transform(Math.floor);
/** With "\\" or ":", a name could lead out of the folder on Windows. */
const folderName = z.string().regex(/^[^\\:\p{Cc}]{1,200}$/u);
const modeName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

/** What the person is asked about, each setting by itself: what git tracks may have come with a clone or a pull. */
export const settingOptions = (cwd: string) => ({
  what: "settings",
  path: cwd,
  fileOf: () => CONFIG,
  contentOf: (setting: Setting) => [CONFIG, lineOf(setting)],
  lineOf: (setting: Setting) => `${CONFIG}: ${lineOf(setting)}`,
});

/**
 * Reads the settings of which `allowed` says that they count, and makes the workspace if it is not there. Must not
 * throw: each problem is one line.
 */
export async function readConfig(
  cwd: string,
  tell: Tell,
  allowed: (settings: Setting[]) => Promise<Setting[]>,
): Promise<Config> {
  const settings = isTrusted() ? settingsIn(CONFIG, cwd, tell) : [];
  const file = json5File(CONFIG, await allowed(settings), tell);
  const sizeOf = (name: string, usual: number) => {
    const key = `agents.defaults.${name}`;
    return file.value(key, usual, size, "a whole number above 0");
  };
  const trims = z.enum(["head", "head-tail"]);
  const config: Config = {
    workspace: file.value("agents.defaults.workspace", ".", folderName, 'a name such as "desk"'),
    max: sizeOf("bootstrapMaxChars", 20_000),
    total: sizeOf("bootstrapTotalMaxChars", 60_000),
    trim: file.value("agents.defaults.bootstrapTrim", "head", trims, '"head" or "head-tail"'),
    mode: file.value("hooks.persona.mode", undefined, modeName.optional(), 'a word such as "work"'),
  };
  file.tellUnknown();
  if (config.max > CEILING)
    tell(
      `${CONFIG}: agents.defaults.bootstrapMaxChars is more than ${CEILING}, and counts as that.`,
    );
  const workspace = await folderOf(config.workspace, cwd, tell);
  return { ...config, workspace, max: Math.min(config.max, CEILING) };
}

/** What nobody sees when they look at the repository, such as a file that a dependency brought, must not steer the agent. */
async function checkOpen(workspace: string, cwd: string): Promise<void> {
  const names = workspace.split("/").filter((name) => !/^\.*$/.test(name));
  if (names.some((name) => name.startsWith(".") || name === "node_modules"))
    throw new Error("it is in a hidden folder or one for packages. Use another name.");
  if (names.length === 0) return;
  const ignores = async (path: string) => {
    const args = ["check-ignore", "--quiet", "--no-index", "--", path]; // one tracked file does not make it seen
    return (await runGitIfThere(args, { cwd }))?.code === 0; // in a list of names, git would write some in its own way
  };
  if ((await ignores(`${names.join("/")}/`)) && !(await ignores(".")))
    throw new Error("git ignores it. Use another name, or take it out of .gitignore.");
}

/** Files from outside the working folder would get past the permission for it. */
async function folderOf(workspace: string, cwd: string, tell: Tell): Promise<string> {
  try {
    await checkOpen(workspace, cwd);
    await makePlainFolder(workspace, cwd);
    return workspace;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell(`${CONFIG}: agents.defaults.workspace is not used, and counts as ".": ${reason}`);
    return ".";
  }
}
