// site/page/lab · the panel of a page: opened when it is wanted, and what it needs is loaded only then.
import { offersOf } from "./offers.ts";

/** What the page has for its panel. */
export interface Offered {
  base: string;
  sample: string;
  /** "en", "zh" or "ja". */
  language: string;
}

/** The page that is shown. */
interface Shown extends Offered {
  /** "s01_agent_loop"; none for a page that is about no chapter. */
  chapter: string | undefined;
}

type Bench = Awaited<ReturnType<typeof import("./bench.ts").openBench>>;
const lab: { shown: Shown | undefined; bench: Bench | undefined } = {
  shown: undefined,
  bench: undefined,
};

/** Offers to run the chapter of the page. What runs for the page before ends. */
export function showLab(shown: Shown): void {
  const isSame =
    lab.shown?.chapter === shown.chapter && lab.shown?.language === shown.language && lab.bench;
  lab.shown = shown;
  if (!isSame) closeLab();
  const opener = openerOf();
  const { open, play } = offersOf(shown.language);
  opener.textContent = open;
  opener.hidden = shown.chapter === undefined || lab.bench !== undefined;
  for (const button of document.querySelectorAll<HTMLElement>(".session .play")) {
    button.title = play;
    button.setAttribute("aria-label", play);
  }
}

function openerOf(): HTMLButtonElement {
  const known = document.querySelector<HTMLButtonElement>("#lab-open");
  if (known) return known;
  const button = document.createElement("button");
  button.id = "lab-open";
  button.type = "button";
  button.addEventListener("click", () => void openLab());
  document.body.append(button);
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const session = target.closest(".session .play")?.closest<HTMLElement>(".session");
    if (session) void playSession(session);
    if (target.closest(".breaks .edit")) void makeEdit();
    if (target.closest(".builds .start")) void build();
  });
  return button;
}

async function openLab(): Promise<Bench | undefined> {
  const { shown } = lab;
  if (lab.bench || shown?.chapter === undefined) return lab.bench;
  openerOf().hidden = true;
  const { openBench } = await import("./bench.ts");
  lab.bench = openBench({ ...shown, chapter: shown.chapter, closed: closeLab });
  return lab.bench;
}

function closeLab() {
  lab.bench?.close();
  lab.bench = undefined;
  openerOf().hidden = lab.shown?.chapter === undefined;
}

async function playSession(session: HTMLElement) {
  const bench = await openLab();
  await bench?.play(session);
}

async function build() {
  const bench = await openLab();
  await bench?.build();
}

async function makeEdit() {
  const bench = await openLab();
  await bench?.makeEdit();
}
