// course/generate/draftsTable · which promises of the spec hold with which draft.
import { basename } from "node:path";
import type { Language } from "../base/languages.ts";
import { sayIn } from "../base/say.ts";
import { type Hint, hintsOf, inLanguage } from "../build/hints.ts";
import { promisesOf } from "../build/promises.ts";
import { type Draft, draftsOf } from "../chapters/drafts.ts";

/** A table with more rows than this says in one row how many promises every draft keeps. */
const MOST_ROWS = 9;

/** What is between the `drafts` marks of a chapter's README. Where hints.json has a promise in the page's language, its number says which one it is. */
export function draftsTable(chapter: string, language: Language = "en"): string {
  const drafts = draftsOf(chapter);
  if (drafts.length === 0) return "";
  const hints = hintsOf(chapter);
  const promises = promisesOf(chapter).map((sentence, at) => ({
    sentence: named(sentence, at + 1, hints.get(sentence), language),
    marks: drafts.map((draft) => mark(draft, at + 1)),
  }));
  const kept = promises.filter(({ marks }) => marks.includes("✓"));
  const isAlways = ({ marks }: { marks: string[] }) => !marks.includes("–");
  const isLong = kept.length > MOST_ROWS;
  const shown = kept.filter((one) => !isLong || !isAlways(one));
  const [always, last] = [kept.length - shown.length, promises.length - kept.length];
  const say = sayIn(language);
  const rows = [
    ...shown.map(({ sentence, marks }) => [sentence, ...marks, "✓"]),
    ...summed(always, say`*${always} more, which every draft keeps*`, drafts, "✓"),
    ...summed(last, say`*${last} more, which only the real one keeps*`, drafts, "–"),
  ];
  const names = [...drafts.map(({ name }) => name), basename(chapter).slice(0, 3)];
  const head = [
    ["`spec.test.ts`", ...names],
    ["---", ...names.map(() => "---")],
  ];
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function named(sentence: string, number: number, hint: Hint | undefined, language: Language) {
  const own = inLanguage(hint, language)?.name;
  return own === undefined ? sentence : `${number}. ${own}`;
}

const mark = ({ keeps }: Draft, number: number) => (keeps.includes(number) ? "✓" : "–");

/** One row for promises that all have the same marks; none for no promise. */
const summed = (count: number, name: string, drafts: Draft[], sign: string) =>
  count === 0 ? [] : [[name, ...drafts.map(() => sign), "✓"]];
