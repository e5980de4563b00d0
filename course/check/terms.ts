// course/check/terms · docs/terms.yml is whole, names chapters that are there, and keeps to its own words.
import type { Fault } from "../base/fault.ts";
import { LANGUAGES } from "../base/languages.ts";
import type { Chapter } from "../chapters/files.ts";
import { TERMS, type Term, type Terms } from "../readme/terms.ts";
import type { Avoided } from "../readme/words.ts";
import { wordFaults } from "./words.ts";

/** What is wrong with the table of terms; nothing where there is none. */
export function termFaults(
  { table, faults, lineOf }: Terms,
  chapters: Chapter[],
  avoided: Avoided,
) {
  const terms = (table?.groups ?? []).flatMap(({ terms }) => terms);
  return [
    ...faults,
    ...terms.flatMap((term) => unknownChapters(term, chapters, lineOf)),
    ...terms.flatMap((term) => ownWords(term, avoided, lineOf)),
  ];
}

type LineOf = Terms["lineOf"];

function unknownChapters(term: Term, chapters: Chapter[], lineOf: LineOf): Fault[] {
  const known = ["course", "practice", ...chapters.map(({ short }) => short)];
  const strange = term.in.filter((name) => !known.includes(name));
  if (strange.length === 0) return [];
  const says = `"${term.en.term}" is introduced in ${strange.join(", ")}, which does not exist`;
  const line = lineOf(term.en.says);
  return [{ file: TERMS, line, says, mend: "name the chapter that introduces it" }];
}

/** The words to avoid in the table's own sentences, which become the glossary. */
const ownWords = (term: Term, avoided: Avoided, lineOf: LineOf): Fault[] =>
  LANGUAGES.flatMap((language) => {
    const words = term[language].says;
    return wordFaults([{ file: TERMS, line: lineOf(words), language, words }], avoided);
  });
