// shared/lineFile · a file of JSON lines that is only ever added to, also after a crash has torn its last line.
import type { z } from "zod";
import { openPlainEnd } from "./plainFiles.ts";

/** What was read. */
export interface Lines<Line> {
  lines: Line[];
  /** True when the last line was not written to its end. */
  isTorn: boolean;
}

/**
 * The lines of a text. Those that are no JSON are left out: a crash or a full disk may have torn them. Throws an Error
 * that begins with "it" for JSON of another form, because that was written on purpose.
 */
export function readLines<Line>(text: string, schema: z.ZodType<Line>): Lines<Line> {
  const texts = text.split("\n");
  const isTorn = texts.pop() !== "";
  return { lines: texts.flatMap((one, at) => parsed(one, at, schema)), isTorn };
}

function parsed<Line>(text: string, at: number, schema: z.ZodType<Line>): Line[] {
  const value = unlessTorn(text);
  if (value === undefined) return [];
  const { success, data } = schema.safeParse(value);
  if (success) return [data];
  throw new Error(
    `its line ${at + 1} has a form that is not known: it may be forged, or of another version.`,
  );
}

function unlessTorn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface LineFile {
  /**
   * Adds a line. It is in the system's hands then, which keeps it when this process is killed; a line without its end
   * is none. Gives the size of the file before it, in bytes. Throws an Error when the file was removed.
   */
  add(line: object): Promise<number>;
  close(): Promise<void>;
}

/** Opens a file that only its owner can read. `isTorn` says that its last line was not written to its end. */
export async function openLines(name: string, cwd: string, isTorn = false): Promise<LineFile> {
  const file = await openPlainEnd(name, cwd);
  let [hasTorn, isOpen] = [isTorn, true];
  return {
    async add(line) {
      const { nlink, size } = await file.stat();
      if (nlink === 0) throw new Error(`${name} was removed.`);
      const start = hasTorn ? "\n" : "";
      hasTorn = true; // until it is written to its end
      await file.appendFile(`${start}${JSON.stringify(line)}\n`);
      hasTorn = false;
      return size;
    },
    async close() {
      if (isOpen) await file.close();
      isOpen = false;
    },
  };
}
