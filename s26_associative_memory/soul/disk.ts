// s25 · soul/disk – the log and SOUL.md on the disk: lines that are only added, under a lock, and a file that is whole or not there.
import { isUtf8 } from "node:buffer";
import { dirname, join } from "node:path";
import { describeError } from "../../shared/errors.ts";
import { exists, isMissing } from "../../shared/files.ts";
import { type Lines, readLines } from "../../shared/lineFile.ts";
import { withLock } from "../../shared/lock.ts";
import {
  appendPlain,
  makePrivateFolder,
  readPlain,
  removeOrphans,
  writePlain,
} from "../../shared/plainFiles.ts";
import type { Around } from "./core.ts";
import { EVENT, type Event, MAX_TEXT } from "./history.ts";

export const FOLDER = ".soul";
export const LOG = `${FOLDER}/events.jsonl`;
const MAX_LOG = 8 * 1024 * 1024;
/** A stranger's log of short ones would take minutes. */
const MAX_EVENTS = 5000;

/** What a program that was killed has left of a SOUL.md. */
const HALF = /^SOUL\.md\.\d+$/;

export interface Disk extends Pick<Around, "alone" | "events" | "add" | "read" | "write"> {
  /** True once there is a log. */
  isBegun(): Promise<boolean>;
  /** False when the log no longer begins with what was read last. */
  isWhole(): boolean;
  /** What others have added since the log was read last. With `mayRestore`, a log that is not whole is put back first. */
  check(mayRestore: boolean): Promise<{ isRestored: boolean; added: Event[] }>;
}

/** The log in `cwd`/.soul, and SOUL.md, whose name in `cwd` may change with the settings. */
export function createDisk(cwd: string, nameOf: () => Promise<string>): Disk {
  let last: Log = { text: "", isTorn: false };
  const isWhole = () => textOf(cwd).startsWith(last.text);
  async function alone<Result>(action: () => Promise<Result>): Promise<Result> {
    await makePrivateFolder(FOLDER, cwd);
    return withLock(join(cwd, FOLDER, "log"), action);
  }
  return {
    isBegun: async () => last.text !== "" || (await exists(join(cwd, LOG))),
    alone,
    async events() {
      const text = textOf(cwd);
      if (!text.startsWith(last.text)) throw new Error(NOT_ADDED);
      const { lines, isTorn } = eventsIn(text);
      last = { text, isTorn };
      return lines;
    },
    async add(event) {
      const line = `${last.isTorn ? "\n" : ""}${JSON.stringify(event)}\n`;
      last.isTorn = true; // until it is written to its end
      await appendPlain(LOG, cwd, line);
      last = { text: last.text + line, isTorn: false };
    },
    isWhole,
    check: (mayRestore) =>
      alone(async () => {
        const isRestored = mayRestore && !isWhole();
        if (isRestored) await writePlain(LOG, cwd, last.text);
        return { isRestored, added: eventsIn(textOf(cwd).slice(last.text.length)).lines };
      }),
    async read() {
      const name = await nameOf();
      try {
        return plainText(readPlain(name, cwd, MAX_TEXT));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new Error(`${name} cannot be taken into the log: ${describeError(error)}`);
      }
    },
    async write(text) {
      const name = await nameOf();
      await removeOrphans(dirname(name), cwd, (one) => HALF.test(one));
      await writePlain(name, cwd, text);
    },
  };
}

/** The log as it was read last. */
interface Log {
  text: string;
  isTorn: boolean;
}

const UNUSABLE = `${LOG} cannot be used, and is left as it is:`;
const NOT_ADDED = `${UNUSABLE} it was changed, and not only added to. Put it back, or start the agent anew to go on with what is there.`;

/** "" when there is no log. */
function textOf(cwd: string): string {
  try {
    return readPlain(LOG, cwd, MAX_LOG).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw new Error(`${UNUSABLE} ${describeError(error)}`);
  }
}

function eventsIn(text: string): Lines<Event> {
  try {
    const events = readLines(text, EVENT);
    if (events.lines.length <= MAX_EVENTS) return events;
    throw new Error(`it has more than ${MAX_EVENTS} events.`);
  } catch (error) {
    throw new Error(`${UNUSABLE} ${describeError(error)}`);
  }
}

function plainText(bytes: Buffer): string {
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error("it is not a text in UTF-8.");
  return bytes.toString("utf8");
}
