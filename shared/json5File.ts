// shared/json5File · settings that a person writes: each is checked alone, and a wrong one counts as its default.
import JSON5 from "json5";
import type { z } from "zod";
import { isMissing } from "./files.ts";
import { readPlain } from "./plainFiles.ts";
import { capped, oneLine } from "./text.ts";

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 6;
const MAX_UNKNOWN = 5;

/** A setting, named by its place, such as "hooks.persona.mode". */
export type Setting = [place: string, value: unknown];

/** What a file of settings says. */
export interface Json5File {
  /** The value of a setting; `usual`, when there is none or a wrong one. `must` says what the schema takes. */
  value<Value>(key: string, usual: Value, schema: z.ZodType<Value>, must: string): Value;
  /** Tells the settings in the file that nobody has asked for. */
  tellUnknown(): void;
}

/**
 * The settings in the file `name` of `cwd`. What is wrong with it goes to `tell`, one line for each problem. Must not
 * throw: a file that cannot be used has none.
 */
export const settingsIn = (name: string, cwd: string, tell: (problem: string) => void): Setting[] =>
  leavesOf(parsed(name, cwd, tell), []);

/** Those settings of the file `name` that are used. What is wrong with one goes to `tell`. */
export function json5File(
  name: string,
  settings: Setting[],
  tell: (problem: string) => void,
): Json5File {
  const found = new Map(settings);
  const asked = new Set<string>();
  return {
    value(key, usual, schema, must) {
      asked.add(key);
      if (!found.has(key)) return usual;
      const checked = schema.safeParse(found.get(key));
      if (checked.success) return checked.data;
      const [is, counts] = [found.get(key), usual].map(inWords);
      tell(`${name}: ${key} is ${is}, but must be ${must}. It counts as ${counts}.`);
      return usual;
    },
    tellUnknown() {
      const unknown = [...found.keys()].filter((key) => !asked.has(key));
      const lines = unknown.map((key) => `${name}: there is no setting ${oneLine(key, 80)}.`);
      for (const line of capped(lines, MAX_UNKNOWN, (rest) => `${name}: ${rest} more.`)) tell(line);
    },
  };
}

/** A list is not shown: it may be nested so deep that nothing can print it. */
const inWords = (value: unknown) =>
  Array.isArray(value) ? "a list" : oneLine(JSON5.stringify(value) ?? "nothing", 60);

/** A setting as one line with all that counts of it: none has a list or an object for its value. */
export const lineOf = ([place, value]: Setting): string =>
  `${place}: ${typeof value === "object" && value !== null ? "a list" : JSON5.stringify(value)}`;

function parsed(name: string, cwd: string, tell: (problem: string) => void): unknown {
  try {
    const value: unknown = JSON5.parse(readPlain(name, cwd, MAX_BYTES).toString("utf8"));
    if (isRecord(value)) return value;
    tell(`${name} is not used, and the defaults count: it must be an object, { … }.`);
  } catch (error) {
    const reason = error instanceof Error ? oneLine(error.message) : String(error);
    if (!isMissing(error)) tell(`${name} is not used, and the defaults count: ${reason}`);
  }
  return {};
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is not an object, with its place. Objects that are nested too deep count as a value. */
function leavesOf(value: unknown, path: string[]): Setting[] {
  if (!isRecord(value) || path.length >= MAX_DEPTH) return [[path.join("."), value]];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
}
