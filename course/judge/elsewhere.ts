// course/judge/elsewhere · an agent from elsewhere, by its launch.json: how it is started, and what it is told of.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Elsewhere, Stage } from "../spec/elsewhere.ts";
import { environmentOf } from "../spec/folder.ts";
import type { Launch } from "../spec/process.ts";
import type { LaunchFile } from "./launchFile.ts";
import { joinOutsider, patienceOf } from "./outsider.ts";
import { startStrays } from "./strays.ts";

/** The file that makes a folder an agent from elsewhere, in any language. */
const LAUNCH_FILE = "launch.json";

/** Whether the agent in a folder comes from elsewhere: it has a launch.json. */
export const isOutsider = (folder: string): boolean => existsSync(join(folder, LAUNCH_FILE));

/** What the launch.json of a folder says; undefined for a chapter, which has none. Throws an Error of one line. */
export async function launchFileOf(folder: string): Promise<LaunchFile | undefined> {
  if (!isOutsider(folder)) return undefined;
  const path = join(folder, LAUNCH_FILE);
  const { parseLaunchFile } = await import("./launchFile.ts"); // only now, because few agents need it and it loads zod
  return parseLaunchFile(await readFile(path, "utf8"), path);
}

/** Files of the folder are named by their whole path, because the agent runs in a scratch folder. */
export function launchBy({ command: words }: LaunchFile, folder: string): Launch {
  const [command = "", ...args] = words.map((word) => {
    const path = join(folder, word);
    return existsSync(path) ? path : word;
  });
  return { command, args, interruptsGroup: true };
}

/**
 * The environment of an agent from elsewhere: without empty variables, which other clients take for values, and
 * without the address of a protocol that it does not speak.
 */
function outsideEnvironmentOf(
  endpoints: { model: string; control: string },
  speaks: Stage,
  extra: Record<string, string>,
): Record<string, string> {
  const { AGENT_CONTROL = "", ...rest } = environmentOf(process.env, endpoints, extra);
  const given = Object.entries(rest).filter(([, value]) => value !== "");
  return {
    PYTHONUNBUFFERED: "1", // Python would keep what it prints until it ends
    SHLVL: "1", // as in a terminal; without it, a bash whose input is a socket reads ~/.bashrc
    ...Object.fromEntries(given),
    ...(speaks === "control" ? { AGENT_CONTROL } : {}),
  };
}

/** The agent of a folder with a launch.json; undefined for a chapter. Throws an Error of one line. */
export async function elsewhereOf(folder: string): Promise<Elsewhere | undefined> {
  const own = await launchFileOf(folder);
  return own && elsewhereBy(own, folder);
}

/** The agent that a launch.json describes. */
export const elsewhereBy = (own: LaunchFile, folder: string): Elsewhere => ({
  speaks: own.speaks,
  launch: launchBy(own, folder),
  patience: (parts, lastSign) => patienceOf(own.patience, parts, lastSign),
  async open(endpoints, { env, args }) {
    const strays = await startStrays();
    return {
      env: outsideEnvironmentOf(endpoints, own.speaks, { ...strays.env, ...env }),
      join: (parts, run) => joinOutsider(parts, { own, args, strays, run }),
    };
  },
});
