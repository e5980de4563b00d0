// course/film/terminal · the left side of a film: a terminal in which lines are typed and printed.
import stringWidth from "string-width";
import type { Box } from "./film.ts";
import { escaped, type Stage } from "./svg.ts";
import type { Row } from "./timeline.ts";

/** In units of the picture: at its full width one unit is one pixel. */
const CELL = 7.8;
const LINE = 19;
const FONT = 13;
const HEAD = 34;
const SIDE = 16;

/** How many columns fit into a terminal of a width. */
export const columnsIn = (width: number): number => Math.floor((width - 2 * SIDE) / CELL);

/** How high a terminal with so many rows is. */
export const heightOf = (rows: number): number => HEAD + rows * LINE + SIDE;

/** The terminal in its box. */
export function terminal(rows: Row[], { x, y, width, height }: Box, stage: Stage): string {
  const lights = [0, 1, 2].map((at) => `<circle cx="${x + 20 + 16 * at}" cy="${y + 18}" r="5"/>`);
  const lines = rows.map((row, at) =>
    drawn(row, { x: x + SIDE, y: y + HEAD + (at + 1) * LINE - 5 }, stage),
  );
  return [
    `<rect class="card" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`,
    `<g class="light">${lights.join("")}</g>`,
    `<g class="screen">`,
    ...lines,
    "</g>",
  ].join("\n");
}

/** A row that appears at its time; what is typed in it comes letter by letter from under a cover. */
function drawn({ kind, text, at, typed }: Row, { x, y }: { x: number; y: number }, stage: Stage) {
  const appears = [
    { at: 0, css: "opacity:0" },
    { at, css: "opacity:1" },
  ];
  const start = x + stringWidth(text) * CELL;
  const parts = [written(text, x, y, kind)];
  if (typed && typed.text !== "") {
    const width = stringWidth(typed.text) * CELL;
    const from = { at: typed.from, css: "transform:none" };
    const to = { at: typed.to, css: `transform:translateX(${round(width)}px)` };
    const steps = stringWidth(typed.text);
    const box = `x="${round(start)}" y="${y - FONT}" width="${round(width)}" height="${LINE - 1}"`;
    const gone = { at: typed.to, css: "transform:scaleX(0)" };
    parts.push(
      written(typed.text, start, y, "typed"),
      `<rect ${stage.stepping({ at: typed.from, css: "transform:scaleX(1)" }, gone, steps)} ${box} fill="var(--card)" style="transform-origin:${round(start + width)}px 0"/>`,
      `<g ${stage.changing(cursor(at, typed.to))}><rect ${stage.stepping(from, to, steps)} x="${round(start)}" y="${y - FONT + 2}" width="${CELL}" height="${LINE - 4}" fill="var(--cursor)"/></g>`,
    );
  }
  return `<g ${stage.changing(appears)}>${parts.join("")}</g>`;
}

const cursor = (from: number, to: number) => [
  { at: 0, css: "opacity:0" },
  { at: from, css: "opacity:1" },
  { at: to + 200, css: "opacity:0" },
];

/** Each column has the same width, whichever fonts there are; Chinese and Japanese signs take two. */
function written(text: string, x: number, y: number, kind: string): string {
  let from = x;
  const runs = text.trimEnd().match(RUNS) ?? [];
  const drawn = runs.map((run) => {
    const width = stringWidth(run) * CELL;
    const place = `x="${round(from)}" y="${y}" textLength="${round(width)}"`;
    from += width;
    const size = width > run.length * CELL ? " wide" : "";
    return `<text class="${kind}${size}" ${place}>${escaped(run)}</text>`;
  });
  return drawn.join("");
}

/** Signs of one width: those from the Chinese radicals on are twice as wide as Latin letters. */
const RUNS = /[\u2e80-\uffff]+|[^\u2e80-\uffff]+/g;

const round = (value: number) => Number(value.toFixed(1));
