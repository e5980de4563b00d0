// site/page/tools · a row of controls: how the next requests fail, and the agent's clock.
import { button, make } from "./elements.ts";
import type { Phase } from "./phase.ts";
import type { Words } from "./words.ts";

interface ToolsOptions {
  words: Words;
  fail(kind: string, times: number): void;
  advance(ms: number): void;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TIMES = [1, 2, 3, 5];

function choice(className: string, label: string, options: [string, string][]) {
  const list = document.createElement("select");
  list.className = className;
  list.setAttribute("aria-label", label);
  list.append(...options.map(([value, text]) => new Option(text, value)));
  return list;
}

/** How far the clock is ahead, such as "+1 day +6 min". */
function aheadOf(ms: number, words: Words): string {
  const [days, minutes] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / MINUTE)];
  const parts = [days > 0 && words.days(days), minutes > 0 && words.minutes(minutes)];
  return parts.filter((part) => part !== false).join(" ");
}

/** Makes the row. Faults may be chosen at any time; the clock moves while an agent runs. */
export function createTools({ words, fail, advance }: ToolsOptions) {
  const kinds = Object.entries<string>(words.faults);
  const kind = choice("lab-fault", words.faultLabel, [["", words.noFault], ...kinds]);
  const count = TIMES.map((one): [string, string] => [String(one), `×${one}`]);
  const times = choice("lab-times", words.times, count);
  const arm = () => fail(kind.value, kind.value === "" ? 0 : Number(times.value));
  for (const list of [kind, times]) list.addEventListener("change", arm);
  const step = (text: string, ms: number) => button("lab-step", text, () => advance(ms));
  const steps = [
    step(words.minutes(1), MINUTE),
    step(words.minutes(5), 5 * MINUTE),
    step(words.days(1), DAY),
  ];
  const ahead = make("span", "lab-ahead");
  ahead.setAttribute("role", "status");
  const clock = make("span", "lab-clock");
  clock.setAttribute("role", "group");
  clock.setAttribute("aria-label", words.clockLabel);
  clock.append(...steps, ahead);
  const root = make("div", "lab-tools");
  root.append(kind, times, clock);
  return {
    root,
    phase(now: Phase) {
      for (const one of steps) one.disabled = !["prompt", "question", "running"].includes(now);
    },
    /** So many requests are still to fail. */
    left(count: number) {
      root.dataset.left = String(count);
      if (count === 0) kind.value = "";
    },
    ahead(ms: number) {
      ahead.textContent = ms === 0 ? "" : `${words.clockLabel}: ${aheadOf(ms, words)}`;
    },
  };
}
