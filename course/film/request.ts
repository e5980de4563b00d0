// course/film/request · the right side of a film: a request in squares of ten tokens, and how it has grown.
import type { Section } from "../../practice/cache/layout.ts";
import type { Box } from "./film.ts";
import type { Call } from "./scenes.ts";
import { escaped, type Look, type Stage } from "./svg.ts";
import type { Sent } from "./timeline.ts";
import type { Words } from "./words.ts";

/** What is drawn, and with what. */
interface View {
  sent: Sent[];
  words: Words;
  stage: Stage;
}

type Place = Omit<Box, "height">;

const SIDE = 18;
const HEAD = 96;
/** From the name of a part to its squares, and from them to the next name. */
const NAME = 9;
const SPACE = 20;
/** Tokens that a square stands for. */
const SQUARE = 10;
const SIZE = 8;
const STEP = 11;
const BAR = 9;
const BAR_STEP = 19;
/** Milliseconds. */
const FADE = 350;
/** As a model reads them: what comes from the cache is at the beginning. */
const ORDER: readonly Section[] = ["tools", "system", "messages"];
const HIDDEN = "opacity:0";
const SEEN = "opacity:1";
const NEW = `${SEEN};stroke:var(--new)`;
const CACHED = `${SEEN};stroke:var(--cached)`;

/** The requests in their box. */
export function requests(view: View, box: Box): string {
  const { x: left, y: top, height } = box;
  const place = { x: left + SIDE, y: top + HEAD, width: box.width - 2 * SIDE };
  const card = `x="${left}" y="${top}" width="${box.width}" height="${height}" rx="10"`;
  const lines = [
    `<rect class="card" ${card}/>`,
    `<g ${glow(view)}><rect class="glow" ${card}/></g>`,
    ...counter(view, { ...place, y: top + 24 }),
    ...legend({ ...place, y: top + 46 }, view.words),
    small(view.words.square(SQUARE), { ...place, y: top + 65 }),
  ];
  for (const section of ORDER) {
    lines.push(...heading(view, section, place));
    place.y += NAME;
    const runs = runsOf(section, view.sent);
    lines.push(...runs.map((run) => `<path class="room" d="${outline(run, place)}"/>`));
    lines.push(...runs.map((run) => squares(view, run, place)));
    place.y += rowsOf(section, view.sent, place.width) * STEP + SPACE;
  }
  place.y = top + height - view.sent.length * BAR_STEP - SIDE;
  lines.push(small(view.words.each, place), ...bars(view, { ...place, y: place.y + 2 }));
  return lines.join("\n");
}

/** How high the box has to be. */
export function heightWith(sent: Sent[], width: number): number {
  const rows = ORDER.map((section) => rowsOf(section, sent, width - 2 * SIDE));
  const squares = rows.reduce((sum, count) => sum + NAME + count * STEP + SPACE, 0);
  return HEAD + squares + sent.length * BAR_STEP + SIDE;
}

/** All tokens of a request, as they are written. */
export const sizeOf = (call: Call): string => shown(totalOf(call));

const shown = (tokens: number) => tokens.toLocaleString("en");
const totalOf = ({ tokens }: Call) => tokens.tools + tokens.system + tokens.messages;
const squaresOf = ({ tokens }: Call, section: Section) => Math.round(tokens[section] / SQUARE);
const columnsIn = (width: number) => Math.floor((width + STEP - SIZE) / STEP);

/** So many rows of squares a part has when it is longest. */
function rowsOf(section: Section, sent: Sent[], width: number): number {
  const most = Math.max(0, ...sent.map(({ call }) => squaresOf(call, section)));
  return Math.ceil(most / columnsIn(width));
}

const small = (text: string, { x, y }: Pick<Place, "x" | "y">) =>
  `<text class="small" x="${x}" y="${y}">${escaped(text)}</text>`;

const figure = (tokens: number, { x, y, width }: Place) =>
  `<text class="small" text-anchor="end" x="${x + width}" y="${y}">${shown(tokens)}</text>`;

const visible = (stage: Stage, from: number, to: number | undefined): string => {
  const looks = [
    { at: 0, css: HIDDEN },
    { at: from, css: SEEN },
  ];
  return stage.changing(to === undefined ? looks : [...looks, { at: to, css: HIDDEN }]);
};

/** The edge of the box, bright while a request is under way. */
function glow({ sent, stage }: View): string {
  const looks = sent.flatMap(({ at, until }) => [
    { at, css: SEEN },
    { at: until - FADE, css: HIDDEN },
  ]);
  return stage.changing([{ at: 0, css: HIDDEN }, ...looks], FADE);
}

/** A text for each request, visible from its time to that of the next one. */
const counter = ({ sent, words, stage }: View, { x, y }: Place): string[] =>
  sent.map(({ at, call }, place) => {
    const text = `${words.request(place + 1)} · ${sizeOf(call)} ${words.unit}`;
    const seen = visible(stage, at, sent[place + 1]?.at);
    return `<g ${seen}><text class="strong" x="${x}" y="${y}">${escaped(text)}</text></g>`;
  });

function legend({ x, y }: Place, words: Words): string[] {
  const square = (x: number, color: string) =>
    `<rect x="${x}" y="${y - 9}" width="9" height="9" rx="1.5" fill="var(--${color})"/>`;
  return [
    square(x, "new") + small(words.sent, { x: x + 15, y }),
    square(x + 74, "cached") + small(words.cached, { x: x + 89, y }),
  ];
}

/** The name of a part, and its tokens, which change when those of a request do. */
function heading({ sent, words, stage }: View, section: Section, place: Place): string[] {
  const tools = Math.max(0, ...sent.map(({ call }) => call.tools));
  const name = section === "tools" ? words.tools(tools) : words[section];
  const figures = sent.flatMap(({ at, call }, index) => {
    const tokens = call.tokens[section];
    if (sent[index - 1]?.call.tokens[section] === tokens) return [];
    const next = sent.slice(index).find((one) => one.call.tokens[section] !== tokens);
    return `<g ${visible(stage, at, next?.at)}>${figure(tokens, place)}</g>`;
  });
  return [small(name, place), ...figures];
}

/** Squares of one part, from one number to another, that are always new or cached together. */
interface Run {
  section: Section;
  from: number;
  to: number;
}

/** The squares of a part, cut wherever one of the requests has a boundary. */
function runsOf(section: Section, sent: Sent[]): Run[] {
  const cuts = sent.flatMap(({ call }) => [squaresOf(call, section), cachedOf(call, section)]);
  const sorted = [...new Set([0, ...cuts])].sort((a, b) => a - b);
  return sorted.slice(1).map((to, at) => ({ section, from: sorted[at] ?? 0, to }));
}

/** How many squares of a part came from the cache, which holds a request from its beginning. */
function cachedOf({ cached, tokens }: Call, section: Section): number {
  const before = ORDER.slice(0, ORDER.indexOf(section));
  const start = before.reduce((sum, one) => sum + tokens[one], 0);
  return Math.round(Math.min(Math.max(0, cached - start), tokens[section]) / SQUARE);
}

/** A run of squares, in the colour that each request gives it. */
function squares({ sent, stage }: View, run: Run, place: Place): string {
  const looks = sent.map(({ at, call }) => ({ at, css: lookOf(call, run) }));
  const changes = [{ at: 0, css: HIDDEN }, ...looks].filter(isOther);
  return `<path ${stage.changing(changes, FADE)} d="${outline(run, place)}"/>`;
}

/** A dashed line in each row that a run of squares reaches. */
function outline(run: Run, { x, y, width }: Place): string {
  const columns = columnsIn(width);
  const rows: string[] = [];
  for (let at = run.from; at < run.to; ) {
    const end = Math.min(run.to, (Math.floor(at / columns) + 1) * columns);
    const middle = y + Math.floor(at / columns) * STEP + SIZE / 2;
    rows.push(`M${x + (at % columns) * STEP} ${middle}h${(end - at) * STEP - (STEP - SIZE)}`);
    at = end;
  }
  return rows.join("");
}

function lookOf(call: Call, { section, to }: Run): string {
  if (cachedOf(call, section) >= to) return CACHED;
  return squaresOf(call, section) >= to ? NEW : HIDDEN;
}

/** Whether a look is another one than the look before. */
const isOther = ({ css }: Look, at: number, looks: Look[]) => css !== looks[at - 1]?.css;

/** A bar for each request: what came from the cache, then what is new. */
function bars({ sent, stage }: View, { x, y, width }: Place): string[] {
  const left = x + SIDE;
  const scale = (width - SIDE - 46) / Math.max(1, ...sent.map(({ call }) => totalOf(call)));
  return sent.map(({ at, call }, index) => {
    const top = y + (index + 1) * BAR_STEP;
    const cached = Math.round(call.cached * scale);
    const all = Math.round(totalOf(call) * scale);
    const bar = (from: number, to: number, color: string) =>
      `<rect x="${left + from}" y="${top - BAR}" width="${to - from}" height="${BAR}" fill="var(--${color})"/>`;
    const appears = stage.changing(
      [
        { at: 0, css: HIDDEN },
        { at, css: SEEN },
      ],
      FADE,
    );
    const parts = [
      small(String(index + 1), { x, y: top }),
      cached > 0 ? bar(0, cached, "cached") : "",
      cached < all ? bar(cached, all, "new") : "",
      figure(totalOf(call), { x, y: top, width }),
    ];
    return `<g ${appears}>${parts.join("")}</g>`;
  });
}
