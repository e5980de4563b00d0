// site/views/open · opens the view of a page: the step, the map or the trace player. All of it is loaded only on a page that has one.
/// <reference path="./styles.d.ts" />
import { openMap } from "./map/view.ts";
import type { Place } from "./place.ts";
import { openStep } from "./step/view.ts";
import style from "./style.css?inline";
import { openTraces } from "./trace/view.ts";
import { viewWords } from "./words.ts";

const VIEWS: Record<string, (place: Place) => Promise<void>> = {
  step: openStep,
  map: openMap,
  trace: openTraces,
};

/** Opens the view for which an element stands; once, also when it is asked again. */
export async function openView(root: HTMLElement, base: string, language: string): Promise<void> {
  const open = VIEWS[root.dataset.view ?? ""];
  if (open === undefined || root.dataset.open !== undefined) return;
  root.dataset.open = "";
  addStyle();
  const words = viewWords(language);
  try {
    await open(placeOf(root, base, language));
  } catch (error) {
    console.error(error);
    root.replaceChildren(words.failed);
  }
}

function placeOf(root: HTMLElement, base: string, language: string): Place {
  const known = new Map<string, Promise<string>>();
  const ask = async (file: string) => {
    const response = await fetch(`${base}views/${file}`);
    if (!response.ok) throw new Error(`views/${file}: ${response.status}`);
    return response.text();
  };
  const loadText = (file: string) => {
    const asked = known.get(file) ?? ask(file);
    known.set(file, asked);
    return asked;
  };
  return {
    ...{ root, language, words: viewWords(language) },
    link: (page) => `${base}${language === "en" ? "" : `${language}/`}${page}`,
    load: async (file) => JSON.parse(await loadText(file)),
    loadText,
  };
}

function addStyle() {
  if (document.querySelector("#views-style")) return;
  const element = document.createElement("style");
  element.id = "views-style";
  element.textContent = style;
  document.head.append(element);
}
