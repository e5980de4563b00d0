// shared/json5File · settings that a person writes: each is checked alone, and a wrong one counts as its default.
import JSON5 from "json5";
import type { z } from "zod";
import { isMissing } from "./files.ts";
import { readPlain } from "./plainFiles.ts";
import { capped, oneLine } from "./text.ts";
import { isTrusted } from "./trust.ts";

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 6;
const MAX_UNKNOWN = 5;

/** What a file of settings says. A setting is named by its place, such as "hooks.persona.mode". */
export interface Json5File {
  /** The value of a setting; `usual`, when there is none or a wrong one. `must` says what the schema takes. */
  value<Value>(key: string, usual: Value, schema: z.ZodType<Value>, must: string): Value;
  /** Tells the settings in the file that nobody has asked for. */
  tellUnknown(): void;
}

/**
 * Reads the file `name` of `cwd`. What is wrong with it goes to `tell`, one line for each problem. Must not throw: a
 * file that cannot be used counts as none, and so does one in a folder that is not trusted.
 */
export function readJson5(name: string, cwd: string, tell: (problem: string) => void): Json5File {
  const found = new Map(leavesOf(parsed(name, cwd, tell), []));
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

function parsed(name: string, cwd: string, tell: (problem: string) => void): unknown {
  if (!isTrusted()) return {};
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
function leavesOf(value: unknown, path: string[]): [string, unknown][] {
  if (!isRecord(value) || path.length >= MAX_DEPTH) return [[path.join("."), value]];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
}
