// shared/stateFile · state on the disk that several programs share: in a file, or in a folder with a file for each value.
import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { withLock } from "./lock.ts";
import {
  makePlainFolder,
  namesIn,
  plainPath,
  readPlain,
  removeOrphans,
  writePlain,
} from "./plainFiles.ts";
import { oneLine } from "./text.ts";

const MAX_REASON = 300;
/** writePlain adds a number to the name until the file is complete. */
const ORPHAN = /\.json\.\d+$/;

/** How the text of a state file is checked. Nothing in it is trusted: another person or a git pull may have written it. */
interface Checks<Value> {
  schema: z.ZodType<Value>;
  maxBytes: number;
}

export interface FileOptions<Value> extends Checks<Value> {
  cwd: string;
  /** The file, relative to `cwd`. */
  name: string;
  /** The value while there is no file. */
  empty: Value;
}

/** Each function throws an Error when the file cannot be used. Then it is left as it is. */
export interface StateFile<Value> {
  /** Reads the file only if it has changed since the last time. */
  read(): Promise<Value>;
  /**
   * Replaces the value by the first one that `change` gives, and returns the second one. No other program changes it
   * meanwhile. If the first one is the same value as before, or `change` throws, nothing is written.
   */
  update<Result>(
    change: (value: Value) => readonly [Value, Result],
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** A value in one file that only its owner can read. */
export function createStateFile<Value>(options: FileOptions<Value>): StateFile<Value> {
  const { cwd, name, empty } = options;
  const path = join(cwd, name);
  let last: { stamp: string; value: Value } | undefined;
  let isTidy = false;

  async function read(): Promise<Value> {
    plainPath(dirname(name), cwd);
    const stamp = stampOf(path);
    if (stamp === undefined) return empty;
    if (last?.stamp !== stamp) last = { stamp, value: load(name, cwd, options) };
    return last.value;
  }

  return {
    read,
    update: (change, signal) => {
      const action = async () => {
        if (!isTidy) await tidy(dirname(name), cwd, basename(name));
        isTidy = true;
        const before = await read();
        const [after, result] = change(before);
        if (after !== before) await save(name, cwd, after, options);
        return result;
      };
      return withLock(path, action, signal);
    },
  };
}

export interface FolderOptions<Value> extends Checks<Value> {
  cwd: string;
  /** The folder, relative to `cwd`. */
  folder: string;
  /** What an id must match. It becomes a part of a path, so it is checked before it is used. */
  id: RegExp;
  /** Said about what is no id: what an id looks like, and where to find one. */
  hint: string;
  idOf(value: Value): string;
}

/** All values that can be used, and one sentence for each file that cannot. */
export interface Found<Value> {
  values: Value[];
  problems: string[];
}

/** A folder with one state file for each value. */
export interface StateFolder<Value> {
  all(): Promise<Found<Value>>;
  /** Undefined when there is no such file. Throws an Error for what is no id, and for a file that cannot be used. */
  read(id: string): Promise<Value | undefined>;
  /** True when there is a file, whether it can be used or not. */
  exists(id: string): boolean;
  write(value: Value): Promise<void>;
  /** Runs `action` while no other program runs one on this folder. Makes the folder. */
  exclusively<Result>(action: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Values in a folder, in a file each, such as task_1a2b3c4d.json, that only its owner can read. */
export function createStateFolder<Value>(options: FolderOptions<Value>): StateFolder<Value> {
  const { cwd, folder, id: pattern, idOf, hint } = options;
  const nameOf = (id: string) => `${folder}/${id}.json`;
  function checkedName(id: string): string {
    if (pattern.test(id)) return nameOf(id);
    throw new Error(`${JSON.stringify(id.slice(0, 100))} is not an id. ${hint}`);
  }
  const stamp = (id: string) => stampOf(join(plainPath(folder, cwd), basename(checkedName(id))));
  let isTidy = false;

  function loadOne(id: string): Value {
    const name = nameOf(id);
    if (!pattern.test(id)) throw unusable(name, "its name has not the form of an id");
    const value = load(name, cwd, options);
    if (idOf(value) !== id) throw unusable(name, "it has the id of another file");
    return value;
  }

  async function all(): Promise<Found<Value>> {
    const path = plainPath(folder, cwd);
    const found: Found<Value> = { values: [], problems: [] };
    for (const name of (await namesIn(path)).sort()) {
      if (!name.endsWith(".json") || stampOf(join(path, name)) === undefined) continue;
      try {
        found.values.push(loadOne(name.slice(0, -".json".length)));
      } catch (error) {
        found.problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    return found;
  }

  return {
    all,
    read: async (id) => (stamp(id) === undefined ? undefined : loadOne(id)),
    exists: (id) => stamp(id) !== undefined,
    write: async (value) => save(checkedName(idOf(value)), cwd, value, options),
    async exclusively(action, signal) {
      const path = await makePlainFolder(folder, cwd);
      return withLock(
        join(path, "store"),
        async () => {
          if (!isTidy) await tidyFolder(folder, cwd);
          isTidy = true;
          return action();
        },
        signal,
      );
    },
  };
}

/** Changes whenever the file is replaced; undefined when there is none. A link is not followed. */
function stampOf(path: string): string | undefined {
  const info = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return info && `${info.ino} ${info.size} ${info.mtimeNs}`;
}

function load<Value>(name: string, cwd: string, { schema, maxBytes }: Checks<Value>): Value {
  const result = schema.safeParse(parsed(textOf(name, cwd, maxBytes), name));
  if (result.success) return result.data;
  throw unusable(name, z.prettifyError(result.error));
}

function textOf(name: string, cwd: string, maxBytes: number): string {
  try {
    return readPlain(name, cwd, maxBytes).toString("utf8");
  } catch (error) {
    throw unusable(name, error instanceof Error ? error.message : String(error));
  }
}

/** JSON can hold half of a character, and the API would refuse a request with it. */
const wellFormed = (_: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : value;

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text, wellFormed);
  } catch (error) {
    throw unusable(name, `it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** What could not be read again is not written. */
async function save<Value>(
  name: string,
  cwd: string,
  value: Value,
  { maxBytes }: Checks<Value>,
): Promise<void> {
  plainPath(name, cwd); // throws with what to do
  const text = `${JSON.stringify(value, wellFormed, 2)}\n`;
  if (Buffer.byteLength(text) > maxBytes)
    throw new Error(
      `${basename(name)} is full: it would have more than ${maxBytes} bytes. Nothing was written; make something in it shorter first.`,
    );
  try {
    await writePlain(name, cwd, text);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(name)) throw error; // it says what to do
    const [reason] = String(error).split(", "); // what follows has the name of a temporary file
    throw new Error(`${basename(name)} cannot be written: ${reason}`);
  }
}

const unusable = (name: string, reason: string) =>
  new Error(
    `${name} cannot be used, and is left as it is: ${oneLine(reason, MAX_REASON)}\nThe person has to mend or delete it.`,
  );

/** Removes what interrupted writes have left behind in a folder of state files. Only while no other program writes there. */
export const tidyFolder = (folder: string, cwd: string): Promise<void> => tidy(folder, cwd, "");

const tidy = (folder: string, cwd: string, start: string) =>
  removeOrphans(folder, cwd, (name) => name.startsWith(start) && ORPHAN.test(name));
