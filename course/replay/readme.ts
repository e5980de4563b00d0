// course/replay/readme · the sessions a README shows, taken apart into what is typed and what is printed.
import { type Block, parseReadme } from "../readme/parse.ts";

/** What a person does in a session; `fresh` is the sample that a start makes anew, "" for the one of its chapter. */
export type Action =
  | { kind: "start"; chapter: string | undefined; fresh?: string; before: string; words: string }
  | { kind: "shell"; command: string }
  | { kind: "type"; label: string; text: string }
  | { kind: "answer"; question: string; word: string }
  | { kind: "interrupt" }
  | { kind: "advance"; time: string; times: number };

/** One thing that is done, and the lines that should be printed from it to the next one. */
export interface Segment {
  line: number;
  /** The line itself. */
  text: string;
  action: Action;
  /** The terminal in which it is done: 1, or 2 for a line that begins with `2`. */
  terminal: 1 | 2;
  expected: string[];
  /** The indent of each line of its block, in a list. */
  indent: string;
}

/** A problem of the README itself. */
export interface Mistake {
  line: number;
  message: string;
}

/** All blocks of one name in one README, in order. */
export interface Session {
  name: string;
  /** The first block's line. */
  line: number;
  fixture: string | undefined;
  segments: Segment[];
  /** Tables of what happens in it. */
  timelines: Block[];
  mistakes: Mistake[];
}

/** What a README shows: its sessions, and how many blocks are `real`, which are not replayed. */
export interface Shown {
  sessions: Session[];
  real: number;
}

/** A line that stands for any number of printed lines. */
export const GAP = "…";
const START = /^((?:\w+=\S* )*)npx tsx (?:\S*\/)?(s\d\d\w*)\/code\.ts(?: (.*))?$/;
const NPM_START = /^((?:\w+=\S* )*)npm start(?: --silent)?(?: (.*))?$/;
const FRESH = /(?<!\S)--fresh(?:=(\S*))?(?!\S)/;
const CHAPTER_WORD = /^(s?\d{1,2}(?:\.\d)?|s\d\d_\w+)(?: (.*))?$/;

/** Reads the ```console blocks of a README. Must not throw: what is wrong in them becomes mistakes. */
export function readSessions(text: string): Shown {
  const closed = parseReadme(text).blocks.filter(({ isClosed }) => isClosed);
  const blocks = closed.filter(({ language }) => language === "console");
  const tables = closed.filter(({ language }) => language === "timeline");
  const replayed = blocks.filter((block) => !wordsOf(block).includes("real"));
  const sessions = new Map<string, Session>();
  for (const block of replayed) {
    const { name = "", fixture, mistakes } = readInfo(block);
    const { line } = block;
    const timelines = tables.filter(({ info }) => info === `session=${name}`);
    const fresh: Session = { name, line, fixture, segments: [], timelines, mistakes: [] };
    const session = sessions.get(name) ?? fresh;
    if (fixture !== undefined && fixture !== session.fixture) {
      const message = `Session ${name} goes on here: its fixture is named where it begins.`;
      mistakes.push({ line, message });
    }
    sessions.set(name, session);
    session.mistakes.push(...mistakes, ...readBlock(block, session.segments));
  }
  for (const { segments, mistakes } of sessions.values()) mistakes.push(...unasserted(segments));
  const stray = tables.filter(({ info }) => !sessions.has(info.replace(/^session=/, "")));
  for (const { line } of stray)
    [...sessions.values()][0]?.mistakes.push({
      line,
      message: "The timeline names no session of this page.",
    });
  return { sessions: [...sessions.values()], real: blocks.length - replayed.length };
}

const wordsOf = ({ info }: Block) => info.split(/\s+/).filter((word) => word !== "");

function readInfo(block: Block) {
  const { line } = block;
  const mistakes: Mistake[] = [];
  const values: Record<string, string> = {};
  for (const word of wordsOf(block)) {
    const [, key, value] = /^(session|fixture)=([\w-]+)$/.exec(word) ?? [];
    if (key !== undefined && value !== undefined) values[key] = value;
    else mistakes.push({ line, message: `"${word}" is none of session=, fixture= and real.` });
  }
  const { session: name, fixture } = values;
  if (name === undefined) {
    mistakes.push({ line, message: "The block names no session: session=a, or real." });
  }
  return { name, fixture, mistakes };
}

/** Adds a block to the segments of its session; gives what is wrong with it. */
function readBlock({ line, lines, indent }: Block, segments: Segment[]): Mistake[] {
  const before = segments.length;
  for (const [index, text] of lines.entries()) {
    const action = actionOf(text);
    const number = line + 1 + index;
    const terminal = SECOND.test(text) ? 2 : 1;
    if (action === undefined && /^~ ?\d/.test(text)) return [{ line: number, message: NO_STEP }];
    if (action) segments.push({ line: number, text, action, terminal, expected: [], indent });
    else if (segments.length > before) segments.at(-1)?.expected.push(text);
    else return [{ line: number, message: "A block begins with what is typed, not printed." }];
  }
  return [];
}

const NO_STEP = "This is no step of the clock: ~ 30m, or ~ 30m x48 for 48 of them.";

/** The beginning of a line that is done in the second terminal: `2$ ls`, `2 s17 >> q`, `2 ^C`. */
const SECOND = /^2(?=\$ )|^2 (?=s\d\d(?:\.\d)? >>|\? .*:|\^C$)/;

/** What a line does, in either terminal; undefined for a line that is printed. */
export function actionOf(written: string): Action | undefined {
  const line = written.replace(SECOND, "");
  if (line === "^C") return { kind: "interrupt" };
  const [, time, times = 1] =
    /^~ (\d+(?:\.\d+)?(?:ms|s|m|h|d))(?: x([1-9]\d{0,2}))?$/.exec(line) ?? [];
  if (time !== undefined) return { kind: "advance", time, times: Number(times) };
  const [, label, text = ""] = /^(s\d\d(?:\.\d)?) >>(?: (.*))?$/.exec(line) ?? [];
  if (label !== undefined) return { kind: "type", label, text };
  const [, question, word = ""] = /^\? (.*): ?([^:]*)$/.exec(line) ?? [];
  if (question !== undefined) return { kind: "answer", question, word };
  return line.startsWith("$ ") ? commandOf(line.slice(2)) : undefined;
}

function commandOf(command: string): Action {
  const [direct, before = "", chapter, words = ""] = START.exec(command) ?? [];
  if (direct !== undefined) return { kind: "start", chapter, before, words };
  const [byNpm, settings = "", rest = ""] = NPM_START.exec(command) ?? [];
  if (byNpm === undefined) return { kind: "shell", command };
  const given = rest.replace(/(^| )-- /, "$1"); // npm reads this option itself
  const [named, name, more = ""] = CHAPTER_WORD.exec(given) ?? [];
  const asked = named === undefined ? given : more;
  const [option, sample = ""] = FRESH.exec(asked) ?? [];
  const fresh = option === undefined ? {} : { fresh: sample };
  const start = { kind: "start", chapter: name, ...fresh, before: settings } as const;
  return { ...start, words: asked.replace(FRESH, "").trim() };
}

/** Between a typed line and the next one something must be asserted; leaving prints nothing. */
function unasserted(segments: Segment[]): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const [index, { action, line }] of segments.entries()) {
    if (action.kind !== "type" || ["", "q", "/exit"].includes(action.text.trim())) continue;
    const rest = segments.slice(index + 1);
    const next = rest.findIndex(({ action }) => isTyped(action));
    const turn = segments.slice(index, next < 0 ? undefined : index + 1 + next);
    if (turn.some(asserts)) continue;
    mistakes.push({ line, message: "Nothing is asserted after this line: add a printed line." });
  }
  return mistakes;
}

const isTyped = ({ kind }: Action) => kind === "type" || kind === "start" || kind === "shell";

const asserts = ({ action, expected }: Segment) =>
  action.kind === "answer" || expected.some((line) => line.trim() !== "" && line.trim() !== GAP);
