// course/judge/watchFolder · a folder's changes, one event for all that happen together.
import { type Dirent, existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** An editor writes a file in several steps; this long after the last of them it is done. In ms. */
const QUIET_MS = 200;

/** Yields at once, and then again after each change of a file in the folder. Ends when the folder is removed. */
export async function* watchFolder(folder: string): AsyncGenerator<void> {
  let next: Promise<void> | undefined;
  let wake = () => {};
  let timer: NodeJS.Timeout | undefined;
  let watchers: FSWatcher[] = [];
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => wake(), QUIET_MS);
  };
  try {
    while (existsSync(folder)) {
      await next;
      next = new Promise((resolve) => {
        wake = resolve;
      });
      for (const one of watchers) one.close();
      watchers = foldersIn(folder).flatMap((path) => watched(path, soon));
      if (existsSync(folder)) yield;
    }
  } finally {
    clearTimeout(timer);
    for (const one of watchers) one.close();
  }
}

/** The folder and all in it. One after the other is watched: Node 20's way to watch a whole tree loses a file that is saved by renaming another one. */
function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const inner = readdirSync(folder, { withFileTypes: true, recursive: true });
  return [folder, ...inner.filter(isOwn).map(({ parentPath, name }) => join(parentPath, name))];
}

const isOwn = (one: Dirent) => one.isDirectory() && !one.parentPath.includes("node_modules");

/** Nothing when the folder has just gone: then its parent has changed, and is looked at again. */
function watched(folder: string, changed: () => void): FSWatcher[] {
  try {
    return [watch(folder, changed).on("error", changed)];
  } catch {
    changed();
    return [];
  }
}
