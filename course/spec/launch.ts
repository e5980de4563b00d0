// course/spec/launch · how the agent in a folder is started.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import { bundleChapter } from "./bundle.ts";
import type { LaunchFile } from "./launchFile.ts";
import type { Launch } from "./process.ts";

/** Kept, because a chapter does not change while its spec runs and reading all its files takes as long as a turn. */
const bundles = new Map<string, Promise<string>>();

/** `node` runs a cached bundle; `npx` runs the very command of the READMEs, and is slow. */
export type Launcher = "node" | "npx";

/** The file that makes a folder an agent from elsewhere, in any language. */
export const LAUNCH_FILE = "launch.json";

/** Whether the agent in a folder comes from elsewhere: it has a launch.json. */
export const isOutsider = (folder: string): boolean => existsSync(join(folder, LAUNCH_FILE));

/** What the launch.json of a folder says; undefined for a chapter, which has none. Throws an Error of one line. */
export async function launchFileOf(folder: string): Promise<LaunchFile | undefined> {
  if (!isOutsider(folder)) return undefined;
  const path = join(folder, LAUNCH_FILE);
  const { parseLaunchFile } = await import("./launchFile.ts"); // only now, because few agents need it and it loads zod
  return parseLaunchFile(await readFile(path, "utf8"), path);
}

/** The command for the agent in a chapter's folder. A launch.json there wins over both launchers. */
export async function launchOf(chapter: string, launcher: Launcher): Promise<Launch> {
  const own = await launchFileOf(chapter);
  if (own !== undefined) return ownLaunch(chapter, own);
  const code = join(chapter, "code.ts");
  if (!existsSync(code)) throw new Error(`${chapter} has neither code.ts nor launch.json.`);
  if (launcher === "node") {
    return { command: process.execPath, args: [await bundleOnce(chapter)] };
  }
  const args = ["--no-install", "--prefix", ROOT, "tsx", code];
  // tsx runs the agent in a second node, the one with its loader.
  return { command: "npx", args, agentWords: ["--import", code] };
}

function bundleOnce(chapter: string): Promise<string> {
  const known = bundles.get(chapter) ?? bundleChapter(chapter);
  bundles.set(chapter, known);
  return known;
}

/** Files of the folder are named by their whole path, because the agent runs in a scratch folder. */
function ownLaunch(chapter: string, { command: words }: LaunchFile): Launch {
  const [command = "", ...args] = words.map((word) => {
    const path = join(chapter, word);
    return existsSync(path) ? path : word;
  });
  return { command, args };
}
