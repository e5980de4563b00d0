// course/readme/form · the form of a chapter's page that grows in drafts: its sections, and its limits.
import type { Fault } from "../base/fault.ts";
import type { Language } from "../base/languages.ts";
import { type Heading, type Readme, sectionsOf } from "./parse.ts";
import { PROBLEM, SECTIONS } from "./sections.ts";

/** What the section of the finished mechanism is called; a page that has it is of this form. */
export const REAL_ONE: Record<Language, string> = {
  en: "The real one",
  zh: "正式版",
  ja: "完成版",
};

const MOST_DRAFTS = 3;
const FROM_CHANGED = 3;

/** Whether a page shows its mechanism in drafts. */
export const isGrown = (readme: Readme, language: Language): boolean =>
  sectionsOf(readme).some(({ text }) => text === REAL_ONE[language]);

/**
 * The sections of a page in the places of the older form: the finished mechanism is in the place of "How it works",
 * drafts are left out.
 */
export function placesOf<One extends Heading>(
  sections: One[],
  language: Language,
): (One | undefined)[] {
  const real = sections.findIndex(({ text }) => text === REAL_ONE[language]);
  return real < 0 ? sections : [sections[0], undefined, ...sections.slice(real)];
}

/** The sections that are wrong: the first one, and what should be there. */
export function grownSections(
  readme: Readme,
  language: Language,
): { line: number; says: string } | undefined {
  const found = sectionsOf(readme);
  const real = found.findIndex(({ text }) => text === REAL_ONE[language]);
  const [first] = found;
  if (first?.text !== SECTIONS[language][PROBLEM])
    return {
      line: first?.line ?? 1,
      says: `section "${SECTIONS[language][PROBLEM]}" should be first`,
    };
  if (real - 1 > MOST_DRAFTS)
    return {
      line: first?.line ?? 1,
      says: `has ${real - 1} sections for drafts; at most ${MOST_DRAFTS}`,
    };
  const expected = SECTIONS[language].slice(FROM_CHANGED);
  const after = found.slice(real + 1);
  const wrong = expected.findIndex((text, at) => after[at]?.text !== text);
  if (wrong < 0 && after.length === expected.length) return undefined;
  const at = wrong < 0 ? expected.length : wrong;
  const says = expected[at]
    ? `section "${expected[at]}" should be here`
    : `there is no section "${after[at]?.text}"`;
  return { line: after[at]?.line ?? readme.lines.length, says };
}

/** What a page has in sight. */
export interface Sight {
  /** Words of prose; only English has words that can be counted so. */
  words: number;
  /** Lines of TypeScript. */
  code: number;
  boxes: number;
  /** Words of the longest paragraph, and its line. */
  longest: { words: number; line: number };
}

/** Counts what is outside of `<details>` and of what is generated. */
export function sightOf(readme: Readme): Sight {
  const folded = foldedLines(readme.lines);
  const prose = readme.prose.filter(({ line }) => !folded.has(line));
  const counted = prose.map(({ words, line }) => ({ words: countOf(words), line }));
  const code = readme.blocks.filter(({ language, line }) => language === "ts" && !folded.has(line));
  const longest = counted.reduce((most, one) => (one.words > most.words ? one : most), {
    words: 0,
    line: 1,
  });
  return {
    words: counted.reduce((sum, one) => sum + one.words, 0),
    code: code.flatMap(({ lines }) => lines).filter((text) => text.trim() !== "").length,
    boxes: readme.lines.filter((text) => text.includes("<details")).length,
    longest,
  };
}

const countOf = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

function foldedLines(lines: string[]): Set<number> {
  const folded = new Set<number>();
  let depth = 0;
  for (const [at, text] of lines.entries()) {
    depth += text.split("<details").length - 1;
    if (depth > 0) folded.add(at + 1);
    depth -= text.split("</details>").length - 1;
  }
  return folded;
}

const MOST = { words: 2500, boxes: 4, paragraph: 90 };
const LEAST_CODE = 40;

/** Where a page is beyond the limits; the chapter may say why in "page" of its package.json. */
export function sightFaults(file: string, sight: Sight, mustShow: boolean): Fault[] {
  const mend = 'shorten it, or say why in "page" of package.json';
  const { words, boxes, code, longest } = sight;
  const says = [
    ...(words > MOST.words ? [`has ${words} words in sight; at most ${MOST.words}`] : []),
    ...(boxes > MOST.boxes ? [`has ${boxes} boxes; at most ${MOST.boxes}`] : []),
    ...(mustShow && code < LEAST_CODE
      ? [`shows ${code} lines of TypeScript; at least ${LEAST_CODE}`]
      : []),
  ];
  const faults = says.map((text): Fault => ({ file, line: 1, says: text, mend }));
  if (longest.words <= MOST.paragraph) return faults;
  const paragraph = `a paragraph of ${longest.words} words; at most ${MOST.paragraph}`;
  return [...faults, { file, line: longest.line, says: paragraph, mend }];
}
