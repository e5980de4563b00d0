// site/views/step/lines · a file as a diff of lines, in parts: what changed with the page's words beside it, and what lies between.
import type { Note } from "../data.ts";

export interface Line {
  kind: "same" | "added" | "gone";
  text: string;
  /** Its number in the later file; in the earlier one for a line that is gone. */
  number: number;
  /** Whether the page quotes it. */
  isQuoted: boolean;
}

/** Lines that are shown, with words about them, or lines between that are as before. */
export interface Part {
  kind: "shown" | "between";
  lines: Line[];
  /** HTML of the page. */
  notes: string[];
}

const CONTEXT = 3;

const split = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** All lines of a file by git's hunks: those before each hunk, its lines that are gone, and those that are new. */
export function diffLines(before: string, after: string, hunks: number[]): Line[] {
  const [old, now] = [split(before), split(after)];
  const lines: Line[] = [];
  let next = 0;
  const take = (kind: Line["kind"], from: string[], start: number, end: number) => {
    for (let at = start; at < end; at++)
      lines.push({ kind, text: from[at] ?? "", number: at + 1, isQuoted: false });
  };
  for (let at = 0; at < hunks.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = hunks.slice(at, at + 4);
    const [gone, added] = [b === 0 ? a : a - 1, d === 0 ? c : c - 1];
    take("same", now, next, added);
    take("gone", old, gone, gone + b);
    take("added", now, added, added + d);
    next = added + d;
  }
  take("same", now, next, now.length);
  return lines;
}

/** A file that only one side has: each of its lines is new, or gone. */
export const allLines = (text: string, kind: "added" | "gone"): Line[] =>
  split(text).map((line, at) => ({ kind, text: line, number: at + 1, isQuoted: false }));

/** The lines in parts. A note stands where the first line begins that it is about; one about no new line is left out. */
export function partsOf(lines: Line[], notes: Note[]): Part[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries())
    if (kind !== "same")
      isNear.fill(true, Math.max(0, at - CONTEXT), Math.min(lines.length, at + CONTEXT + 1));
  const begins = noteBegins(lines, notes, isNear);
  const parts: Part[] = [];
  for (const [at, line] of lines.entries()) {
    const kind = isNear[at] ? "shown" : "between";
    const begun = begins.get(at) ?? [];
    const last = parts.at(-1);
    if (last?.kind === kind && begun.length === 0) last.lines.push(line);
    else parts.push({ kind, lines: [line], notes: begun });
  }
  return parts;
}

/** By a line's place in the list, the notes that begin there; marks what they quote. */
function noteBegins(lines: Line[], notes: Note[], isNear: boolean[]): Map<number, string[]> {
  const begins = new Map<number, string[]>();
  for (const { places, html } of notes) {
    const isQuoted = ({ kind, number }: Line) =>
      kind !== "gone" && places.some(([first, last]) => number >= first && number <= last);
    const quoted = lines.filter(isQuoted);
    if (!quoted.some(({ kind }) => kind === "added")) continue;
    for (const line of quoted) line.isQuoted = true;
    const at = lines.findIndex((line, index) => isNear[index] && isQuoted(line));
    if (html.trim() !== "") begins.set(at, [...(begins.get(at) ?? []), html]);
  }
  return begins;
}
