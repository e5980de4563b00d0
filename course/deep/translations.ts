// course/deep/translations · replays the sessions of pages in other languages; `npm test` replays the English ones.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Language, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { replay } from "../replay/command.ts";
import type { Counts } from "../spec/report.ts";

/** Replays the pages of some folders in these languages, unless it `isFresh` only what has not passed before; `print` gets every line. */
export function replayPages(
  folders: readonly string[],
  languages: readonly Language[],
  print: (line: string) => void,
  isFresh: boolean,
): Promise<Counts> {
  const names = languages.flatMap((one) => [readmeName(one), readmeName(one, "details")]);
  const paths = folders.flatMap((folder) => names.map((name) => join(ROOT, folder, name)));
  const there = paths.filter(existsSync);
  return there.length > 0
    ? replay(there, ROOT, print, { isCached: !isFresh })
    : Promise.resolve({ passed: 0, failed: 0, skipped: 0 });
}
