// course/check/terms · docs/terms.yml is whole, keeps to its own words, and has only terms that pages use.
import type { Fault } from "../base/fault.ts";
import { LANGUAGES, type Language, readmeName } from "../base/languages.ts";
import { type Chapter, textOf } from "../chapters/files.ts";
import { TERMS, type Term, type Terms } from "../readme/terms.ts";
import { type Avoided, readLines } from "../readme/words.ts";
import { wordFaults } from "./words.ts";

/** A term, and where it stands. */
interface Placed {
  term: Term;
  line(...path: string[]): number;
}

/** What is wrong with the table of terms; nothing where there is none. */
export function termFaults(terms: Terms, chapters: Chapter[], avoided: Avoided): Fault[] {
  const all = placedTerms(terms);
  return [
    ...terms.faults,
    ...all.flatMap((one) => unknownChapters(one, chapters)),
    ...LANGUAGES.flatMap((language) => [
      ...doubles(all, language),
      ...ownWords(all, language, avoided),
      ...unused(all, language, chapters),
    ]),
  ];
}

const placedTerms = ({ table, lineOf }: Terms): Placed[] =>
  (table?.groups ?? []).flatMap(({ terms }, group) =>
    terms.map((term, at) => ({
      term,
      line: (...path) => lineOf(["groups", group, "terms", at, ...path]),
    })),
  );

function unknownChapters({ term, line }: Placed, chapters: Chapter[]): Fault[] {
  const known = ["course", "practice", ...chapters.map(({ short }) => short)];
  const strange = term.in.filter((name) => !known.includes(name));
  if (strange.length === 0) return [];
  const says = `"${term.en.term}" is introduced in ${strange.join(", ")}, which does not exist`;
  return [{ file: TERMS, line: line("in"), says, mend: "name the chapter that introduces it" }];
}

function doubles(all: Placed[], language: Language): Fault[] {
  const nameOf = ({ term }: Placed) => term[language].term.toLowerCase();
  const known = new Map(all.map((one) => [nameOf(one), one])); // the last of each name
  return all
    .filter((one) => known.get(nameOf(one)) !== one)
    .map((one) => {
      const says = `"${one.term[language].term}" (${language}) is in the table twice`;
      const again = known.get(nameOf(one))?.line(language, "term");
      const mend = `one term for one thing: see line ${again}`;
      return { file: TERMS, line: one.line(language, "term"), says, mend };
    });
}

/** The words to avoid in the table's own sentences, which become the glossary. */
const ownWords = (all: Placed[], language: Language, avoided: Avoided): Fault[] =>
  all.flatMap(({ term, line }) =>
    wordFaults(
      [{ file: TERMS, line: line(language, "says"), language, words: term[language].says }],
      avoided,
    ),
  );

/** Terms that are on no page of a chapter. */
function unused(all: Placed[], language: Language, chapters: Chapter[]): Fault[] {
  const pages = chapters.flatMap((chapter) =>
    ["README", "details"].map((page) => textOf(chapter, readmeName(language, page))),
  );
  const lines = pages.flatMap((page) => readLines(page).map(({ words }) => words));
  return all
    .filter(
      ({ term }) => !formsOf(term, language).some((form) => lines.some((one) => form.test(one))),
    )
    .map(({ term, line }) => ({
      file: TERMS,
      line: line(language, "term"),
      says: `no chapter's page uses "${term[language].term}" (${language})`,
      mend: 'use it on a page, name the form that is used in "forms", or take the term out',
    }));
}

/** What a term looks like in a sentence. */
const formsOf = (term: Term, language: Language): RegExp[] =>
  [term[language].term, ...term[language].forms].map((form) => {
    const plain = form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    return new RegExp(language === "en" ? String.raw`\b${plain}s?\b` : plain, "i");
  });
