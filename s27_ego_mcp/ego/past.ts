// s27 · ego/past – whose past is in .ego: what a stranger's folder has brought would speak in the voice of the agent's own.
import { statSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, namesIn } from "../../shared/plainFiles.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { answerFor, isTrusted, keepAnswer, type Reads } from "../../shared/trust.ts";
import { FOLDER } from "../recall/recall.ts";

const filesIn = async (folder: string) =>
  (await namesIn(folder)).filter((name) => name.endsWith(".json"));

/** What the folder is known by: another one in its place has another number. */
function keyOf(folder: string): string {
  const info = statSync(folder, { throwIfNoEntry: false });
  return info === undefined ? "" : `${info.ino}-${Math.floor(info.birthtimeMs)}`;
}

/** For the question whether the folder is trusted. */
export function readsOf(home: string): Reads {
  const path = join(home, FOLDER);
  const keys = async () => ((await filesIn(path)).length > 0 ? [keyOf(path)] : []);
  return { what: "an agent's past", path, keys };
}

/** One that this person's program has begun is known at home; any other needs a trusted folder, and must not be git's. */
export async function requireOwn(home: string): Promise<void> {
  const folder = join(home, FOLDER);
  const names = await filesIn(folder);
  const isKnown = names.length === 0 || answerFor(folder, keyOf(folder)) === true;
  const isTracked = await trackedAt(folder, isKnown ? [] : names);
  const found = names.find((name) => isTracked(name));
  if (found !== undefined)
    throw new Error(`${FOLDER}/${found} is tracked by git: it may have come with the repository.`);
  if (!isKnown && !isTrusted())
    throw new Error("This folder is not trusted, and has a past in it. /trust yes");
  await makePrivateFolder(FOLDER, home); // with its memories elsewhere there would be none to know it by
  keepAnswer(folder, keyOf(folder), true);
}
