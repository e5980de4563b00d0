// site/views/step/view · the page of a step: its files, changed lines with the page's words beside them, and the choice of another two.
import type { Notes, Pack, StepWords, Versions } from "../data.ts";
import { packOf } from "../data.ts";
import { anchor, choice, el, hashNow, onHash, type Place } from "../place.ts";
import {
  before,
  type Change,
  changesBetween,
  historyOf,
  linesOf,
  readWanted,
  type Wanted,
} from "./compare.ts";
import { showLines } from "./show.ts";

interface Loaded extends Place {
  versions: Versions;
  said: StepWords;
}
type Pair = Extract<Wanted, { kind: "pair" }>;

/** Shows what the address asks for, and again when that is something else. */
export async function openStep(place: Place): Promise<void> {
  const [versions, said] = await Promise.all([
    place.load<Versions>("versions.json"),
    place.load<StepWords>(`words/${place.language}.json`),
  ]);
  const loaded = { ...place, versions, said };
  onHash(place, () => void show(loaded));
}

async function show(loaded: Loaded): Promise<void> {
  const { root, versions, words } = loaded;
  const hash = hashNow();
  const wanted = readWanted(hash, versions.agents);
  const made = wanted.kind === "pair" ? pair(loaded, wanted) : history(loaded, wanted.file);
  const inside = await made.catch(() => [words.failed]);
  if (hashNow() !== hash) return; // something else was chosen meanwhile
  root.replaceChildren(...inside);
  if (wanted.kind === "pair" && wanted.file !== undefined)
    root.querySelector(`[data-file="${CSS.escape(wanted.file)}"]`)?.scrollIntoView();
}

async function pair(loaded: Loaded, wanted: Pair): Promise<Node[]> {
  const { versions, said, words } = loaded;
  const changes = changesBetween(versions, wanted.from, wanted.to);
  const moved = changes.filter(({ kind }) => kind !== "same");
  const isOpen = (file: string) => moved.length <= MANY || file === wanted.file;
  const sections = await Promise.all(
    moved.map((change) => section(loaded, wanted, change, isOpen(change.file))),
  );
  const why = said.changes[wanted.to]?.["*"];
  const isStep = wanted.from === before(versions.agents, indexOf(loaded, wanted.to));
  const more = why && isStep ? [el("p", "step-more", `${words.more} ${why}`)] : [];
  const same = changes.filter(({ kind }) => kind === "same").map(({ file }) => file);
  return [...bar(loaded, wanted), ...more, ...sections, ...carried(loaded, same)];
}

const indexOf = ({ versions }: Loaded, name: string) =>
  versions.agents.findIndex((one) => one.name === name);

/** What is said of a file by the page of the chapter that brought it in this version. */
async function notesOf({ load, language, versions }: Loaded, { file, after }: Change) {
  const having = versions.agents.filter((_, at) => versions.files[file]?.[at] === after);
  const [first] = having;
  if (first === undefined || after < 0) return [];
  const notes = await load<Notes>(`notes/${first.name.slice(0, 3)}.${language}.json`);
  const own = having.filter(({ chapter }) => chapter === first.chapter);
  return own.map(({ name }) => notes[name]?.[file]).find((found) => found !== undefined) ?? [];
}

/** The choice of the two, then the steps around. */
function bar(loaded: Loaded, { from, to }: Pair): Node[] {
  const { versions, said, words } = loaded;
  const options = versions.agents.map(({ name, draft }) => {
    const title = said.titles[name] ?? "";
    return [name, `${draft ? "  " : ""}${name} · ${title}`] as const;
  });
  const first: (readonly [string, string])[] = from === undefined ? [["", words.nothing]] : [];
  const go = (one: string, other: string) => goTo(one === "" ? other : `${one}..${other}`);
  const before = choice(words.from, [...first, ...options], from ?? "", (name) => go(name, to));
  const after = choice(words.to, options, to, (name) => go(from ?? "", name));
  const title = `${from ?? words.nothing} → ${to} · ${said.titles[to] ?? ""}`;
  return [el("div", "view-bar", before, after), around(loaded, to), el("h2", "step-title", title)];
}

/** Links to the step before, those of the same chapter, the next one, and what else there is of the chapter. */
function around(loaded: Loaded, to: string): HTMLElement {
  const { versions, words, link } = loaded;
  const { agents } = versions;
  const at = indexOf(loaded, to);
  const chapter = agents[at]?.chapter ?? "";
  const neighbour = (one: number, arrow: (name: string) => string) => {
    const { name } = agents[one] ?? {};
    return name === undefined ? "" : anchor(`#${name}`, arrow(name));
  };
  const own = agents.filter((one) => one.chapter === chapter);
  return el(
    "nav",
    "view-bar step-drafts",
    neighbour(at - 1, (name) => `← ${name}`),
    ...own.map(({ name }) => marked(anchor(`#${name}`, name), name === to)),
    neighbour(at + 1, (name) => `${name} →`),
    anchor(link(`${chapter}/`), words.chapterPage),
    anchor(link(`views/map.html#${to.slice(0, 3)}`), words.links.map),
    anchor(link(`views/traces.html#trace=${to.slice(0, 3)}`), words.links.trace),
  );
}

const goTo = (hash: string) => {
  location.hash = hash;
};

function marked(element: HTMLElement, isNow: boolean): HTMLElement {
  if (isNow) element.setAttribute("aria-current", "true");
  return element;
}

/** Of so many files each is opened by the reader: thousands of lines take a page seconds. */
const MANY = 40;

async function section(
  loaded: Loaded,
  { to }: Pair,
  change: Change,
  isOpen: boolean,
): Promise<HTMLElement> {
  const { words } = loaded;
  const notes = await notesOf(loaded, change);
  const lines = await linesIn(loaded, change);
  const summary = el(
    "summary",
    "",
    el("code", "", change.file),
    el("span", `step-count is-${change.kind}`, countOf(loaded, change, lines)),
    ...sentences(loaded, to, change),
  );
  const details = el("details", "step-file", summary);
  details.dataset.file = change.file;
  openWhen(details, isOpen, () => showLines(lines, notes, words));
  const more = anchor(`#file=${change.file}`, words.history);
  more.className = "step-history";
  summary.append(more);
  return details;
}

/** What is in a part that can be closed is made when it is opened first. */
function openWhen(details: HTMLElement, isOpen: boolean, make: () => HTMLElement) {
  const fill = () => {
    if (details.childElementCount === 1) details.append(make());
  };
  if (isOpen) fill();
  details.toggleAttribute("open", isOpen);
  details.addEventListener("toggle", fill);
}

async function linesIn({ load }: Loaded, change: Change) {
  const pack = await load<Pack>(`packs/${packOf(change.file)}.json`);
  return linesOf(change, pack[change.file] ?? { texts: [], hunks: {} });
}

function countOf({ words }: Loaded, { kind }: Change, lines: { kind: string }[]): string {
  const count = (one: string) => lines.filter((line) => line.kind === one).length;
  if (kind === "added") return words.isNew(lines.length);
  return kind === "dropped" ? words.isGone : words.changed(count("added"), count("gone"));
}

/** What the package.json of each chapter in between says about the file. */
function sentences(loaded: Loaded, to: string, { file, before: old }: Change): HTMLElement[] {
  const { versions, said } = loaded;
  const numbers = versions.files[file] ?? [];
  const last = indexOf(loaded, to);
  const first = old < 0 ? last : numbers.slice(0, last).lastIndexOf(old) + 1;
  const between = versions.agents.slice(first, last + 1).filter(({ draft }) => draft === undefined);
  return between.flatMap(({ name }) => {
    const why = said.changes[name]?.[file];
    if (why === undefined) return [];
    return el("span", "step-why", between.length > 1 ? `${name}: ${why}` : why);
  });
}

function carried({ words }: Loaded, files: string[]): Node[] {
  if (files.length === 0) return [];
  const names = files.flatMap((file) => [anchor(`#file=${file}`, el("code", "", file)), " "]);
  return [
    el(
      "details",
      "step-carried",
      el("summary", "", words.carried(files.length)),
      el("p", "", ...names),
    ),
  ];
}

/** Each chapter in which a file has another text, with its diff to the one before. */
async function history(loaded: Loaded, file: string): Promise<Node[]> {
  const { versions, words, said } = loaded;
  const files = Object.keys(versions.files).sort();
  const choose = choice(
    words.history,
    files.map((name) => [name, name]),
    file,
    (name) => goTo(`file=${name}`),
  );
  const found = historyOf(versions, file);
  const parts = await Promise.all(
    found.map(async ({ name, change }) => {
      const lines = await linesIn(loaded, change);
      const notes = await notesOf(loaded, change);
      const why = said.changes[name]?.[file];
      const summary = el(
        "summary",
        "",
        anchor(`#${name}:${file}`, `${name} · ${said.titles[name] ?? ""}`),
        el("span", `step-count is-${change.kind}`, countOf(loaded, change, lines)),
        ...(why === undefined ? [] : [el("span", "step-why", why)]),
      );
      const details = el("details", "step-file", summary, showLines(lines, notes, words));
      details.toggleAttribute("open", change.kind === "changed" || found.length === 1);
      return details;
    }),
  );
  const none = found.length === 0 ? [el("p", "", words.noVersion)] : [];
  return [
    el("div", "view-bar", choose),
    el("h2", "step-title", words.historyOf(file)),
    ...none,
    ...parts,
  ];
}
