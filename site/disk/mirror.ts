// site/disk/mirror · two disks of which each follows the other: what is at a path after a change, told and done.
import { codeOf } from "./entries.ts";
import { load, type Saved, savedAt } from "./image.ts";
import { disk, drop, find } from "./paths.ts";

/** What is at a path now: nothing, a file, or a folder with all that is in it. */
export interface Change {
  path: string;
  saved: Saved[];
}

const doing = { change: false };

/** Tells of each change of this disk, but of those that came from the other one; gives what ends that. */
export function tellEachChange(tell: (change: Change) => void): () => void {
  const listener = (path: string) => {
    if (!doing.change) tell({ path, saved: savedAt(path) });
  };
  disk.listeners.add(listener);
  return () => void disk.listeners.delete(listener);
}

/** Does what was done on the other disk. */
export function applyChange({ path, saved }: Change): void {
  doing.change = true;
  try {
    const place = find(path, "open", false);
    if (place.entry !== undefined) drop(place);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error; // its folder has gone, too, or comes with it
  } finally {
    doing.change = false;
  }
  load(saved);
}
