// course/check/checklist · docs/assistant-checklist.md has one row for each point, and the tests that it names are there.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Fault } from "../base/fault.ts";
import { sentencesIn } from "../build/promises.ts";
import type { Chapter } from "../chapters/files.ts";

export const CHECKLIST = "docs/assistant-checklist.md";

/** The designs, and how many points each has. */
const DESIGNS = { M: 54, P: 52, C: 31 };
const POINTS = Object.entries(DESIGNS).flatMap(([design, count]) =>
  Array.from({ length: count }, (_, at) => `${design}${at + 1}`),
);
/** The chapter with which the page came. */
const FIRST = "s22";
const COLUMNS = ["point", "what it asks", "where", "shown by"];
/** In the column "where": the point is not done as it stands, and the last cell says why. */
const OTHERWISE = "otherwise";

interface Row {
  /** "M14" */
  point: string;
  cells: string[];
  line: number;
}

/** What is wrong with the page. That its links lead somewhere is checked with those of the other pages. */
export function checklistFaults(chapters: Chapter[], root: string): Fault[] {
  if (!existsSync(join(root, CHECKLIST)))
    return chapters.some(({ short }) => short === FIRST)
      ? [fault(1, "is missing", `write ${CHECKLIST}: a row for each of ${POINTS.length} points`)]
      : [];
  const rows = rowsOf(asSeen(readFileSync(join(root, CHECKLIST), "utf8")));
  return [...pointFaults(rows), ...rows.flatMap((row) => rowFaults(row, root))];
}

const fault = (line: number, says: string, mend: string): Fault => ({
  file: CHECKLIST,
  line,
  says,
  mend,
});

/** The page without comments and examples, its lines where they were. */
const asSeen = (text: string): string =>
  text.replaceAll(/<!--[\s\S]*?-->|^```[\s\S]*?^```/gm, (unseen) =>
    unseen.replaceAll(/[^\n]/g, ""),
  );

/** The rows that begin with a point. */
const rowsOf = (text: string): Row[] =>
  text.split("\n").flatMap((line, at) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [before, point = ""] = cells;
    if (before !== "" || !/^[A-Z]\d+$/.test(point)) return [];
    return [{ point, cells: cells.slice(1, -1), line: at + 1 }];
  });

function pointFaults(rows: Row[]): Fault[] {
  const first = new Map(rows.toReversed().map(({ point, line }) => [point, line]));
  const missing = POINTS.filter((point) => !first.has(point));
  const surplus = rows.filter(({ point }) => !POINTS.includes(point));
  const doubles = rows.filter(({ point, line }) => first.get(point) !== line);
  return [
    ...missing.map((point) => fault(1, `has no row for ${point}`, "write one")),
    ...surplus.map(({ point, line }) =>
      fault(line, `has a row for ${point}, which is no point`, "correct the number"),
    ),
    ...doubles.map(({ point, line }) =>
      fault(line, `has a second row for ${point}`, `see line ${first.get(point)}`),
    ),
  ];
}

function rowFaults({ point, cells, line }: Row, root: string): Fault[] {
  if (cells.length !== COLUMNS.length) {
    const says = `${point} has ${cells.length} cells; a row has ${COLUMNS.length}`;
    return [fault(line, says, `write: ${COLUMNS.join(" | ")}`)];
  }
  const empty = COLUMNS.filter((_, at) => !/[\p{L}\p{N}]/u.test(cells[at] ?? ""));
  if (empty.length > 0)
    return empty.map((name) => fault(line, `${point} says nothing under "${name}"`, FILL));
  const [, , where = "", shown = ""] = cells;
  const { tests, faults } = testsIn(shown, { point, line }, root);
  if (where === OTHERWISE)
    return shown.endsWith(".")
      ? faults
      : [...faults, fault(line, `${point} is otherwise, without a sentence that says why`, FILL)];
  if (!/\]\([^)]+\)/.test(where)) faults.push(fault(line, `${point} names no file`, FILL));
  if (tests === 0) faults.push(fault(line, `${point} names no test`, FILL));
  return faults;
}

const FILL = `write a link to a file, and [spec](FILE): “the name of a test”; or "${OTHERWISE}", and one sentence`;

/** Each “name” in a cell belongs to the link before it, which is one to a test file. */
function testsIn(cell: string, { point, line }: Pick<Row, "point" | "line">, root: string) {
  const faults: Fault[] = [];
  let tests = 0;
  let file = "";
  for (const [, link, name] of cell.matchAll(/\]\(([^)]+)\)|“([^”]*)”/g)) {
    file = link === undefined ? file : posix.join(posix.dirname(CHECKLIST), link);
    if (name === undefined) continue;
    tests++;
    const says = problemOf(name, file, root);
    if (says !== undefined)
      faults.push(fault(line, `${point} names the test “${name}”, ${says}`, CORRECT));
  }
  return { tests, faults };
}

const CORRECT = "copy the name of the test as it is there, and link its file in front of it";

function problemOf(name: string, file: string, root: string): string | undefined {
  if (!file.endsWith(".test.ts")) return "without a link to its file in front of it";
  if (!existsSync(join(root, file))) return `but there is no ${file}`;
  const isThere = sentencesIn(readFileSync(join(root, file), "utf8")).includes(
    name.replaceAll("\\|", "|"),
  );
  return isThere ? undefined : `which ${file} does not have`;
}
