// course/generate/glossary · what stands between the `terms` marks of docs/glossary, from docs/terms.yml.
import { type Language, readmeName } from "../base/languages.ts";
import type { Chapter } from "../chapters/files.ts";
import type { Table, Term } from "../readme/terms.ts";

/** The signs around a term and its links, and what leads to the course's own page. */
const SIGNS = {
  en: { colon: ": ", open: " (", between: ", ", close: ")", course: "README of the course" },
  zh: { colon: "：", open: "（", between: "、", close: "）", course: "课程的 README" },
  ja: { colon: "：", open: "（", between: "、", close: "）", course: "教材の README" },
} as const;

/** The terms of a table in a language, group by group. */
export const glossaryText = (table: Table, chapters: Chapter[], language: Language): string =>
  table.groups
    .map((group) => {
      const terms = group.terms.map((term) => entry(term, chapters, language));
      return [`## ${group[language]}`, "", ...terms].join("\n");
    })
    .join("\n\n");

/** A term, its English name where it is another one, what it is, and the chapters that introduce it. */
function entry(term: Term, chapters: Chapter[], language: Language): string {
  const { colon, open, between, close } = SIGNS[language];
  const { term: name, says } = term[language];
  const english = term.en.term;
  const shown = language === "en" ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  const inEnglish = anchorOf(name) === anchorOf(english) ? "" : `${open}${english}${close}`;
  const links = term.in.map((place) => linkTo(place, chapters, language)).join(between);
  return `- <a id="${anchorOf(english)}"></a>**${shown}**${inEnglish}${colon}${says}${open}${links}${close}`;
}

/** The same in every language, so that a link to a term needs no translation: "cut-reply". */
const anchorOf = (english: string): string => english.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

function linkTo(place: string, chapters: Chapter[], language: Language): string {
  if (place === "practice") return "[practice](../../practice/README.md)";
  if (place === "course") return `[${SIGNS[language].course}](../../${readmeName(language)})`;
  const name = chapters.find(({ short }) => short === place)?.name;
  return name === undefined ? place : `[${place}](../../${name}/${readmeName(language)})`;
}
