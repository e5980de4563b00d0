// course/generate/table · the figures of all chapters, as `course check` prints them and docs/checks shows them.
import { type Figures, percent } from "../chapters/compare.ts";
import type { SpecCount } from "../chapters/specs.ts";

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
  const all = [["chapter", "kept", "new", "edits", "carried", "code.ts"], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((at) =>
    Math.max(...all.map((row) => row[at]?.length ?? 0)),
  );
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
  return [...lines, inheritedLine(specs)];
}

/** The tests of all specs in words. */
const inheritedLine = ({ tests, inherited }: SpecCount): string =>
  `specs: ${tests} tests, ${inherited} of them inherited`;
