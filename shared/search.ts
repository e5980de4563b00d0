// shared/search · a name in a folder or in the folders inside it.
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The path that was found, from the folder. Without one, `isWhole` says whether every folder was looked at. */
export interface Search {
  path: string | undefined;
  isWhole: boolean;
}

/**
 * Looks for a file or folder whose name, or path from the folder, is wanted, without following links. Gives up where it cannot read a folder, and
 * after `limit` ms. Throws after an abort.
 */
export async function findWithin(
  folder: string,
  isWanted: (name: string, path: string) => boolean,
  limit: number,
  signal: AbortSignal,
): Promise<Search> {
  const end = performance.now() + limit;
  const places = ["."];
  for (const place of places) {
    signal.throwIfAborted();
    const entries = await namesIn(join(folder, place));
    if (entries === undefined) return { path: undefined, isWhole: false };
    for (const entry of entries) {
      if (performance.now() > end) return { path: undefined, isWhole: false };
      const path = join(place, entry.name);
      if (isWanted(entry.name, path)) return { path, isWhole: false };
      if (entry.isDirectory()) places.push(path);
    }
  }
  return { path: undefined, isWhole: true };
}

const namesIn = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => undefined);
