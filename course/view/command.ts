// course/view/command · `course view trace.jsonl`: draws a trace in the terminal.
import { createReadStream, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { clean } from "../../shared/screen.ts";
import { capped } from "../../shared/text.ts";
import { readWords, UsageError } from "../base/usage.ts";
import { BARS, draw, MARKS, totalLines } from "./draw.ts";
import { readEntry } from "./entry.ts";
import { type Line, linesOf } from "./lines.ts";
import { createStory, isTold, type Story } from "./story.ts";
import { lengthInWords } from "./words.ts";

type Print = (line: string) => void;

/** How the command is called, what it does, and more. */
export const VIEW_HELP = `course view FILE

Draws a trace: which agent called the model, which one waited, which message went where.
A trace is written by TRACE=trace.jsonl npm start. - instead of FILE reads the standard input.
Each agent has a column, time goes downwards:
  ${BARS.calls} a model call runs   ${BARS.tools} its tools run   ${BARS.waits} the agent waits
  ${MARKS.begin} ${MARKS.reply} a model call begins, ends; ${MARKS.whole} both, when nothing happened meanwhile; ${MARKS.failure} it failed
  ${MARKS.prompt} what begins a turn   ${MARKS.tool} a tool call   ${MARKS.side} a side question
  ├─▶ a message from one agent to another   ${MARKS.read} it has been read
The picture is as wide as the terminal, or as COLUMNS says.
Example: npm run course -- view trace.jsonl`;

const USAGE = VIEW_HELP.split("\n")[0] ?? "";
const MAKE_ONE = "TRACE=trace.jsonl npm start s15 writes one";

/** More than a person can look at; the rest of a larger trace is not read. */
const MAX_EVENTS = 100_000;
const MAX_TOTALS = 40;

/** What was found in the file, in lines. */
interface Found {
  good: number;
  broken: number;
  unknown: number;
  /** Whether the last line is cut off, and whether lines were left out at the end. */
  isCut: boolean;
  isTooMuch: boolean;
}

/**
 * Runs the command. Returns the exit code: 1 when there is nothing to draw.
 * Throws a UsageError for a file that cannot be read.
 */
export async function viewCommand(args: string[], _root: string, print: Print): Promise<number> {
  const { positionals } = readWords({ args, options: {}, allowPositionals: true }, USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`Usage: ${USAGE}`);
  const name = file === "-" ? "The standard input" : clean(basename(file));
  const story = createStory();
  const found = await readTrace(inputOf(file), story).catch((error: unknown) => {
    if (!isOfSystem(error)) throw error;
    throw new UsageError(`${name} cannot be read (${error.code}): name a file that can be.`);
  });
  if (found.good === 0) {
    print(`${name} ${emptyWords(found)}`);
    return 1;
  }
  for (const line of picture(name, story, found)) print(line);
  return 0;
}

/** The text of a file, in pieces. */
function inputOf(file: string): AsyncIterable<string> {
  if (file === "-") return process.stdin.setEncoding("utf8");
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`There is no file ${clean(file)}. ${MAKE_ONE}.`);
  if (stats.isDirectory()) throw new UsageError(`${clean(file)} is a folder: name a trace in it.`);
  return createReadStream(path, "utf8");
}

async function readTrace(input: AsyncIterable<string>, story: Story): Promise<Found> {
  const found: Found = { good: 0, broken: 0, unknown: 0, isCut: false, isTooMuch: false };
  for await (const line of linesOf(input)) {
    found.isTooMuch = story.size() >= MAX_EVENTS;
    if (found.isTooMuch) break;
    take(line, story, found);
  }
  return found;
}

/** True when the system could not read, and not for a mistake of the view. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error;

function take({ text, isEnded }: Line, story: Story, found: Found) {
  if (text?.trim() === "") return;
  const entry = text === undefined ? { kind: "broken" as const } : readEntry(text.trim());
  if (isTold(entry)) {
    found.good++;
    story.add(entry);
  } else if (entry.kind === "unknown") found.unknown++;
  else if (isEnded) found.broken++;
  else found.isCut = true;
}

function emptyWords({ broken, unknown, isCut }: Found): string {
  const isEmpty = broken + unknown === 0 && !isCut;
  return isEmpty
    ? `is empty: no model call has ended yet. ${MAKE_ONE}.`
    : `is not a trace: no line of it is a model call. ${MAKE_ONE}.`;
}

function picture(name: string, story: Story, found: Found): string[] {
  const [events, totals, width] = [story.events(), story.totals(), terminalWidth()];
  const length = (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);
  const calls = totals.reduce((sum, total) => sum + total.calls, 0);
  const count = calls === 1 ? "1 model call" : `${calls} model calls`;
  return [
    `${name}: ${count} in ${lengthInWords(length)}`,
    "",
    ...draw(events, width),
    "",
    ...capped(totalLines(totals, width), MAX_TOTALS, (rest) => `… and ${rest} more agents`),
    ...warnings(found),
  ];
}

function warnings({ broken, unknown, isCut, isTooMuch }: Found): string[] {
  const lines = (count: number) => (count === 1 ? "1 line" : `${count} lines`);
  return [
    ...(isCut ? ["The last line is cut off: the program was stopped while it wrote."] : []),
    ...(broken > 0 ? [`Left out: ${lines(broken)} that cannot be read as JSON.`] : []),
    ...(unknown > 0 ? [`Left out: ${lines(unknown)} of a kind that this view does not know.`] : []),
    ...(isTooMuch
      ? [
          `Only the beginning is drawn, ${MAX_EVENTS} events. tail -n 1000 trace.jsonl | npm run course -- view - draws the end.`,
        ]
      : []),
  ];
}

const [NARROWEST, USUAL, WIDEST] = [30, 80, 1000];

/** What COLUMNS says, else the width of the terminal, else 80. */
function terminalWidth(): number {
  const said = /^\d+$/.exec(process.env.COLUMNS ?? "")?.[0];
  const width = Number(said ?? process.stdout.columns ?? USUAL) || USUAL;
  return Math.min(WIDEST, Math.max(NARROWEST, width));
}
