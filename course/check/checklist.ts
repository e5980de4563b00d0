// course/check/checklist · docs/assistant-checklist.md has one row for each point, and the tests that it names are there.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Fault } from "../base/fault.ts";
import { sentencesIn } from "../build/promises.ts";

export const CHECKLIST = "docs/assistant-checklist.md";

/** The designs, and how many points each has. */
const DESIGNS = { M: 54, P: 52, N: 42, E: 36, C: 31 };
const POINTS = Object.entries(DESIGNS).flatMap(([design, count]) =>
  Array.from({ length: count }, (_, at) => `${design}${at + 1}`),
);
/** In the column "where": the point is not done as it stands, and the last cell says why. */
const OTHERWISE = "otherwise";
const ROW = "a row is: point | what it asks | a link to a file, or otherwise | tests, or a reason";
const TEST = "copy the name of the test as it is there, and link its file in front of it";

/** What is wrong with the page. That its links lead somewhere is checked with those of the other pages. */
export function checklistFaults(root: string): Fault[] {
  const path = join(root, CHECKLIST);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  const rows = lines.flatMap((line, at) => {
    const point = /^\| ([A-Z]\d+) \|/.exec(line)?.[1];
    const cells = line.split(/(?<!\\)\|/).slice(2, -1);
    return point === undefined ? [] : [{ point, cells, at: at + 1 }];
  });
  const points = rows.map(({ point }) => point);
  const missing = POINTS.filter((point) => !points.includes(point));
  return [
    ...missing.map((point) => fault(1, `has no row for ${point}`, ROW)),
    ...rows.flatMap(({ point, cells, at }, place) => {
      const isOne = POINTS.includes(point) && points.indexOf(point) === place;
      const says = isOne ? wrongRow(cells) : "is no point, or has a row already";
      const faults = says === undefined ? [] : [fault(at, `${point} ${says}`, ROW)];
      return [
        ...faults,
        ...testFaults(cells.at(-1) ?? "", root).map((text) => fault(at, text, TEST)),
      ];
    }),
  ];
}

const fault = (line: number, says: string, mend: string): Fault => ({
  file: CHECKLIST,
  line,
  says,
  mend,
});

function wrongRow(cells: string[]): string | undefined {
  const [asks = "", where = "", shown = "", ...more] = cells.map((cell) => cell.trim());
  if (more.length > 0 || [asks, where, shown].some((cell) => !/[\p{L}\p{N}]/u.test(cell)))
    return "has not four cells with words in them";
  if (where === OTHERWISE) return shown.endsWith(".") ? undefined : "says not why it is otherwise";
  if (!where.includes("](")) return "names no file";
  return /“.*”/.test(shown) ? undefined : "names no test";
}

/** Each “name” in a cell belongs to the link before it, which is one to a test file. */
function testFaults(cell: string, root: string): string[] {
  let file = "";
  return [...cell.matchAll(/\]\(([^)]+)\)|“([^”]*)”/g)].flatMap(([, link, name]) => {
    file = link === undefined ? file : posix.join(posix.dirname(CHECKLIST), link);
    return name === undefined || hasTest(file, name, root)
      ? []
      : [`names the test “${name}”, which is not in ${file || "any file"}`];
  });
}

function hasTest(file: string, name: string, root: string): boolean {
  const path = join(root, file);
  if (!file.endsWith(".test.ts") || !existsSync(path)) return false;
  return sentencesIn(readFileSync(path, "utf8")).includes(name.replaceAll("\\|", "|"));
}
