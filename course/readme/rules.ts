// course/readme/rules · what every README keeps to: sections, length, pictures, code from the files.
import type { Fault } from "../base/fault.ts";
import type { Language } from "../base/languages.ts";
import { messageOf } from "../base/text.ts";
import { type Chapter, codeSize, linesOf, textOf } from "../chapters/files.ts";
import { firstStrayLine } from "./code.ts";
import { contentFaults } from "./contents.ts";
import { wrongEdit } from "./diff.ts";
import { showsCore, sightFaults, sightOf, wrongSection } from "./form.ts";
import { type Block, betweenMarks, parseReadme, type Readme, sectionsOf } from "./parse.ts";
import { CHANGED, NOT_WRITTEN, REAL_ONE, SECTIONS } from "./sections.ts";

const BLOCKS = ["ts", "diff", "text", "json", "sh", "python", "console", "timeline", "mermaid"];

/** A README of a chapter, or of the root when `chapter` is undefined. */
export interface ReadmeFile {
  /** The path from the root. */
  file: string;
  language: Language;
  chapter: Chapter | undefined;
  text: string;
  readme: Readme;
}

/** Reads a README's text. */
export const readmeFile = (
  file: string,
  language: Language,
  text: string,
  chapter?: Chapter,
): ReadmeFile => ({ file, language, chapter, text, readme: parseReadme(text) });

/** What is wrong with a README by itself. `source` gives the lines of a file named in a block. */
export function readmeFaults(
  one: ReadmeFile,
  source: (name: string) => string | undefined,
): Fault[] {
  const unwritten = unwrittenFaults(one);
  if (unwritten.length > 0) return unwritten;
  const common = [...blockFaults(one, source), ...pictureFaults(one)];
  if (!one.chapter) return common;
  const order = sectionFaults(one);
  const contents = order.length === 0 ? contentFaults(one, one.chapter) : []; // sections are found by their order
  return [...order, ...lengthFaults(one, one.chapter), ...common, ...contents];
}

/** The places of a new chapter's README that are not written yet, as one fault. */
function unwrittenFaults({ file, language, readme }: ReadmeFile): Fault[] {
  const places = readme.lines.flatMap((text, at) =>
    text.includes(NOT_WRITTEN[language]) ? [at + 1] : [],
  );
  if (places.length === 0) return [];
  const says = `is not written yet, in ${places.length} place${places.length === 1 ? "" : "s"}`;
  return [{ file, line: places[0] ?? 1, says, mend: `write ${file}` }];
}

function sectionFaults({ file, language, chapter, readme }: ReadmeFile): Fault[] {
  const mend = `up to six sections for drafts stand after the first; the sections are: ${SECTIONS[language].join(" · ")}`;
  const faults: Fault[] = [];
  const first = readme.headings[0];
  if (first?.level !== 1 || !first.text.startsWith(`${chapter?.short} · `)) {
    const says = `should begin with "# ${chapter?.short} · " and the mechanism`;
    faults.push({ file, line: first?.line ?? 1, says, mend: `edit ${file}` });
  }
  const wrong = wrongSection(readme, language);
  return wrong ? [...faults, { file, mend, ...wrong }] : faults;
}

/** A chapter with less new code than this may show less of it. */
const SMALL = 100;

function lengthFaults({ file, readme, language }: ReadmeFile, chapter: Chapter): Fault[] {
  if (chapter.manifest.page !== "") return [];
  const sight = sightOf(readme);
  const isEnglish = language === "en";
  const counted = isEnglish ? sight : { ...sight, words: 0, longest: { words: 0, line: 1 } };
  const mustShow = codeSize(chapter) > SMALL;
  return sightFaults(file, counted, { mustShow, hasCore: showsCore(readme, language) });
}

function blockFaults(
  { file, readme }: ReadmeFile,
  source: (name: string) => string | undefined,
): Fault[] {
  const unclosed = readme.unclosed;
  if (unclosed !== undefined) {
    return [{ file, line: unclosed, says: "a block is not closed", mend: "close it with ```" }];
  }
  return readme.blocks.flatMap((block) => {
    const says = wrongBlock(block, source);
    return says === undefined ? [] : [{ file, mend: MEND_CODE, ...says }];
  });
}

const MEND_CODE = "copy the lines from the file again; a line `// …` skips some";

function wrongBlock(block: Block, source: (name: string) => string | undefined) {
  const { language, info, line, lines } = block;
  if (!BLOCKS.includes(language)) {
    return { line, says: `a block is ${BLOCKS.join(", ")}, not "${language}"` };
  }
  if (language === "json") return wrongJson(block);
  if (language === "text" && info === "") return undefined; // an illustration; with a name it is quoted from the file
  if (language !== "ts" && language !== "diff" && language !== "text") return undefined;
  if (info === "") return { line, says: `a ${language} block names its file: ${SAMPLE[language]}` };
  const text = source(info);
  if (text === undefined) return { line, says: `names ${info}, which does not exist` };
  if (language === "diff") return wrongDiff(block, text);
  const stray = firstStrayLine(lines, linesOf(text));
  if (stray === undefined) return undefined;
  return { line: line + 1 + stray, says: `is not the next line of ${info}` };
}

const SAMPLE = { ts: "```ts loop.ts", diff: "```diff loop.ts", text: "```text loop.test.ts" };

function wrongDiff({ line, lines, info }: Block, text: string) {
  const wrong = wrongEdit(lines, text);
  if (wrong === undefined) return undefined;
  return { line, says: `a diff ${wrong}`, mend: `copy its lines from ${info} again` };
}

function wrongJson({ line, lines }: Block) {
  try {
    JSON.parse(lines.join("\n"));
    return undefined;
  } catch (error) {
    return {
      line,
      says: `a json block is not JSON: ${messageOf(error)}`,
      mend: "mend it, or call it text",
    };
  }
}

const KINDS = ["flowchart", "sequenceDiagram", "stateDiagram-v2"];

function pictureFaults({ file, chapter, language, readme }: ReadmeFile): Fault[] {
  const pictures = readme.blocks.filter((block) => block.language === "mermaid");
  const strange = pictures.filter(({ lines }) => !KINDS.includes(lines[0]?.split(" ")[0] ?? ""));
  const faults = strange.map(({ line }): Fault => {
    const says = `a picture begins with ${KINDS.join(", ")}`;
    return { file, line: line + 1, says, mend: "https://mermaid.js.org says how" };
  });
  if (!chapter) return faults;
  const place = SECTIONS[language][REAL_ONE];
  const idea = sectionsOf(readme).find(({ text }) => text === place);
  const isThere = pictures.some(({ line }) => idea && line > idea.line && line < idea.end);
  if (idea && !isThere) {
    const says = `has no mermaid picture in "${place}"`;
    faults.push({ file, line: idea.line, says, mend: "draw the idea in a ```mermaid block" });
  }
  return faults;
}

/** A chapter's README holds the marks, in the section that speaks of the changes, and the root's its own. */
export function markFaults({ file, chapter, text, readme, language }: ReadmeFile): Fault[] {
  const mark = chapter ? "changes" : "chapters";
  if (betweenMarks(text, mark) !== undefined) return [];
  const place = chapter
    ? sectionsOf(readme).find((one) => one.text === SECTIONS[language][CHANGED])
    : undefined;
  const says = `has no lines <!-- ${mark} --> and <!-- /${mark} -->, between which text is generated`;
  return [
    {
      file,
      line: place?.line ?? 1,
      says,
      mend: `write both lines, then: npm run course -- check --write`,
    },
  ];
}

/** A chapter's own file for a name in a block; for the root, a path from the root. */
export const sourceOf =
  (chapter: Chapter) =>
  (name: string): string | undefined =>
    chapter.files.has(name) ? textOf(chapter, name) : undefined;
