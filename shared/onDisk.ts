// shared/onDisk · looks at files and folders of an untrusted folder. No function here throws.
import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";

/** So much of a file is read. */
export const MAX_BYTES = 10_000_000;

/** What cannot be looked at counts as missing: a name that is too long, a folder that may not be read. */
export function attempt<Value>(look: () => Value, otherwise: Value): Value {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

export const statOf = (path: string) =>
  attempt(() => statSync(path, { throwIfNoEntry: false }), undefined);
export const exists = (path: string) => statOf(path) !== undefined;
export const isExecutable = (path: string) => ((statOf(path)?.mode ?? 0) & 0o111) !== 0;
export const isFile = (path: string) => statOf(path)?.isFile() === true;
export const realOf = (path: string) => attempt(() => realpathSync(path), path);
export const isFolder = (path: string) => statOf(path)?.isDirectory() === true;

/** What says that it is empty, counts as empty: a file of /proc may have no end. */
export function textOf(path: string): string {
  const stat = statOf(path);
  const length = stat?.isFile() ? Math.min(stat.size, MAX_BYTES) : 0;
  return length === 0 ? "" : attempt(() => beginningOf(path, length), "");
}

function beginningOf(path: string, length: number): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

export const namesIn = (path: string) => attempt(() => readdirSync(path).toSorted(), []);
