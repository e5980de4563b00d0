// course/view/draw · the picture: a column for each agent, time downwards, one line for each event.
import { paint, type Style } from "../../shared/screen.ts";
import { type Columns, columnsFor } from "./columns.ts";
import type { Lane } from "./lanes.ts";
import { type Doing, type Event, type Total, tokensInWords } from "./story.ts";
import { fit, lengthInWords, pad, timeInWords } from "./words.ts";

/** How a column looks while its agent does something, and what marks an event. */
export const BARS: Record<Doing, string> = { calls: "┃", tools: "┆", waits: "│", nothing: " " };
export const MARKS: Record<Exclude<Event["kind"], "mail">, string> = {
  prompt: "»",
  begin: "┏",
  reply: "┗",
  whole: "●",
  failure: "✗",
  tool: ">",
  side: "?",
  read: "✓",
  told: "·",
};

/** Between the time and the columns. */
const GAP = 2;
/** In narrower columns a title would be a letter or two. */
const ROOM_FOR_TITLES = 5;
const STYLE_OF_TEXT: Partial<Record<Event["kind"], Style>> = { failure: "red", prompt: "cyan" };
const STYLES: Style[] = ["cyan", "magenta", "green", "yellow"];

/** What the picture knows while it is drawn from top to bottom. */
interface Drawing {
  columns: Columns;
  /** Columns of the terminal. */
  width: number;
  titleOf(lane: Lane): string;
  begin: number;
  timeWidth: number;
  /** What each agent does; one that has not appeared yet is not in it. */
  doing: Map<Lane, Doing>;
}

/** The lines of the picture, none wider than `width`, and none without an event. Events must be in order of time. */
export function draw(events: Event[], width: number): string[] {
  const drawing = newDrawing(events, width);
  const lines = events.map((event) => lineOf(drawing, event));
  const { count, width: each } = drawing.columns;
  return count > 1 && each >= ROOM_FOR_TITLES ? [titleLine(drawing), ...lines] : lines;
}

/** What each agent is called. The one that the person talks to is the lead if there are mates. */
function titles(lanes: Lane[]): (lane: Lane) => string {
  const isAlone = lanes.every(({ name, isSubagent }) => name === "" || isSubagent);
  return ({ name }) => name || (isAlone ? "agent" : "lead");
}

function newDrawing(events: Event[], width: number): Drawing {
  const [first, last] = [events[0]?.at ?? 0, events.at(-1)?.at ?? 0];
  const titleOf = titles(events.flatMap(({ lane, to }) => (to ? [lane, to] : [lane])));
  const timeWidth = timeInWords(last - first).length;
  const room = Math.floor((width - timeWidth - GAP) / 2);
  const columns = columnsFor(events, room, titleOf);
  return { columns, width, titleOf, begin: first, timeWidth, doing: new Map() };
}

function titleLine({ columns, timeWidth }: Drawing): string {
  const cells = columns.titles.map((title, at) => painted(pad(title, columns.width), at));
  return `${" ".repeat(timeWidth + GAP)}${cells.join("")}`.trimEnd();
}

/** Each column has its colour; the text says all that colours say. */
const painted = (text: string, column: number) => paint(text, STYLES[column % STYLES.length]);

function lineOf(drawing: Drawing, event: Event): string {
  const { columns, timeWidth, begin, width } = drawing;
  const time = paint(timeInWords(event.at - begin).padStart(timeWidth), "dim");
  appear(drawing, event);
  const cells = event.kind === "mail" ? mailCells(drawing, event) : markedCells(drawing, event);
  change(drawing, event);
  const room = width - timeWidth - GAP - columns.count * columns.width;
  const text = paint(fit(textOf(drawing, event), room), STYLE_OF_TEXT[event.kind]);
  return `${time}${" ".repeat(GAP)}${cells.join("")}${text}`.trimEnd();
}

/** An agent that is named for the first time is there from now on. */
function appear({ doing }: Drawing, { lane, to }: Event) {
  for (const one of to ? [lane, to] : [lane]) if (!doing.has(one)) doing.set(one, "waits");
}

function change({ doing, columns }: Drawing, event: Event) {
  const { lane, next } = event;
  const isOver = lane.isSubagent && columns.lastOf.get(lane) === event;
  if (isOver) doing.set(lane, "nothing");
  else if (next !== undefined) doing.set(lane, next);
}

/** What is seen in each column: where several agents share one, the one that does most. */
function barsOf({ doing, columns }: Drawing): Doing[] {
  const bars = Array.from({ length: columns.count }, (): Doing => "nothing");
  for (const [lane, what] of doing) {
    const at = columns.of(lane);
    if (RANK.indexOf(what) > RANK.indexOf(bars[at] ?? "nothing")) bars[at] = what;
  }
  return bars;
}

const RANK: Doing[] = ["nothing", "waits", "tools", "calls"];

function markedCells(drawing: Drawing, { kind, lane }: Event): string[] {
  const { columns } = drawing;
  const mark = kind === "mail" ? "" : MARKS[kind];
  return barsOf(drawing).map((what, at) => {
    const sign = at === columns.of(lane) ? mark : BARS[what];
    return painted(pad(sign, columns.width), at);
  });
}

/** An arrow from the column of the sender to that of the recipient, across those between them. */
function mailCells(drawing: Drawing, { lane, to = lane }: Event): string[] {
  const { columns } = drawing;
  const [from, end] = [columns.of(lane), columns.of(to)];
  const [left, right] = [Math.min(from, end), Math.max(from, end)];
  return barsOf(drawing).map((what, at) => {
    const isInside = at >= left && at <= right;
    const sign = isInside ? arrowSign(at, from, end, what) : BARS[what];
    const rest = (at >= left && at < right ? "─" : " ").repeat(columns.width - 1);
    return painted(sign + rest, isInside ? from : at);
  });
}

function arrowSign(at: number, from: number, end: number, what: Doing): string {
  if (at === from) return from > end ? "┤" : "├";
  if (at === end) return from > end ? "◀" : "▶";
  return what === "nothing" ? "─" : "┼";
}

/** In a picture of several agents each line says whose it is; mail says it itself. */
function textOf({ columns, titleOf }: Drawing, { kind, lane, text }: Event): string {
  return columns.count === 1 || kind === "mail" ? text : `${titleOf(lane)}: ${text}`;
}

/** What each agent has used, a line for each. */
export function totalLines(totals: Total[], width: number): string[] {
  const titleOf = titles(totals.map(({ lane }) => lane));
  const longest = Math.max(0, ...totals.map(({ lane }) => titleOf(lane).length));
  return totals.map(({ lane, calls, ms, ...tokens }) => {
    const count = calls === 1 ? "1 model call" : `${calls} model calls`;
    const words = `${count}, ${tokensInWords(tokens)}, ${lengthInWords(ms)}`;
    return fit(`${pad(titleOf(lane), longest)}  ${words}`, width);
  });
}
