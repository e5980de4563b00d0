// course/film/timeline · when each line appears and each request is sent, by a rule, so that the same session gives the same film.
import stringWidth from "string-width";
import { createWrapper } from "../../shared/wrap.ts";
import type { Call, Scene } from "./scenes.ts";

/** Milliseconds. */
const A = {
  /** A typed letter; a Chinese or Japanese sign is as wide as two and takes as long. */
  column: 40,
  /** From the end of what is printed to the next typed letter. */
  pause: 900,
  /** So long a question is read. */
  question: 1600,
  /** From the last typed letter to what comes of it. */
  enter: 300,
  line: 120,
  /** A request stays on the screen before the first line of its reply appears. */
  call: 1500,
  /** The last picture stays. */
  end: 7000,
};

/** How a line is drawn. */
export type Kind = "asked" | "printed" | "tool" | "gap";

/** A row of the terminal. */
export interface Row {
  kind: Kind;
  /** What appears at once: all of a printed line; the prompt or question before a typed text. */
  text: string;
  at: number;
  typed?: { text: string; from: number; to: number };
}

/** A request that is sent at a time. */
export interface Sent {
  at: number;
  /** When the reply begins to appear. */
  until: number;
  call: Call;
}

export interface Timeline {
  rows: Row[];
  sent: Sent[];
  /** All of it, in milliseconds. */
  length: number;
}

/** A session as rows of a terminal that is so many columns wide, and requests, each with its time. */
export function timelineOf(scenes: Scene[], columns: number): Timeline {
  const timeline: Timeline = { rows: [], sent: [], length: 0 };
  for (const scene of scenes) {
    type(timeline, scene, columns);
    const places = placesOf(scene);
    for (const [at, line] of scene.lines.entries()) {
      send(timeline, scene, places, at);
      print(timeline, line, columns);
    }
    send(timeline, scene, places, scene.lines.length);
  }
  timeline.length += A.end;
  return timeline;
}

function type(timeline: Timeline, { before, typed, kind }: Scene, columns: number) {
  const asked = wrap(before, columns);
  for (const row of asked.slice(0, -1)) add(timeline, row, "asked");
  const text = asked.at(-1) ?? "";
  const [first = "", ...more] = wrap(text + typed, columns);
  const at = timeline.length;
  timeline.length += kind === "answer" ? A.question : A.pause;
  const row = { kind: "asked", at } as const;
  timeline.rows.push({ ...row, text, typed: write(timeline, first.slice(text.length)) });
  for (const rest of more) {
    const at = timeline.length;
    timeline.rows.push({ ...row, at, text: "", typed: write(timeline, rest) });
  }
  timeline.length += A.enter;
}

function write(timeline: Timeline, text: string) {
  const from = timeline.length;
  timeline.length += stringWidth(text) * A.column;
  return { text, from, to: timeline.length };
}

function print(timeline: Timeline, line: string, columns: number) {
  const kind = line === "…" ? "gap" : line.startsWith("> ") ? "tool" : "printed";
  for (const row of wrap(line, columns)) add(timeline, row, kind);
}

function add(timeline: Timeline, text: string, kind: Kind) {
  timeline.rows.push({ kind, text, at: timeline.length });
  timeline.length += A.line;
}

/** Sends the requests whose replies are shown from a line on. */
function send(timeline: Timeline, { calls }: Scene, places: number[], line: number) {
  for (const [at, call] of calls.entries()) {
    if (places[at] !== line) continue;
    const until = timeline.length + A.call;
    timeline.sent.push({ at: timeline.length, until, call });
    timeline.length = until;
  }
}

/** For each call the first line that its reply shows. One that shows none comes before the next that does, or at the end. */
function placesOf({ calls, lines }: Scene): number[] {
  let from = 0;
  const found = calls.map(({ shows }) => {
    const at = lines.findIndex(
      (line, at) => at >= from && shows.some((text) => isShown(text, line)),
    );
    from = at < 0 ? from : at + 1;
    return at;
  });
  const end = lines.length - (lines.at(-1) === "…" ? 1 : 0);
  return found.map((_, at) => found.slice(at).find((place) => place >= 0) ?? end);
}

/** A line of a README may leave characters out. */
const isShown = (text: string, line: string): boolean => {
  const [start = ""] = line.split("…");
  return start !== "" && (start.startsWith(text) || text.startsWith(start.trimEnd()));
};

/** A text in rows, as the agent itself writes it at a terminal. */
const wrap = (text: string, columns: number): string[] =>
  createWrapper(() => columns)
    .add(text)
    .split("\n");
