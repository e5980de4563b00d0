// s21 · bootstrap/config – what agent.json5 says about the files: how much of them is used, and which persona.
import { z } from "zod";
import { runGitIfThere } from "../../shared/git.ts";
import {
  type Json5File,
  json5File,
  lineOf,
  type Setting,
  settingsIn,
} from "../../shared/json5File.ts";
import { makePlainFolder } from "../../shared/plainFiles.ts";
import { isTrusted } from "../../shared/trust.ts";
import { isZone, ownZone, type TimeFormat } from "../../shared/zones.ts";
import { MODES, type PromptMode } from "../prompt.ts";

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
  /** How much of the system prompt the lead gets. */
  promptMode: PromptMode;
  /** Where the person is, and how hours are written there. */
  timezone: string;
  timeFormat: TimeFormat;
  /** What the settings call the agent: those for all agents before those for the lead. */
  identities: Source[];
}

/** What may be said of who the agent is. */
export const FIELDS = ["name", "role", "emoji", "goal", "voice"] as const;

/** Something that says it. */
export interface Source {
  from: string;
  says: Partial<Record<(typeof FIELDS)[number], string>>;
}

type Tell = (problem: string) => void;

/** What a mechanism reads of the settings for itself. */
export type SettingsReader = (file: Json5File) => unknown;

const size = z.number().min(1).transform(Math.floor);
/** With "\\" or ":", a name could lead out of the folder on Windows. */
const folderName = z.string().regex(/^[^\\:\p{Cc}]{1,200}$/u);
const modeName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
const format = z.union([z.enum(["auto", "12", "24"]), z.literal(12), z.literal(24)]);
const word = z.string().max(200);
const zone = z.string().refine(isZone);
const promptMode = z.enum(MODES);

/** What the person is asked about, each setting by itself: what git tracks may have come with a clone or a pull. */
export const settingOptions = (cwd: string) => ({
  what: "settings",
  path: cwd,
  fileOf: () => CONFIG,
  contentOf: (setting: Setting) => [CONFIG, lineOf(setting)],
  lineOf: (setting: Setting) => `${CONFIG}: ${lineOf(setting)}`,
});

/** What the file says, as far as `allowed` says that it counts. Must not throw. */
export async function readSettings(
  cwd: string,
  tell: Tell,
  allowed: (settings: Setting[]) => Promise<Setting[]>,
): Promise<Json5File> {
  const settings = isTrusted() ? settingsIn(CONFIG, cwd, tell) : [];
  return json5File(CONFIG, await allowed(settings), tell);
}

/**
 * Reads the settings of which `allowed` says that they count, and makes the workspace if it is not there. Must not
 * throw: each problem is one line.
 */
export async function readConfig(
  cwd: string,
  tell: Tell,
  allowed: (settings: Setting[]) => Promise<Setting[]>,
  readers: SettingsReader[],
): Promise<Config> {
  const file = await readSettings(cwd, tell, allowed);
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
    ...promptSettings(file),
    identities: ["agents.defaults.identity", "agents.lead.identity"].map(identityAt(file)),
  };
  for (const read of readers) read(file);
  file.tellUnknown();
  if (config.max > CEILING)
    tell(
      `${CONFIG}: agents.defaults.bootstrapMaxChars is more than ${CEILING}, and counts as that.`,
    );
  const workspace = await folderOf(config.workspace, cwd, tell);
  return { ...config, workspace, max: Math.min(config.max, CEILING) };
}

function promptSettings({
  value,
}: Json5File): Pick<Config, "promptMode" | "timezone" | "timeFormat"> {
  const isMode = '"full", "minimal" or "none"';
  const isPlace = 'a zone such as "Asia/Tokyo"';
  const hours = value("agents.defaults.timeFormat", "auto", format, '"auto", 12 or 24');
  return {
    promptMode: value("agents.defaults.promptMode", "full", promptMode, isMode),
    timezone: value("agents.defaults.userTimezone", ownZone(), zone, isPlace),
    timeFormat: hours === 12 ? "12" : hours === 24 ? "24" : hours,
  };
}

const identityAt =
  ({ value }: Json5File) =>
  (place: string): Source => {
    const said = FIELDS.map((field) => [field, value(`${place}.${field}`, "", word, "a text")]);
    return { from: `${place} of ${CONFIG}`, says: Object.fromEntries(said) };
  };

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
