// course/results/store · results that were right, kept on the disk by the hash of all they depend on.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sync as writeFileAtomic } from "write-file-atomic";
import { z } from "zod";
import { parseRecord } from "../base/json.ts";
import { ROOT } from "../base/root.ts";
import { touch } from "../bundle/cache.mjs";

/** A check without a failure: how many tests passed or were left out, and what it printed. */
const passedResult = z.object({
  passed: z.number(),
  skipped: z.number(),
  lines: z.array(z.string()),
});
export type PassedResult = z.infer<typeof passedResult>;

/** Removing the folder only makes the next run longer. */
const FOLDER = join(ROOT, "node_modules", ".cache", "course-results");
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The result that was kept under this key; undefined when there is none, or it cannot be read. */
export function findResult(key: string | undefined, folder = FOLDER): PassedResult | undefined {
  if (key === undefined) return undefined;
  const path = fileOf(key, folder);
  try {
    const found = passedResult.safeParse(parseRecord(readFileSync(path, "utf8")));
    if (found.success) touch(path);
    return found.data;
  } catch {
    return undefined; // not there
  }
}

/** Keeps a result without a failure. Must not throw: without it the check runs again. */
export function keepResult(key: string | undefined, result: PassedResult, folder = FOLDER): void {
  if (key === undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileAtomic(fileOf(key, folder), JSON.stringify(result));
  } catch {
    // a disk that is full, or only read
  }
}

/** Removes the results that no run has asked for within a month. */
export function pruneResults(folder = FOLDER): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
}

const fileOf = (key: string, folder: string) => join(folder, `${key.slice(0, 40)}.json`);
