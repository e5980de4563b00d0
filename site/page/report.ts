// site/page/report · the judge's button, and its report: a line for each promise of the core, in the words of the spec.
import type { Judged } from "../judge/link.ts";
import type { Edits } from "./edits.ts";
import { button, make } from "./elements.ts";
import { judgeAll } from "./judging.ts";
import type { KitPromise } from "./kit.ts";
import type { Words } from "./words.ts";

interface ReportOptions {
  base: string;
  chapter: string;
  language: string;
  words: Words;
  edits: Edits;
  say(text: string): void;
}

const kindOf = ({ verdict }: Judged) =>
  verdict === "passed" || verdict === "failed" ? verdict : "other";

/** A line of the report; what is wrong can be unfolded. */
function lineOf(name: string, judged: Judged, words: Words): HTMLElement {
  const kind = kindOf(judged);
  const line = make("li", `lab-verdict is-${kind}`);
  const title = `${words.verdicts[kind]} · ${name}`;
  if (judged.problem === undefined) {
    line.append(title);
    return line;
  }
  const details = make("details", "");
  details.append(make("summary", "", title), make("pre", "", judged.problem));
  line.append(details);
  return line;
}

/** Makes the button and the place of the report, which is empty until somebody judges. */
export function createReport(options: ReportOptions) {
  const { words, edits, chapter, language } = options;
  const list = make("div", "lab-report");
  list.setAttribute("role", "status");
  let stopping = new AbortController();

  async function judge() {
    stopping.abort();
    stopping = new AbortController();
    const { signal } = stopping;
    const modules = readModules();
    if (modules === undefined) return;
    const verdicts = new Map(edits.promises.filter(({ isHere }) => !isHere).map(notHere));
    const base = new URL(`${options.base}agents/`, location.href).href;
    draw(verdicts, false);
    const here = edits.promises.filter(({ isHere }) => isHere).map(({ sentence }) => sentence);
    await judgeAll(here, { base, chapter, modules, language, signal }, (sentence, judged) => {
      verdicts.set(sentence, judged);
      draw(verdicts, verdicts.size === edits.promises.length);
    });
  }

  /** What is no TypeScript cannot be judged. */
  function readModules() {
    try {
      return edits.modules();
    } catch (error) {
      options.say(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  function draw(verdicts: Map<string, Judged>, isDone: boolean) {
    const judged = [...verdicts.values()].map(kindOf).filter((kind) => kind !== "other");
    const kept = judged.filter((kind) => kind === "passed").length;
    const head = isDone ? words.kept(kept, judged.length) : words.judging;
    const lines = edits.promises.flatMap((promise) => {
      const found = verdicts.get(promise.sentence);
      return found ? lineOf(nameOf(promise), found, words) : [];
    });
    const all = make("ol", "");
    all.append(...lines);
    list.replaceChildren(make("p", "lab-kept", head), make("p", "lab-part", part()), all);
    list.dataset.done = String(isDone);
  }

  /** What is judged here is not all that the page tells of. */
  function part() {
    const here = edits.promises.filter(({ isHere }) => isHere).length;
    return words.partJudged(here, edits.promised, chapter.slice(0, 3));
  }

  /** Takes the report away: it was about other files. */
  function forget() {
    stopping.abort();
    list.replaceChildren();
    delete list.dataset.done;
  }

  const notHere = ({ sentence }: KitPromise): [string, Judged] => [
    sentence,
    { verdict: "not judged", problem: words.notHere(chapter.slice(0, 3)) },
  ];
  const nameOf = ({ sentence, names }: KitPromise) => names[language] ?? sentence;
  return {
    button: button("lab-judge", words.judge, () => void judge()),
    list,
    forget,
    stop: () => stopping.abort(),
  };
}
