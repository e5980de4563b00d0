// s26 · recall – memories that come back by a cue: found by words and vectors, and completed by association.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { contains } from "../../shared/files.ts";
import { alsoSecret } from "../../shared/secrets.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { answerFor, isTrusted, keepAnswer, type Reads } from "../../shared/trust.ts";
import type { Mechanism } from "../agent.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Scope } from "../scope/scope.ts";
import { recallCommand } from "./command.ts";
import { embedderIn, embedderOf } from "./embedders.ts";
import { type Memories, openMemories } from "./memories.ts";
import { ENDS, FILE, JOURNALS } from "./open.ts";
import { recallTools } from "./tools.ts";

export type { Found, Memories } from "./memories.ts";
export { openMemories } from "./memories.ts";
export {
  CATEGORIES,
  type Category,
  EMOTIONS,
  type Emotion,
  type Episode,
  type Filters,
  LINK_TYPES,
  type Link,
  type LinkType,
  type Memory,
} from "./memory.ts";
export type { Embedder } from "./vectors.ts";

/** What the mechanism works with. */
export interface Parts {
  cwd: string;
  scope: Pick<Scope, "home" | "isRoom">;
  bootstrap: Pick<Bootstrap, "settingsOf">;
  env?: NodeJS.ProcessEnv;
}

export interface Recall extends Mechanism {
  /** Those of the person's own session; a room has none. */
  memories?: Memories;
}

const FOLDER = ".ego";

/** The memories in `home`/.ego, for the agent that the person talks to. */
export function createRecall({ cwd, scope, bootstrap, env = process.env }: Parts): Recall {
  alsoSecret((path) => contains(join(cwd, FOLDER), path)); // other tools ask before they read it
  if (scope.isRoom) return {};
  const folder = join(scope.home, FOLDER);
  const embedderName = bootstrap.settingsOf(embedderIn);
  const { MEMORY_URL: url, MEMORY_TOKEN: token } = env;
  const memories = openMemories({
    folder,
    embedder: async () => embedderOf(await embedderName(), env),
    tell: tellOnce("[recall]"),
    ...(url ? { url, ...(token ? { token } : {}) } : { mayOpen: () => requireOwn(folder) }),
  });
  return {
    memories,
    tools: recallTools(memories),
    commands: { recall: recallCommand(memories) },
    reads: [readsOf(folder)],
    stop: memories.close,
  };
}

/**
 * A file that a stranger's folder has brought would speak in the voice of the agent's own memory. One that this person's
 * program has begun is known at home; any other needs a trusted folder, and must not be git's.
 */
async function requireOwn(folder: string): Promise<() => void> {
  const keys = keysOf(folder);
  const isKnown = keys.length > 0 && keys.every((key) => answerFor(folder, key) === true);
  const files = ENDS.map((end) => FILE + end);
  const there = isKnown ? [] : files.filter((file) => existsSync(join(folder, file)));
  const tracked = files.find(await trackedAt(folder, there)); // what is in -wal counts more than the file
  if (tracked !== undefined)
    throw new Error(
      `${FOLDER}/${tracked} is not used: git tracks it, so it may have come with it.`,
    );
  if (keys.length > 0 && !isKnown && !isTrusted())
    throw new Error("The memories are left alone: this folder is not trusted. /trust yes");
  return () => {
    for (const key of keysOf(folder)) keepAnswer(folder, key, true);
  };
}

/** What the file and the journals beside it are known by: others in their places have other numbers. SQLite would write what is in a journal over the file. */
const keysOf = (folder: string): string[] =>
  [FILE, ...JOURNALS].flatMap((name) => {
    const info = statSync(join(folder, name), { throwIfNoEntry: false });
    return info === undefined ? [] : [`${info.ino}-${Math.floor(info.birthtimeMs)}`];
  });

/** For the question whether the folder is trusted. */
const readsOf = (folder: string): Reads => ({
  what: "memories in .ego",
  path: folder,
  keys: async () => keysOf(folder),
});
