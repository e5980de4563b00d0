// s13 · background/log – the file with everything that a job prints, written while it prints.
import { type FileHandle, mkdir, open, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { resolveInside } from "../../shared/files.ts";

const FOLDER = ".task_outputs/background";
const MAX_MB = 10;
const MAX_BYTES = MAX_MB * 1024 * 1024;

/** Why a job is ended before it ends by itself. */
export interface Cut {
  status: "failed" | "killed";
  reason: string;
}

export interface Log {
  /** Relative to the working folder. */
  path: string;
  /** Must not throw: if the bytes cannot be kept, the job is cut. */
  write(bytes: Uint8Array): void;
  /** Resolves when everything is on the disk, or is known to have failed. */
  close(): Promise<void>;
}

export type OpenLog = (name: string, cwd: string, cut: (why: Cut) => void) => Promise<Log>;

/**
 * Makes a new log that only the owner can read. `cut` is called when the disk takes no more, or when the log
 * is full. Throws when the file exists already, or would be outside `cwd`.
 */
export const openLog: OpenLog = async (name, cwd, cut) => {
  const path = `${FOLDER}/${name}.log`;
  const real = await resolveInside(path, cwd, [cwd]);
  const isNew = await mkdir(dirname(real), { recursive: true });
  if (isNew !== undefined) await writeFile(join(dirname(real), ".gitignore"), "*\n");
  return logTo(await open(real, "wx", 0o600), path, cut);
};

/** The log in an open file, which it closes in the end. */
export function logTo(file: FileHandle, path: string, cut: (why: Cut) => void): Log {
  const stream = file.createWriteStream();
  stream.on("error", ({ message }) =>
    cut({ status: "failed", reason: `its log cannot be written: ${message}` }),
  );
  let room = MAX_BYTES;
  return {
    path,
    write(bytes) {
      if (room > 0) stream.write(bytes.subarray(0, room));
      room -= bytes.length;
      if (room < 0) cut({ status: "killed", reason: `it printed more than ${MAX_MB} MB` });
    },
    async close() {
      await finished(stream.end()).catch(() => {}); // the listener above has told why
    },
  };
}

const USUAL_LINES = 50;
const MAX_CHARACTERS = 10_000;

/** Lines of a log, from line `from` on; the last ones when `from` is undefined. Says which lines they are. */
export async function linesOf(path: string, cwd: string, from: number | undefined) {
  const lines = (await textOf(path, cwd)).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return "(nothing printed yet)";
  const first = from ?? Math.max(1, lines.length - USUAL_LINES + 1);
  const shown = lines.slice(first - 1, first - 1 + USUAL_LINES);
  if (shown.length === 0) throw new Error(`It has ${lines.length} lines. Use a smaller from.`);
  const body = shown.join("\n");
  const rest = body.length - MAX_CHARACTERS;
  const end = rest > 0 ? `\n… (${rest} characters of these lines left out; use read_file)` : "";
  const which = `[lines ${first}–${first + shown.length - 1} of ${lines.length}]`;
  return `${which}\n${body.slice(0, MAX_CHARACTERS).toWellFormed()}${end}`;
}

/** Other programs can write in the folder of the logs: a log may be gone, or something else may stand in its place. */
async function textOf(path: string, cwd: string): Promise<string> {
  const real = await resolveInside(path, cwd, [cwd]);
  const info = await stat(real).catch(() => undefined);
  if (info?.isFile() && info.size <= MAX_BYTES) return readFile(real, "utf8");
  throw new Error(
    `${path} is not the log any more: another program has deleted or changed it. read_background without an id says how the commands are going.`,
  );
}
