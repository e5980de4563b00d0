// course/readme/words · words and turns of phrase that the course does not use, in each language, and what it uses instead.
import { LANGUAGES, type Language } from "../base/languages.ts";
import { parseReadme } from "./parse.ts";
import type { Table } from "./terms.ts";

/** What must not be in a text, and what to write instead. */
export type Avoided = Record<Language, { not: RegExp; instead: string }[]>;

/** The words to avoid that a table names: those of its terms, then its phrases. */
export function avoidedBy(table: Table | undefined): Avoided {
  const terms = table?.groups.flatMap((group) => group.terms) ?? [];
  const avoided: Avoided = { en: [], zh: [], ja: [] };
  for (const language of LANGUAGES) {
    const words = terms.map((term) => term[language]);
    avoided[language] = words.flatMap(({ term, not }) =>
      not.map((one) => ({ not: one, instead: term })),
    );
    avoided[language].push(...(table?.phrases[language] ?? []));
  }
  return avoided;
}

/** The words to avoid in a page or a sentence of a language: at which line (from 0). Code and addresses in it do not count. */
export const wordsToAvoid = (text: string, language: Language, avoided: Avoided) =>
  readLines(text).flatMap(({ words, line }) =>
    avoided[language].flatMap(({ not, instead }) => {
      const found = not.exec(words)?.[0];
      return found === undefined ? [] : [{ at: line - 1, says: `${found}: write ${instead}` }];
    }),
  );

/** The lines that are read as words, with their numbers: prose that is not generated, and pictures. */
export function readLines(text: string): { words: string; line: number }[] {
  const { prose, blocks } = parseReadme(text);
  const pictures = blocks
    .filter((block) => block.language === "mermaid")
    .map(({ lines, line }) => ({ words: lines.join("\n"), line: line + 1 }));
  return [...prose, ...pictures].flatMap(({ words, line }) =>
    words.split("\n").map((one, at) => ({ words: one, line: line + at })),
  );
}
