// site/views/trace/pane · one run: its steps in lanes, one for each agent, and all of the step that is chosen.
import { el } from "../place.ts";
import type { ViewWords } from "../words.ts";
import { type Shown, stepAfter } from "./address.ts";
import type { Trace } from "./read.ts";
import { detailNodes, lanesOf, mark, stepButtons } from "./show.ts";

export interface Pane {
  element: HTMLElement;
  isEmpty(): boolean;
  shown(): Shown;
  show(title: string, trace: Trace, at: Shown): void;
  /** Goes to a step, or to the nearest there is. */
  go(step: number): void;
  /** Says why there is no run. */
  say(problem: string): void;
  clear(): void;
}

interface State {
  trace: Trace | undefined;
  shown: Shown;
}

const NOTHING: State = { trace: undefined, shown: { name: "", step: 1 } };

/** Makes an empty one; `moved` hears when another step is chosen. */
export function paneOf(words: ViewWords, moved: () => void): Pane {
  const element = el("section", "trace-pane");
  element.tabIndex = 0;
  element.setAttribute("aria-label", words.trace);
  const [detail, counter] = [el("div", "trace-detail"), el("span", "trace-count")];
  let now = NOTHING;
  const become = (next: State, ...inside: Node[]) => {
    now = next;
    element.replaceChildren(...inside);
  };
  const go = (wanted: number) => {
    const { trace, shown } = now;
    const step = Math.min(Math.max(1, wanted), trace?.steps.length ?? 1);
    const found = trace?.steps[step - 1];
    if (!trace || !found) return;
    now = { trace, shown: { ...shown, step } };
    counter.textContent = words.stepOf(step, trace.steps.length);
    mark(element, step);
    detail.replaceChildren(...detailNodes(found, words));
  };
  const move = (step: number) => {
    go(step);
    moved();
  };
  element.addEventListener("keydown", (event) => {
    const { trace, shown } = now;
    if (event.target instanceof Node && detail.contains(event.target)) return; // there, keys scroll and unfold
    const step = trace && stepAfter(event, shown.step, trace.steps.length);
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  });
  const buttons = stepButtons(words, counter, (steps) => move(now.shown.step + steps));
  return {
    element,
    isEmpty: () => now.trace === undefined,
    shown: () => now.shown,
    show(title, trace, shown) {
      const left = trace.leftOut > 0 ? [el("p", "view-note", words.leftOut(trace.leftOut))] : [];
      const lanes = lanesOf(trace, words, move);
      become({ trace, shown }, el("h2", "", title), ...left, lanes, buttons, detail);
      go(shown.step);
    },
    go,
    say: (problem) => become(NOTHING, problemOf(problem)),
    clear: () => become(NOTHING),
  };
}

function problemOf(problem: string): HTMLElement {
  const message = el("p", "trace-problem", problem);
  message.setAttribute("role", "alert");
  return message;
}
