// course/judge/watchFolder · a folder's changes, one event for all that happen together.
import { existsSync, watch } from "node:fs";

/** An editor writes a file in several steps; this long after the last of them it is done. In ms. */
const QUIET_MS = 200;

/** Yields at once, and then again after each change of a file in the folder. Ends when the folder is removed. */
export async function* watchFolder(folder: string): AsyncGenerator<void> {
  let isChanged = true;
  let wake = () => {};
  const change = () => {
    isChanged = true;
    wake();
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(change, QUIET_MS);
  });
  watcher.on("error", change);
  try {
    while (existsSync(folder)) {
      if (!isChanged)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      isChanged = false;
      if (existsSync(folder)) yield;
    }
  } finally {
    clearTimeout(timer);
    watcher.close();
  }
}
