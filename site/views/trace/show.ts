// site/views/trace/show · the steps of a run in lanes, and all of one step.
import { button, el } from "../place.ts";
import type { ViewWords } from "../words.ts";
import { detailOf, type Piece, rowIn, type Step, type Trace } from "./read.ts";

function named(element: HTMLElement, name: string): HTMLElement {
  element.setAttribute("aria-label", name);
  element.title = name;
  return element;
}

/** Buttons to the step before and the next one, and between them which one is shown. */
export function stepButtons(words: ViewWords, counter: HTMLElement, by: (steps: number) => void) {
  const back = named(
    button("view-button", "←", () => by(-1)),
    words.before,
  );
  const on = named(
    button("view-button", "→", () => by(1)),
    words.after,
  );
  return el("div", "trace-buttons", back, counter, on);
}

/** A column for each agent, a row for each step. */
export function lanesOf(
  { steps, agents, totals }: Trace,
  words: ViewWords,
  chosen: (step: number) => void,
) {
  const heads = agents.map((agent) => {
    const { calls, input, cached, output } = totals.get(agent) ?? NOTHING;
    return el(
      "div",
      "trace-agent",
      agent,
      el("small", "", calls > 0 ? words.tokens(input, cached, output) : ""),
    );
  });
  const cells = steps.map((step, at) => {
    const { agent, rows } = step;
    const time = el("small", "", `${(step.at / 1000).toFixed(2)} s`);
    const cell = button("trace-step", "", () => chosen(at + 1));
    cell.append(time, ...rows.map((row) => el("span", "", rowIn(row, words.rows))));
    cell.dataset.step = String(at + 1);
    cell.tabIndex = -1;
    cell.style.gridColumn = String(agents.indexOf(agent) + 1);
    cell.style.gridRow = String(at + 2);
    return cell;
  });
  const lanes = el("div", "trace-lanes", ...heads, ...cells);
  lanes.style.setProperty("--lanes", String(agents.length));
  return lanes;
}

const NOTHING = { calls: 0, input: 0, cached: 0, output: 0 };

/** Shows which step is chosen, and brings it into sight inside of its list. */
export function mark(element: HTMLElement, step: number) {
  for (const one of element.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  const cell = element.querySelector<HTMLElement>(`[data-step="${step}"]`);
  const lanes = cell?.parentElement;
  if (!cell || !lanes) return;
  cell.setAttribute("aria-current", "step");
  const isAbove = cell.offsetTop < lanes.scrollTop;
  const isBelow = cell.offsetTop + cell.offsetHeight > lanes.scrollTop + lanes.clientHeight;
  if (isAbove || isBelow) lanes.scrollTop = cell.offsetTop - lanes.clientHeight / 3;
}

/** What was sent and what came back in a step. */
export function detailNodes(step: Step, words: ViewWords): HTMLElement[] {
  const { system, tools, sent, reply, usage } = detailOf(step);
  const folded = (title: string, text: string) =>
    el("details", "trace-fold", el("summary", "", title), el("pre", "", text));
  return [
    el(
      "p",
      "trace-words",
      el("strong", "", step.agent),
      ...step.rows.map((row) => el("span", "", rowIn(row, words.rows))),
    ),
    ...(usage ? [el("p", "view-note", words.tokens(usage.input, usage.cached, usage.output))] : []),
    ...(system === "" ? [] : [folded(words.system, system)]),
    ...(tools.length === 0 ? [] : [folded(`${tools.length} ${words.tools}`, tools.join("\n"))]),
    ...(step.earlier > 0 ? [el("p", "view-note", words.earlier(step.earlier))] : []),
    ...piecesNodes(words.request, sent),
    ...piecesNodes(words.reply, reply),
  ];
}

function piecesNodes(title: string, pieces: Piece[]): HTMLElement[] {
  if (pieces.length === 0) return [];
  const parts = pieces.map((one) =>
    el("div", "trace-piece", el("small", "", one.title), el("pre", "", one.text)),
  );
  return [el("h3", "", title), ...parts];
}
