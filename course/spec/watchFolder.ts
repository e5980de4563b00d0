// course/spec/watchFolder · a folder's changes, one event for all that happen together.
import { watch } from "node:fs/promises";

/** An editor writes a file in several steps; this long after the last of them it is done. In ms. */
const QUIET_MS = 200;

/** Yields at once, and then again after each change of a file in the folder. */
export async function* watchFolder(folder: string): AsyncGenerator<void> {
  let isChanged = true;
  let wake = () => {};
  void (async () => {
    let timer: NodeJS.Timeout | undefined;
    for await (const _ of watch(folder, { recursive: true })) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isChanged = true;
        wake();
      }, QUIET_MS);
    }
  })();
  for (;;) {
    if (!isChanged)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    isChanged = false;
    yield;
  }
}
