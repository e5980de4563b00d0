// site/views/trace/view · the trace player: recorded runs or files of the reader, one or two beside each other.
import type { Recorded, StepWords } from "../data.ts";
import { button, choice, el, hashNow, onHash, type Place } from "../place.ts";
import { addressOf, readAddress, type Shown } from "./address.ts";
import { type Pane, paneOf } from "./pane.ts";
import { type Problem, readTrace } from "./read.ts";

interface Player extends Place {
  recorded: Recorded;
  said: StepWords;
  panes: [Pane, Pane];
  bar: HTMLElement;
  /** Writes what is shown into the address. */
  remember(): void;
}

const FIRST = "s01";

/** Opens the player at what the address says. */
export async function openTraces(place: Place): Promise<void> {
  const recorded = await place.load<Recorded>("traces/list.json");
  const said = await place.load<StepWords>(`words/${place.language}.json`);
  const remember = () => {
    const [first, second] = player.panes;
    const other = second.isEmpty() ? undefined : second.shown();
    history.replaceState(history.state, "", `#${addressOf(first.shown(), other)}`);
  };
  const player: Player = {
    ...{ ...place, recorded, said, remember, bar: el("div", "view-bar") },
    panes: [paneOf(place.words, remember), paneOf(place.words, remember)],
  };
  const [first, second] = player.panes;
  const panes = el("div", "trace-panes", first.element, second.element);
  place.root.replaceChildren(player.bar, noteOf(place), panes);
  takeDrops(player);
  onHash(place, () => void showAddress(player));
}

/** What the address names is loaded, unless it is shown already. */
async function showAddress(player: Player): Promise<void> {
  const { first, second } = readAddress(hashNow());
  const [one, other] = player.panes;
  const isUsual = first.name === "" && one.isEmpty();
  await showIn(player, one, isUsual ? { ...first, name: FIRST } : first);
  await showIn(player, other, second);
  drawBar(player);
}

async function showIn({ recorded, loadText, said, words }: Player, pane: Pane, wanted: Shown) {
  const { name, step } = wanted;
  if (name === "" || name === pane.shown().name) return pane.go(step);
  const known = Object.hasOwn(recorded, name) ? recorded[name] : undefined;
  if (known === undefined) return pane.say(words.noRun(Object.keys(recorded).join(", ")));
  const hash = hashNow();
  const text = await loadText(`traces/${name}.jsonl`).catch(() => undefined);
  if (hashNow() !== hash) return; // something else was chosen meanwhile
  const title = `${name} · ${said.titles[name] ?? ""} · ${words.session(known.session)}`;
  if (text === undefined) pane.say(words.problems.unread);
  else take(pane, title, text, words, wanted);
}

/** Shows a trace, or says why it is none. */
function take(pane: Pane, title: string, text: string, words: Place["words"], shown: Shown) {
  const trace = readTrace(text);
  if (typeof trace === "string") pane.say(words.problems[trace]);
  else pane.show(title, trace, shown);
}

function drawBar(player: Player) {
  const { bar, words, recorded, said, panes } = player;
  const [first, second] = panes;
  const runs = Object.keys(recorded).map(
    (name) => [name, `${name} · ${said.titles[name] ?? ""}`] as const,
  );
  const none = [["", words.none]] as const;
  const of = (pane: Pane) => pane.shown().name;
  const go = (one: string, other: string) => {
    location.hash = addressOf(
      { name: one, step: 1 },
      other === "" ? undefined : { name: other, step: 1 },
    );
  };
  const values = of(first) === "" ? [...none, ...runs] : runs;
  const one = choice(words.choose, values, of(first), (name) => go(name, of(second)));
  const other = choice(words.second, [...none, ...runs], of(second), (name) => {
    if (name === "") second.clear();
    go(of(first), name);
  });
  bar.replaceChildren(
    el("span", "view-group", one, opener(player, first)),
    el("span", "view-group", other, opener(player, second)),
  );
}

/** A button that lets the reader choose a file. */
function opener(player: Player, pane: Pane): HTMLElement {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".jsonl,.json,.txt";
  input.addEventListener("change", () => void takeFile(player, pane, input.files?.[0]));
  return button("view-button", player.words.open, () => input.click());
}

/** A file is read in the page and goes nowhere. */
async function takeFile(player: Player, pane: Pane, file: File | undefined) {
  if (file === undefined) return;
  const { words } = player;
  const problem: Problem | undefined = file.size > MOST_BYTES ? "large" : undefined;
  const text = problem ?? (await file.text().catch(() => undefined));
  if (problem !== undefined) pane.say(words.problems[problem]);
  else if (text === undefined) pane.say(words.problems.unread);
  else take(pane, file.name, text, words, { name: "", step: 1 });
  player.remember();
  drawBar(player);
}

const MOST_BYTES = 100 * 1024 * 1024;

/** A file that is dropped on a run takes its place. */
function takeDrops(player: Player) {
  const { root, panes } = player;
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const { target } = event;
    const [first, second] = panes;
    const isSecond = target instanceof Node && second.element.contains(target);
    void takeFile(player, isSecond ? second : first, event.dataTransfer?.files[0]);
  });
}

function noteOf({ words }: Place): HTMLElement {
  const parts = words.stays.split("`");
  const inside = parts.map((part, at) => (at % 2 === 1 ? el("code", "", part) : part));
  return el("p", "view-note", ...inside, " ", words.keys);
}
