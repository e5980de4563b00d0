// course/generate/table · the figures of all chapters and their pages, as `course check` prints them; docs/checks shows the first table.
import { type Figures, percent } from "../chapters/compare.ts";
import { type Chapter, textOf } from "../chapters/files.ts";
import type { SpecCount } from "../chapters/specs.ts";
import { type Sight, sightOf } from "../readme/form.ts";
import { parseReadme } from "../readme/parse.ts";

/** What the command prints of the chapters: a table with a line for each, then how many promises are inherited. */
export function tableLines(figures: Figures[], specs: SpecCount): string[] {
  const rows = figures.map((one) => [
    one.chapter,
    one.kept === undefined ? "–" : percent(one.kept),
    String(one.new),
    String(one.edits),
    `${one.same}/${one.carried}`,
    String(one.code),
  ]);
  const head = ["chapter", "kept", "new", "edits", "carried", "code.ts"];
  return [...aligned([head, ...rows]), inheritedLine(specs)];
}

/** What a chapter's English page has in sight. */
export interface PageFigures extends Omit<Sight, "longest"> {
  chapter: string;
  /** Words of the longest paragraph. */
  longest: number;
}

/** The figures of the page of each chapter that has one. */
export function pageFigures(chapters: Chapter[]): PageFigures[] {
  return chapters.flatMap((chapter) => {
    const text = textOf(chapter, "README.md");
    if (text === "") return [];
    const { longest, ...sight } = sightOf(parseReadme(text));
    return [{ chapter: chapter.name, ...sight, longest: longest.words }];
  });
}

/** What the command prints of the pages. */
export function pageLines(pages: PageFigures[]): string[] {
  if (pages.length === 0) return [];
  const rows = pages.map(({ chapter, words, code, boxes, longest }) => [
    chapter,
    ...[words, code, boxes, longest].map(String),
  ]);
  return aligned([["page, in sight", "words", "code", "boxes", "longest paragraph"], ...rows]);
}

/** The first column to the left, the others to the right. */
function aligned(rows: string[][]): string[] {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(width(at)) : cell.padStart(width(at))))
      .join("  "),
  );
}

/** The tests of all specs in words. */
const inheritedLine = ({ tests, inherited }: SpecCount): string =>
  `specs: ${tests} tests, ${inherited} of them inherited`;
