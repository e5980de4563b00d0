// course/readme/form · the form of a chapter's page: its sections, and what it has in sight.
import type { Fault } from "../base/fault.ts";
import type { Language } from "../base/languages.ts";
import { type Heading, type Readme, sectionsOf } from "./parse.ts";
import { NOT_YET, REAL_ONE, SECTIONS } from "./sections.ts";

const MOST_DRAFTS = 6;

/** Whether a page shows the core: it says what this does not do. */
export const showsCore = (readme: Readme, language: Language): boolean =>
  sectionsOf(readme).some(({ text }) => text === NOT_YET[language]);

/** The sections of a page in the places of SECTIONS: without those of drafts. */
export function placesOf<One extends Heading>(sections: One[], language: Language): One[] {
  const names = [SECTIONS[language][REAL_ONE], NOT_YET[language]];
  const real = sections.findIndex(({ text }) => names.includes(text));
  return real < 1 ? sections : sections.toSpliced(1, real - 1);
}

/** The first section that is wrong: its line, and what should be there. */
export function wrongSection(
  readme: Readme,
  language: Language,
): { line: number; says: string } | undefined {
  const found = sectionsOf(readme);
  const shown = placesOf(found, language);
  const drafts = found.length - shown.length;
  if (drafts > MOST_DRAFTS) {
    const says = `has ${drafts} sections for drafts; at most ${MOST_DRAFTS}`;
    return { line: found[0]?.line ?? 1, says };
  }
  const names = SECTIONS[language];
  const hasCore = showsCore(readme, language);
  const expected = hasCore ? names.with(REAL_ONE, NOT_YET[language]) : names;
  const wrong = expected.findIndex((text, at) => shown[at]?.text !== text);
  const at = wrong < 0 ? expected.length : wrong;
  const [should, is] = [expected[at], shown[at]];
  if (should === undefined && is === undefined) return undefined;
  const line = is?.line ?? readme.lines.length;
  if (should === undefined) return { line, says: `there is no section "${is?.text}"` };
  return { line, says: `section "${should}" should stand here` };
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
const MOST_WITH_CORE = { words: 1900, boxes: 2, paragraph: 90 };
const LEAST_CODE = 40;

/** Where a page is beyond the limits; the chapter may say why in "page" of its package.json. */
export function sightFaults(
  file: string,
  sight: Sight,
  { mustShow, hasCore }: { mustShow: boolean; hasCore: boolean },
): Fault[] {
  const most = hasCore ? MOST_WITH_CORE : MOST;
  const mend = 'shorten it, or say why in "page" of package.json';
  const { words, boxes, code, longest } = sight;
  const says = [
    ...(words > most.words ? [`has ${words} words in sight; at most ${most.words}`] : []),
    ...(boxes > most.boxes ? [`has ${boxes} boxes; at most ${most.boxes}`] : []),
    ...(mustShow && code < LEAST_CODE
      ? [`shows ${code} lines of TypeScript; at least ${LEAST_CODE}`]
      : []),
  ];
  const faults = says.map((text): Fault => ({ file, line: 1, says: text, mend }));
  if (longest.words <= most.paragraph) return faults;
  const paragraph = `a paragraph of ${longest.words} words; at most ${most.paragraph}`;
  return [...faults, { file, line: longest.line, says: paragraph, mend }];
}
