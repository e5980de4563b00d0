// site/page/bench · the open panel: a terminal with a machine behind it, the wire, and the code.
import xtermStyles from "@xterm/xterm/css/xterm.css?inline";
import type { Coding } from "./coding.ts";
import { button, make } from "./elements.ts";
import type { Offered } from "./lab.ts";
import panelStyles from "./panel.css?inline";
import { createPlayer } from "./play.ts";
import { openSeat } from "./seat.ts";
import type { Seat } from "./seat-state.ts";
import { createTools } from "./tools.ts";
import { createWire } from "./wire.ts";
import { type Words, wordsOf } from "./words.ts";

interface BenchOptions extends Offered {
  chapter: string;
  closed(): void;
}

type View = "terminal" | "wire" | "code";

/** Here the panel has no place for the code beside the terminal. */
const NARROW = "(max-width: 959px)";

const added = { isDone: false };

/** Adds the panel's styles to the page: a page whose panel stays closed never loads them. */
function addStyles() {
  if (added.isDone) return;
  added.isDone = true;
  document.head.append(make("style", "", xtermStyles + panelStyles));
}

/** The elements of a panel. */
function layOut(words: Words) {
  const root = make("section", "lab");
  root.setAttribute("aria-label", words.terminal);
  const phase = make("span", "lab-phase");
  phase.setAttribute("role", "status");
  const screen = make("div", "lab-screen");
  const code = make("div", "lab-code");
  const wire = make("div", "lab-wire");
  return { root, phase, code, screen, wire };
}

/** The buttons that show one of the views. */
function createTabs(words: Words, show: (view: View) => void) {
  const names = { terminal: words.terminal, wire: words.wire, code: words.code };
  const views: View[] = ["terminal", "wire", "code"];
  const tabs = views.map((view) =>
    button(`lab-tab lab-tab-${view}`, names[view], () => show(view)),
  );
  const press = (shown: View) => {
    for (const [at, tab] of tabs.entries())
      tab.setAttribute("aria-pressed", String(views[at] === shown));
  };
  return { tabs, press };
}

/** Opens the panel of a chapter, with a machine that has its sample. */
export function openBench(options: BenchOptions) {
  addStyles();
  const words = wordsOf(options.language);
  const { root, phase, code, screen, wire: wireRoot } = layOut(words);
  const wire = createWire(wireRoot, words);
  const coding: { opening: Promise<Coding> | undefined; open: Coding | undefined } = {
    opening: undefined,
    open: undefined,
  };
  const tools = createTools({
    words,
    fail: (kind, times) => seat.fail(kind, times),
    advance: (ms) => seat.advance(ms),
  });
  const seat: Seat = openSeat(screen, {
    ...{ ...options, words },
    onPhase(name) {
      phase.textContent = words.phases[name];
      root.dataset.phase = name;
      tools.phase(name);
    },
    onWire: wire.take,
    onFresh: wire.clear,
    onFault: tools.left,
    onAhead: tools.ahead,
    modules: () => (coding.open?.edits.changed().length ? coding.open.edits.modules() : undefined),
  });
  const player = createPlayer(seat, { ...options, words });
  const { tabs, press } = createTabs(words, (view) => void show(view));

  async function show(view: View) {
    root.dataset.view = view;
    press(view);
    if (view === "code") await openCode();
    if (view === "wire") wire.draw();
    else seat.fit();
  }

  function start() {
    player.stop();
    void seat.restart();
  }

  function run() {
    if (matchMedia(NARROW).matches) void show("terminal");
    start();
  }

  /** Loads the editor when it is first wanted. */
  async function openCode() {
    const { say } = seat;
    coding.opening ??= import("./coding.ts").then(({ openCoding }) =>
      openCoding(code, { ...options, words, start, run, say }),
    );
    coding.open = await coding.opening;
    return coding.open;
  }

  const bar = make("div", "lab-bar");
  bar.append(
    ...tabs,
    phase,
    button("lab-button lab-stop", words.stop, () => seat.interrupt()),
    button("lab-button lab-afresh", words.afresh, () => void player.afresh()),
    button("lab-button lab-close", "✕", options.closed),
  );
  bar.querySelector(".lab-close")?.setAttribute("aria-label", words.close);
  root.append(bar, tools.root, code, screen, wireRoot);
  document.body.append(root);
  document.body.classList.add("lab-is-open");
  void show("terminal");
  return {
    play: player.play,
    /** Makes the edit of "Break it", and runs the chapter with it. */
    async makeEdit() {
      await show("code");
      coding.open?.makeEdit();
    },
    /** Begins what the section "Build it" is about. */
    async build() {
      await show("code");
      coding.open?.build();
    },
    close() {
      coding.open?.close();
      seat.close();
      root.remove();
      document.body.classList.remove("lab-is-open");
    },
  };
}
