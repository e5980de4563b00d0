// course/spec/launch · how the agent in a chapter's folder is started.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../base/root.ts";
import { bundleChapter } from "../bundle/bundle.ts";
import { editedAt } from "../chapters/edited.ts";
import type { Launch } from "./process.ts";

/** Kept, because a chapter does not change while its spec runs and reading all its files takes as long as a turn. */
const bundles = new Map<string, Promise<string>>();

/** `node` runs a cached bundle; `npx` runs the very command of the READMEs, and is slow. */
export type Launcher = "node" | "npx";

/** The environment variable that gives every agent a process of its own. */
export const REAL = "SPEC_REAL";

/** Whether an agent of ours cannot run in the process of its spec. All agents there have the same time zone. */
export function needsProcess({ real, launcher, isWatched, env: { TZ } = {} }: Starting): boolean {
  if ((process.env[REAL] && !isWatched) || real || launcher === "npx") return true;
  return TZ !== undefined && TZ !== Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface Starting {
  real?: boolean;
  launcher?: Launcher;
  /** Each of its changes of a file is noted as it happens, which can be done in this process only. */
  isWatched?: boolean;
  env?: Record<string, string | undefined>;
}

/** The command for the agent in a chapter's folder. A draft or a chapter with a planted mistake has no file that npx could start: it is a bundle only. */
export async function launchOf(chapter: string, launcher: Launcher): Promise<Launch> {
  const [code, isEdited] = [join(chapter, "code.ts"), editedAt(chapter) !== undefined];
  if (!isEdited && !existsSync(code))
    throw new Error(`${chapter} has neither code.ts nor launch.json.`);
  if (isEdited || launcher === "node")
    return { command: process.execPath, args: [await bundleOnce(chapter)] };
  const args = ["--no-install", "--prefix", ROOT, "tsx", code];
  // tsx runs the agent in a second node, the one with its loader.
  return { command: "npx", args, agentWords: ["--import", code] };
}

function bundleOnce(chapter: string): Promise<string> {
  const known = bundles.get(chapter) ?? bundleChapter(chapter);
  bundles.set(chapter, known);
  return known;
}
