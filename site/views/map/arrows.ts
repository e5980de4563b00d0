// site/views/map/arrows · the ways between the places of the loop, drawn behind them.
import { WAYS } from "./stations.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Draws an arrow for each way both ends of which are shown. What was drawn before is taken away. */
export function drawWays(field: HTMLElement): void {
  field.querySelector(".map-ways")?.remove();
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "map-ways");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML =
    '<defs><marker id="map-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>';
  for (const [from = "", to = ""] of waysIn(field)) {
    const ends = [from, to].map((name) => boxOf(field, name));
    const [start, end] = ends;
    if (start && end) svg.append(lineBetween(start, end));
  }
  field.prepend(svg);
}

/** Without events (before s04) a way goes on to the next place that is there. */
function waysIn(field: HTMLElement): string[][] {
  const isThere = (name = "") => field.querySelector(`[data-station="${name}"]`) !== null;
  if (isThere("BeforeModel")) return WAYS;
  return [
    ["messages", "model"],
    ["model", "tools"],
    ["tools", "messages"],
  ];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boxOf(field: HTMLElement, name: string): Box | undefined {
  const station = field.querySelector<HTMLElement>(`[data-station="${name}"]`);
  if (!station) return undefined;
  const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = station;
  return { x, y, width, height };
}

function lineBetween(from: Box, to: Box): SVGElement {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", isOneColumn(from, to) ? besideOf(from, to) : straight(from, to));
  path.setAttribute("marker-end", "url(#map-tip)");
  return path;
}

const FAR = 40;

/** On a narrow screen, places stand below each other; those between two would hide a straight line. */
const isOneColumn = (from: Box, to: Box) =>
  from.x === to.x && Math.max(from.y - to.y - to.height, to.y - from.y - from.height) > FAR;

/** A way out to the right, along the places, and back in; the way back of the loop is the outer one. */
function besideOf(from: Box, to: Box): string {
  const [a, b] = [middleOf(from), middleOf(to)];
  const out = from.x + from.width + (to.y < from.y ? 22 : 12);
  return `M${from.x + from.width} ${a.y} H${out} V${b.y} H${to.x + to.width}`;
}

function straight(from: Box, to: Box): string {
  const [a, b] = [middleOf(from), middleOf(to)];
  const [start, end] = [edgeOf(from, b), edgeOf(to, a)];
  return `M${start.x} ${start.y} L${end.x} ${end.y}`;
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** Where the line from the middle of a box to a point leaves the box. */
function edgeOf(box: Box, towards: { x: number; y: number }) {
  const middle = middleOf(box);
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  const share = Math.min(
    box.width / 2 / Math.abs(dx || 1e-9),
    box.height / 2 / Math.abs(dy || 1e-9),
  );
  return { x: middle.x + dx * share, y: middle.y + dy * share };
}
