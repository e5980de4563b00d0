// course/film/film · a session as a moving picture: left the terminal, right the requests.
import type { Language } from "../base/languages.ts";
import { heightWith, requests, sizeOf } from "./request.ts";
import type { Scene } from "./scenes.ts";
import { createStage, escaped } from "./svg.ts";
import { columnsIn, heightOf, terminal } from "./terminal.ts";
import { timelineOf } from "./timeline.ts";
import { WORDS } from "./words.ts";

/** A part of the picture, in its units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** At this width a unit of the picture is a pixel. */
const WIDTH = 800;
const EDGE = 8;
const GAP = 12;
const LEFT = 526;

/** The film of a session, as SVG. The same scenes give the same text. */
export function filmOf(scenes: Scene[], language: Language): string {
  const words = WORDS[language];
  const { rows, sent, length } = timelineOf(scenes, columnsIn(LEFT));
  const stage = createStage(length);
  const right = EDGE + LEFT + GAP;
  const width = WIDTH - right - EDGE;
  const height = Math.max(heightOf(rows.length), heightWith(sent, width));
  const boxes = {
    left: { x: EDGE, y: EDGE, width: LEFT, height },
    right: { x: right, y: EDGE, width, height },
  };
  const body = [
    terminal(rows, boxes.left, stage),
    requests({ sent, words, stage }, boxes.right),
  ].join("\n");
  const sizes = sent.map(({ call }) => sizeOf(call));
  const about = words.description(sent.length, sizes[0] ?? "0", sizes.at(-1) ?? "0");
  const all = height + 2 * EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${all}" width="${WIDTH}" height="${all}" role="img" aria-labelledby="t d">
<title id="t">${escaped(words.title)}</title>
<desc id="d">${escaped(about)}</desc>
<style>
${COLORS}
${FONTS}
${stage.css()}
</style>
${body}
</svg>
`;
}

const COLORS = `:root{--card:#fbfaf7;--edge:#dcd8cf;--ink:#2a2a28;--dim:#6f6b63;--prompt:#8a4fae;--tool:#1f6f8b;--light:#d9d5cc;--cursor:#8a4fae;--new:#e0892f;--cached:#4aa392;--room:#f0ede5}
@media (prefers-color-scheme:dark){:root{--card:#191b1f;--edge:#363a41;--ink:#e6e4df;--dim:#9b9a95;--prompt:#c79bea;--tool:#7cc4dd;--light:#3d4148;--cursor:#c79bea;--new:#f0a04b;--cached:#4fae9c;--room:#23262b}}`;

const FONTS = `text{font-size:13px;fill:var(--ink)}
.card{fill:var(--card);stroke:var(--edge)}
.glow{fill:none;stroke:var(--cached);stroke-width:1.5}
.light{fill:var(--light)}
.screen text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;white-space:pre}
.strong,.small{font-family:-apple-system,"Segoe UI","Helvetica Neue",Arial,"PingFang SC","Hiragino Sans","Noto Sans CJK SC",sans-serif}
.strong{font-weight:600;font-size:14px}
.small{font-size:12px;fill:var(--dim)}
.asked{fill:var(--prompt)}
.tool{fill:var(--tool)}
.gap{fill:var(--dim)}
.wide{font-size:15px}
path{fill:none;stroke-width:8;stroke-dasharray:8 3}
.room{stroke:var(--room)}`;
