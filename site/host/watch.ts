// site/host/watch · what a program outside hears of this computer: what changes in some folders, and whether anything is at work.
import type { Entry, File } from "../disk/entries.ts";
import { entryAt } from "../disk/image.ts";
import { contentOf } from "../disk/open.ts";
import { disk } from "../disk/paths.ts";
import { activity, uncounted } from "../node/clockwork.ts";
import { link } from "./link.ts";

/** Tells of each change in one of these folders. */
export function tellChanges(folders: string[]): void {
  const isIn = (path: string) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  disk.listeners.add((path) => {
    if (isIn(path)) link.post({ type: "changed", path, files: filesAt(path) });
  });
}

function filesAt(path: string) {
  const entry = entryAt(path);
  return entry === undefined ? [] : filesIn(entry, path);
}

function filesIn(entry: Entry, path: string): { path: string; text: string }[] {
  if (entry.kind === "file") return [{ path, text: textOf(entry) }];
  if (entry.kind === "link") return [];
  return [...entry.entries].flatMap(([name, one]) => filesIn(one, `${path}/${name}`));
}

const textOf = (file: File) => new TextDecoder().decode(contentOf(file));

/** For so long nothing may have happened. */
const REST_MS = 80;

/** Whether all that runs here only waits: for a person, for the clock, for a sleeper to be woken. */
export async function isAtRest(): Promise<boolean> {
  const before = activity.count;
  await new Promise<void>((resolve) => uncounted(resolve, REST_MS));
  return activity.count === before && activity.loading === 0;
}
