// course/readme/contents · what the sections of a chapter's README must hold.
import type { Fault } from "../base/fault.ts";
import type { Language } from "../base/languages.ts";
import type { Chapter } from "../chapters/files.ts";
import { placesOf } from "./form.ts";
import { type Block, type Heading, type Readme, sectionsOf } from "./parse.ts";
import { BREAK_IT, BUILD_IT, CHECK_YOURSELF, PROBLEM, REAL_AGENTS, TIME } from "./sections.ts";

/** A section with what stands in it. */
interface Section extends Heading {
  lines: string[];
  blocks: Block[];
}

/** Where a README is, and what it says. */
interface Page {
  file: string;
  language: Language;
  readme: Readme;
}

/** What is missing: the line, what is wrong there, and how to mend it. */
type Missing = Pick<Fault, "line" | "says" | "mend"> | undefined;

const QUESTIONS = 3;

/** What a chapter's README lacks, section by section. Its sections must be there and in order. */
export function contentFaults({ file, language, readme }: Page, chapter: Chapter): Fault[] {
  const found = sectionsOf(readme).map(
    ({ end, ...heading }): Section => ({
      ...heading,
      lines: readme.lines.slice(heading.line, end - 1),
      blocks: readme.blocks.filter(({ line }) => line > heading.line && line < end),
    }),
  );
  const sections = placesOf(found, language);
  const at = (place: number, rule: (section: Section) => Missing) => {
    const section = sections[place];
    return section && rule(section);
  };
  const missing = [
    timeFault(readme, language),
    at(PROBLEM, (section) => problemFault(section, chapter.short)),
    at(BUILD_IT, hintFault),
    at(BREAK_IT, breakFault),
    at(CHECK_YOURSELF, questionFault),
    at(REAL_AGENTS, linkFault),
  ];
  return missing.flatMap((fault) => (fault ? [{ file, ...fault }] : []));
}

function timeFault(readme: Readme, language: Language): Missing {
  const title = readme.headings[0]?.line ?? 1;
  const at = readme.lines.findIndex((text, at) => at >= title && text.trim() !== "");
  if (TIME[language].test(readme.lines[at] ?? "")) return undefined;
  const mend = `begin it like ${TIME[language].source}`;
  return { line: at + 1, says: "does not say below the title how long it takes", mend };
}

function problemFault({ line, blocks }: Section, short: string): Missing {
  const before = `s${String(Number(short.slice(1)) - 1).padStart(2, "0")}`;
  const [first] = blocks;
  const command = new RegExp(`npm start ${before}\\b|npx tsx \\S*${before}_`);
  const starts = first?.language === "console" && command.test(first.lines[0] ?? "");
  if (starts || before === "s00") return undefined;
  const mend = `begin it with a console block that starts ${before}`;
  return { line, says: `shows no session of ${before} that fails`, mend };
}

const foldedIn = (lines: string[]) => lines.filter((text) => text.includes("<details>")).length;

function hintFault({ line, lines }: Section): Missing {
  if (foldedIn(lines) > 0) return undefined;
  const mend = "write hints that open one at a time, each in <details>";
  return { line, says: "has no hints in <details>", mend };
}

/** The commands that show what an edit has broken: the spec, or a unit test. */
const SPEC_COMMAND = /`npm run course -- spec s\d\d`/;
const TEST_COMMAND = /`npx vitest run s\d\d_\w+\/(\S+)`/;

/** `npm run test:deep` makes the edit, and runs the command that the section names. */
function breakFault({ line, lines, blocks }: Section): Missing {
  const text = lines.join("\n");
  const hasCommand = SPEC_COMMAND.test(text) || TEST_COMMAND.test(text);
  if (hasCommand || !blocks.some(({ language }) => language === "diff")) return undefined;
  const mend = "name it as `npm run course -- spec s01` or `npx vitest run s01_…`";
  return { line, says: "names no command that finds what the edit breaks", mend };
}

function questionFault({ line, lines }: Section): Missing {
  const numbers = lines.filter((text) => /^\d\. /.test(text)).length;
  if (numbers >= QUESTIONS && foldedIn(lines) > 0) return undefined;
  const mend = "write three numbered questions, and the answers in <details>";
  return { line, says: "does not ask three questions and answer them", mend };
}

/** Each item names its source by a link. */
function linkFault({ line, lines }: Section): Missing {
  const at = lines.findIndex((text) => /^[-*] /.test(text) && !text.includes("](http"));
  if (at < 0 && lines.some((text) => /^[-*] /.test(text))) return undefined;
  const mend = "name the agent, and give a link and a year";
  return { line: at < 0 ? line : line + 1 + at, says: "has a claim without a link", mend };
}
