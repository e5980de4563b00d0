// course/generate/draftsTable · which promises of the spec hold with which draft.
import { basename } from "node:path";
import type { Language } from "../base/languages.ts";
import { type Hint, hintsOf } from "../build/hints.ts";
import { promisesOf } from "../build/promises.ts";
import { type Draft, draftsOf } from "../chapters/drafts.ts";

/** The names of the rows that stand for several promises. */
const MORE: Record<Language, { always(count: number): string; last(count: number): string }> = {
  en: {
    always: (count) => `*${count} more, which every draft keeps*`,
    last: (count) => `*${count} more, which only the real one keeps*`,
  },
  zh: {
    always: (count) => `*另有 ${count} 项，每一版都满足*`,
    last: (count) => `*另有 ${count} 项，只有正式版满足*`,
  },
  ja: {
    always: (count) => `*ほか ${count} 件：どの稿でも満たす*`,
    last: (count) => `*ほか ${count} 件：完成版だけが満たす*`,
  },
};
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
  const rows = [
    ...shown.map(({ sentence, marks }) => [sentence, ...marks, "✓"]),
    ...summed(kept.length - shown.length, MORE[language].always, drafts, "✓"),
    ...summed(promises.length - kept.length, MORE[language].last, drafts, "–"),
  ];
  const names = [...drafts.map(({ name }) => name), basename(chapter).slice(0, 3)];
  const head = [
    ["`spec.test.ts`", ...names],
    ["---", ...names.map(() => "---")],
  ];
  return [...head, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function named(sentence: string, number: number, hint: Hint | undefined, language: Language) {
  const own = language === "en" ? undefined : hint?.[language];
  return own === undefined ? sentence : `${number}. ${own}`;
}

const mark = ({ keeps }: Draft, number: number) => (keeps.includes(number) ? "✓" : "–");

/** One row for promises that all have the same marks; none for no promise. */
const summed = (count: number, name: (count: number) => string, drafts: Draft[], sign: string) =>
  count === 0 ? [] : [[name(count), ...drafts.map(() => sign), "✓"]];
