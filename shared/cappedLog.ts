// shared/cappedLog · a file that takes what a program prints, up to a limit, while it prints.
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import { createPlain, ignoreIn, makePlainFolder, plainPath, readPlain } from "./plainFiles.ts";
import { withoutMiddle } from "./text.ts";

const MAX_MB = 10;
const MAX_BYTES = MAX_MB * 1024 * 1024;

/** Why a log takes no more: its disk or file failed, or it is full. */
export interface Cut {
  status: "failed" | "killed";
  reason: string;
}

/** A file that takes output as it comes, up to a limit. */
export interface CappedLog {
  /** Relative to the working folder. */
  path: string;
  /** Must not throw: if the bytes cannot be kept, the log is cut. */
  write(bytes: Uint8Array): void;
  /** Aborted when the log is cut: then its program is to be ended. */
  signal: AbortSignal;
  /** Resolves when everything is on the disk, or is known to have failed. Says why it was cut, if it was. */
  close(): Promise<Cut | undefined>;
}

/**
 * Makes a new log of at most 10 MB that only its owner can read and that git ignores. `path` is relative to `cwd`.
 * Throws when the file exists already, or when it or a folder on the way to it is a link.
 */
export async function openLog(path: string, cwd: string): Promise<CappedLog> {
  await makePlainFolder(dirname(path), cwd);
  await ignoreIn(dirname(path), cwd);
  return logTo(await createPlain(path, cwd), path);
}

/** The log in an open file, which it closes in the end. */
export function logTo(file: FileHandle, path: string): CappedLog {
  const stream = file.createWriteStream();
  const full = new AbortController();
  let why: Cut | undefined;
  let room = MAX_BYTES;
  function cut(status: Cut["status"], reason: string) {
    why ??= { status, reason };
    full.abort();
  }
  stream.on("error", ({ message }) => cut("failed", `its log cannot be written: ${message}`));
  return {
    path,
    signal: full.signal,
    write(bytes) {
      if (room > 0) stream.write(bytes.subarray(0, room));
      room -= bytes.length;
      if (room < 0) cut("killed", `it printed more than ${MAX_MB} MB`);
    },
    async close() {
      await finished(stream.end()).catch(() => {}); // the listener above knows why
      return why;
    },
  };
}

const USUAL_LINES = 50;
const MAX_CHARACTERS = 10_000;

/**
 * Lines of a log, from line `from` on; the last ones when `from` is undefined. Says which lines they are.
 * Throws when there are none from there on, and when another program has deleted or changed the file.
 */
export async function linesOf(path: string, cwd: string, from: number | undefined) {
  const lines = textOf(path, cwd).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return "(nothing printed yet)";
  const first = from ?? Math.max(1, lines.length - USUAL_LINES + 1);
  const shown = lines.slice(first - 1, first - 1 + USUAL_LINES);
  if (shown.length === 0) throw new Error(`It has ${lines.length} lines. Use a smaller from.`);
  const which = `[lines ${first}–${first + shown.length - 1} of ${lines.length}]`;
  return `${which}\n${withoutMiddle(shown.join("\n"), MAX_CHARACTERS)}`;
}

/** Other programs can write in the folder of the logs: a log may be gone, or something else may stand in its place. */
function textOf(path: string, cwd: string): string {
  plainPath(path, cwd); // throws with what to do
  try {
    return readPlain(path, cwd, MAX_BYTES).toString("utf8");
  } catch {
    throw new Error(`${path} is not the log any more: another program has deleted or changed it.`);
  }
}
