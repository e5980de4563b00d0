// site/views/map/view · the map: places around the loop with their mechanisms, up to the chapter that the slider names.
import type { MapStep, Mechanism, StepWords } from "../data.ts";
import { anchor, button, el, hashNow, onHash, type Place } from "../place.ts";
import { drawWays } from "./arrows.ts";
import { type Station, stationsOf } from "./stations.ts";

interface Loaded extends Place {
  steps: MapStep[];
  said: StepWords;
}

/** Shows the map; "#s14" is up to that chapter, else up to the newest. */
export async function openMap(place: Place): Promise<void> {
  const steps = await place.load<MapStep[]>("map.json");
  const said = await place.load<StepWords>(`words/${place.language}.json`);
  const loaded = { ...place, steps, said };
  const slider = sliderOf(steps);
  const [head, field, beside, panel] = [
    el("div", "map-head"),
    el("div", "map-field"),
    el("div", "map-field map-beside"),
    el("div", "map-panel"),
  ];
  panel.setAttribute("aria-live", "polite");
  const label = el("label", "map-slider", el("span", "", place.words.upTo), slider);
  place.root.replaceChildren(label, head, field, beside, panel);
  const show = () => {
    const at = Number(slider.value);
    showStep(loaded, at, { head, field, beside, panel });
    slider.setAttribute("aria-valuetext", steps[at]?.name ?? "");
  };
  slider.addEventListener("input", () => {
    history.replaceState(history.state, "", `#${steps[Number(slider.value)]?.name}`);
    show();
  });
  onHash(place, () => {
    const at = steps.findIndex(({ name }) => name === hashNow());
    slider.value = String(at < 0 ? steps.length - 1 : at);
    show();
  });
  new ResizeObserver(() => drawWays(field)).observe(field);
}

function sliderOf(steps: MapStep[]): HTMLInputElement {
  const slider = document.createElement("input");
  slider.type = "range";
  slider.max = String(steps.length - 1);
  return slider;
}

interface Parts {
  head: HTMLElement;
  field: HTMLElement;
  beside: HTMLElement;
  panel: HTMLElement;
}

function showStep(loaded: Loaded, at: number, { head, field, beside, panel }: Parts): void {
  const { steps, said, words, link } = loaded;
  const step = steps[at];
  if (step === undefined) return;
  const { name, chapter, newFiles, newLines } = step;
  head.replaceChildren(
    el("strong", "", anchor(link(`${chapter}/`), `${name} · ${said.titles[name] ?? ""}`)),
    el("span", "", words.adds(newFiles.length, newLines)),
    anchor(link(`views/steps.html#${name}`), words.links.step),
  );
  const stations = stationsOf(step, steps[at - 1]);
  const shown = (isInLoop: boolean) =>
    stations
      .filter((one) => one.isInLoop === isInLoop && (isInLoop || one.mechanisms.length > 0))
      .map((station) => stationOf(loaded, station, panel));
  field.replaceChildren(...shown(true));
  beside.replaceChildren(...shown(false));
  panel.replaceChildren();
  drawWays(field);
}

function stationOf(
  loaded: Loaded,
  { name, isEvent, isInLoop, mechanisms }: Station,
  panel: HTMLElement,
) {
  const { around } = loaded.words;
  const shown = name in around ? around[name as "model"] : name;
  const kind = `${isInLoop ? "is-loop" : "is-beside"}${isEvent ? " is-event" : ""}`;
  const chips = mechanisms.map(({ mechanism, isNew }) =>
    button(
      isNew ? "map-chip is-new" : "map-chip",
      `${mechanism.since} ${shortName(mechanism.name)}`,
      () => showMechanism(loaded, mechanism, panel),
    ),
  );
  const element = el("div", `map-station ${kind}`, el("h3", "", shown), el("div", "", ...chips));
  element.dataset.station = name;
  return element;
}

const shortName = (name: string) => name.replace(/\/$|\.ts$/, "");

/** Where a mechanism is to be found: the lines that brought it, and its page. */
function showMechanism(
  { steps, said, words, link }: Loaded,
  mechanism: Mechanism,
  panel: HTMLElement,
) {
  const { name, since, door, tools, events, commands } = mechanism;
  const chapter = steps.find((step) => step.name === since)?.chapter ?? "";
  const joins = [...tools, ...events, ...commands.map((command) => `/${command}`)];
  const close = button("map-close", "✕", () => panel.replaceChildren());
  close.setAttribute("aria-label", words.close);
  panel.replaceChildren(
    close,
    el("h3", "", el("code", "", name), ` ${words.since(since)}`),
    el(
      "p",
      "",
      anchor(link(`views/steps.html#${since}:${door}`), `${words.files}: `, el("code", "", door)),
    ),
    el(
      "p",
      "",
      anchor(link(`${chapter}/`), `${words.page}: ${since} · ${said.titles[since] ?? ""}`),
    ),
    el("p", "", ...joins.flatMap((one) => [el("code", "", one), " "])),
  );
  panel.scrollIntoView({ block: "nearest" });
}
