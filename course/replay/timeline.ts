// course/replay/timeline · what is printed and what changes on the disk in a session, in order; and the table of it in a page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseRecord } from "../base/json.ts";
import type { Block } from "../readme/parse.ts";
import { unlessGone } from "../spec/folder.ts";
import type { Problem } from "./acts.ts";
import { type Bindings, matchLine } from "./match.ts";
import type { Edit } from "./mend.ts";
import { GAP } from "./readme.ts";

/** Something that has happened: who has printed or typed it, or the folder in which a file has changed. */
export interface Happening {
  time: string;
  who: string;
  text: string;
}

/** What happens in a session, while it is played. */
export interface Happened {
  list: Happening[];
  /** Lets time pass. Only that of the page counts: what the machine takes is not in it. */
  pass(ms: number): void;
  /** Notes what a program has printed, as far as it is whole lines; gives how many bytes that were. */
  print(text: string): number;
  type(text: string): void;
  /** Notes what has changed in the folders of state. */
  look(): void;
}

/** The folders of state whose files a timeline can show. */
const FOLDERS = [".tasks", ".mailboxes", ".sessions"];

const PRINTED = /^(?:s\d\d(?:\.\d)? >> ?)*(?:\[([\w-]+)\] )?(.*)$/;

/** Begins to note what happens in a folder. */
export function startRecord(folder: string): Happened {
  const list: Happening[] = [];
  let known = new Map<string, string>();
  let passed = 0;
  const add = (who: string, text: string) =>
    void list.push({ time: timeOf(passed), who, text: text.trim() });
  return {
    list,
    pass(ms) {
      passed += ms;
    },
    print(text) {
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      for (const line of whole.split("\n")) {
        const [, who = "lead", said = ""] = PRINTED.exec(line) ?? [];
        if (said.trim() !== "") add(who, said);
      }
      return Buffer.byteLength(whole);
    },
    type: (text) => add("you", text),
    look() {
      const now = new Map(FOLDERS.flatMap((store) => filesIn(folder, store)));
      for (const [path, words] of known)
        if (!now.has(path)) add(storeOf(path), `${words.split(":")[0]}: gone`);
      for (const [path, words] of now) if (known.get(path) !== words) add(storeOf(path), words);
      known = now;
    },
  };
}

const timeOf = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

const storeOf = (path: string) => path.split("/")[0] ?? "";

/** The state files in a folder, each in words: "task_1a2b3c4d: in_progress alice", "alice to lead: result". What is half written is not shown. */
function filesIn(folder: string, store: string): (readonly [string, string])[] {
  const place = join(folder, store);
  if (!existsSync(place)) return [];
  const names = unlessGone(() => readdirSync(place, { recursive: true, encoding: "utf8" }));
  if (names === undefined) return filesIn(folder, store); // a folder in it has gone, such as that of a lock
  return names
    .filter((name) => /\.jsonl?$/.test(name))
    .sort()
    .flatMap((name) => {
      const lines = name.endsWith("l") ? textOf(join(place, name)).split("\n").slice(0, -1) : [];
      if (lines.length > 0)
        return lines.map((one, at) => [`${store}/${name}:${at}`, lineInWords(one)] as const);
      const words = wordsOf(join(place, name));
      const read = /\bread[\\/]/.test(name) ? ", read" : ""; // a letter that was read lies in another folder
      return words === undefined ? [] : [[`${store}/${basename(name)}`, words + read] as const];
    });
}

/** A line of a session's file, such as "messages from 1: assistant" or "begun". */
function lineInWords(line: string): string {
  const { type, from, messages } = parseRecord(line) ?? {};
  const roles = Array.isArray(messages) ? `: ${messages.map(({ role }) => role).join(", ")}` : "";
  return `${type}${from === undefined ? "" : ` from ${from}`}${roles}`;
}

const textOf = (path: string) => unlessGone(() => readFileSync(path, "utf8")) ?? "";

function wordsOf(path: string): string | undefined {
  const { id, status, owner, from, to, type } = parseRecord(textOf(path)) ?? {};
  if (typeof status === "string") return `${id}: ${[status, owner].filter(Boolean).join(" ")}`;
  return typeof from === "string" ? `${from} to ${to}: ${type}` : undefined;
}

/** What a row says in one of its columns. */
interface Cell {
  column: string;
  text: string;
  time: string;
  line: number;
}

const partsOf = (line: string): string[] => line.split("|").map((part) => part.trim());

const columnsOf = ({ lines }: Block): string[] => partsOf(lines[0] ?? "");

function cellsOf(block: Block): Cell[] {
  const [, ...columns] = columnsOf(block);
  return block.lines.slice(1).flatMap((row, at) => {
    const [time = "", ...texts] = partsOf(row);
    const cell = (text: string, column: number) => ({ column: columns[column] ?? "", text, time });
    return texts
      .map((text, column) => ({ ...cell(text, column), line: block.line + 2 + at }))
      .filter(({ text }) => text !== "");
  });
}

/**
 * Compares a table of a page with what has happened. Its first line names the columns: `time`, then who, then folders. What a cell
 * says must have happened after what the cells before it say; `…` and `<id>` are as in sessions, and a column may be `<id>`, too. In
 * the column of a folder nothing is left out after the first cell, but where a cell is `…`.
 */
export function timelineProblems(block: Block, list: Happening[], known: Bindings): Problem[] {
  const columns = columnsOf(block);
  const cells = cellsOf(block);
  const problem = (line: number, message: string) => [{ line, message }];
  if (columns[0] !== "time") return problem(block.line + 1, WITHOUT_TIME);
  if (cells.length === 0) return problem(block.line, "It has no rows yet: --write writes them.");
  const open = new Set<string>();
  let bindings = known;
  let next = 0;
  for (const { column, text, time, line } of cells) {
    if (text === GAP) open.add(column);
    if (text === GAP) continue;
    const bound = (one: Happening) => boundBy({ column, text, time }, one, bindings, columns);
    const at = list.findIndex((one, at) => at >= next && bound(one) !== undefined);
    const isMissing = ({ who }: Happening) =>
      FOLDERS.includes(who) && columns.includes(who) && !open.has(who);
    const between = list.slice(next, at < 0 ? undefined : at);
    const left = at < 0 ? between : between.filter((one) => next > 0 && isMissing(one));
    if (at < 0 || left.length > 0) {
      const message = at < 0 ? "has not happened here" : "does not come next: this is left out";
      return [{ line, message, expected: `${column}: ${text}`, printed: told(left) }];
    }
    open.delete(column);
    bindings = (list[at] && bound(list[at])) ?? bindings;
    next = at + 1;
  }
  return [];
}

const WITHOUT_TIME = "A timeline begins with a line such as `time | lead | alice | .tasks`.";

/** The bindings with which a cell says what has happened; undefined if it says something else. Two columns are never the same one. */
function boundBy(
  { column, text, time }: Omit<Cell, "line">,
  { who, ...happening }: Happening,
  known: Bindings,
  columns: string[],
): Bindings | undefined {
  const isOther = columns.some((name) => name !== column && (known.get(name) ?? name) === who);
  const named = isOther ? undefined : matchLine(column, who, known);
  const timed = named && matchLine(time || GAP, happening.time, named);
  return timed && matchLine(text, happening.text, timed);
}

const MOST_TOLD = 12;

const told = (list: Happening[]) =>
  list
    .slice(0, MOST_TOLD)
    .map(({ time, who, text }) => `${time} ${who}: ${text}`)
    .join("\n") || "(nothing more)";

/** For a table that has only its first line: what was typed, which tools were called, and what has changed, in its columns. */
export function timelineRows(block: Block, list: Happening[], known: Bindings): Edit[] {
  if (block.lines.length !== 1) return [];
  const [, ...columns] = columnsOf(block);
  const names = new Map([...known].map(([name, value]) => [value, name]));
  const named = (id: string) => {
    if (!names.has(id)) names.set(id, `<id-${names.size + 1}>`);
    return names.get(id) ?? id;
  };
  const added = list
    .filter(({ who, text }) => columns.includes(who) && (isKept(who) || SHOWN.test(text)))
    .map(({ time, who, text }) => {
      const words = text.replaceAll(/\b[a-z]+_[0-9a-f]{8}\b/g, named).replaceAll("|", GAP);
      const texts = columns.map((name) => (name === who ? words : ""));
      return block.indent + [time, ...texts].join(" | ").trimEnd();
    });
  return [{ line: block.line + 2, removed: [], added }];
}

const isKept = (who: string) => who === "you" || FOLDERS.includes(who);

/** A tool that is called, and what a team tells of its mates. */
const SHOWN = /^(> \S|begins\b|takes\b|stopped\b|has left\b)/;
