// course/spec/launch · how the agent in a folder is started.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseRecord } from "../json.ts";
import { ROOT } from "../root.ts";
import { bundleChapter } from "./bundle.ts";
import type { Launch } from "./process.ts";

/** Kept, because a chapter does not change while its spec runs and reading all its files takes as long as a turn. */
const bundles = new Map<string, Promise<string>>();

/** `node` runs a cached bundle; `npx` runs the very command of the READMEs, and is slow. */
export type Launcher = "node" | "npx";

/**
 * The command for the agent in a chapter's folder. A launch.json there, `{"command": ["python3", "agent.py"]}`,
 * wins over both launchers: that is an agent in another language.
 */
export async function launchOf(chapter: string, launcher: Launcher): Promise<Launch> {
  const own = join(chapter, "launch.json");
  if (existsSync(own)) return ownLaunch(chapter, await readFile(own, "utf8"));
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

function ownLaunch(chapter: string, text: string): Launch {
  const words = parseRecord(text)?.command;
  const [command, ...args] = Array.isArray(words) ? words.map(String) : [];
  if (command === undefined) throw new Error(`${chapter}/launch.json: "command" must be a list`);
  const inChapter = (word: string) => join(chapter, word);
  return {
    command,
    args: args.map((word) => (existsSync(inChapter(word)) ? inChapter(word) : word)),
  };
}
