// site/page/bench · the open panel: a terminal with a machine behind it, and the wire.
import "@xterm/xterm/css/xterm.css";
import { make } from "./elements.ts";
import type { Shown } from "./lab.ts";
import { createPlayer } from "./play.ts";
import { openSeat } from "./seat.ts";
import { createWire } from "./wire.ts";

interface BenchOptions extends Shown {
  chapter: string;
  closed(): void;
}

function button(className: string, text: string, action: () => void): HTMLElement {
  const element = make("button", className, text);
  element.setAttribute("type", "button");
  element.addEventListener("click", action);
  return element;
}

/** Opens the panel of a chapter, with a machine that has its sample. */
export function openBench(options: BenchOptions) {
  const { words, closed } = options;
  const root = make("section", "lab");
  root.setAttribute("aria-label", words.terminal);
  const phase = make("span", "lab-phase");
  phase.setAttribute("role", "status");
  const screen = make("div", "lab-screen");
  const wireRoot = make("div", "lab-wire");
  const wire = createWire(wireRoot, words);
  const seat = openSeat(screen, {
    ...options,
    onPhase: (name) => {
      phase.textContent = words.phases[name];
      root.dataset.phase = name;
    },
    onWire: wire.take,
    onFresh: wire.clear,
  });
  const player = createPlayer(seat, options);
  const show = (view: "terminal" | "wire") => {
    root.dataset.view = view;
    if (view === "terminal") seat.fit();
  };
  const bar = make("div", "lab-bar");
  bar.append(
    button("lab-tab lab-tab-terminal", words.terminal, () => show("terminal")),
    button("lab-tab lab-tab-wire", words.wire, () => show("wire")),
    phase,
    button("lab-button", words.stop, () => seat.interrupt()),
    button("lab-button", words.afresh, () => void player.afresh()),
    button("lab-button lab-close", "✕", closed),
  );
  bar.querySelector(".lab-close")?.setAttribute("aria-label", words.close);
  root.append(bar, screen, wireRoot);
  document.body.append(root);
  document.body.classList.add("lab-is-open");
  show("terminal");
  return {
    play: player.play,
    close() {
      seat.close();
      root.remove();
      document.body.classList.remove("lab-is-open");
    },
  };
}
