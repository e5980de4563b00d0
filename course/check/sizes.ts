// course/check/sizes · how many lines the tools have, room by room, and the budgets of the large ones.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../base/fault.ts";
import { isRecord } from "../base/json.ts";
import { fullLines, isTest, listFiles } from "../chapters/files.ts";

/** The lines that a folder may have. Nobody raises one: what is new takes the place of something. */
export const BUDGETS = "course/check/budgets.json";

/** A folder with less than this share of its budget could have a smaller one. */
const WELL_UNDER = 0.97;

/** A folder, its lines, and how many it may have. */
export interface Size {
  folder: string;
  lines: number;
  budget: number | undefined;
}

/**
 * The folders with a budget, then the rooms of course/ and practice/, the largest first. Counted are the lines of
 * `*.ts`, `*.mjs` and `*.cjs` that are not blank, fixtures included and tests left out.
 */
export function sizesOf(root: string): Size[] {
  const budgets = budgetsOf(root);
  const rooms = ["course", "practice"].flatMap((folder) => roomsOf(root, folder));
  const others = [...rooms].filter((folder) => !budgets.has(folder));
  const size = (folder: string) => ({
    folder,
    lines: linesIn(root, folder),
    budget: budgets.get(folder),
  });
  return [
    ...[...budgets.keys()].map(size),
    ...others
      .map(size)
      .filter(({ lines }) => lines > 0)
      .toSorted((a, b) => b.lines - a.lines),
  ];
}

function budgetsOf(root: string): Map<string, number> {
  const path = join(root, BUDGETS);
  const budgets: unknown = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  return new Map(isRecord(budgets) ? Object.entries(budgets).map(([k, v]) => [k, Number(v)]) : []);
}

function roomsOf(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = listFiles(join(root, folder)).flatMap((file) => /^([^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].map((name) => `${folder}/${name}`);
}

const linesIn = (root: string, folder: string): number =>
  listFiles(join(root, folder))
    .filter((file) => /\.(ts|mjs|cjs)$/.test(file) && !isTest(file))
    .map((file) => fullLines(readFileSync(join(root, folder, file), "utf8")))
    .reduce((sum, lines) => sum + lines, 0);

/** Folders that have more lines than they may. */
export const sizeFaults = (sizes: Size[]): Fault[] =>
  sizes
    .filter(({ lines, budget }) => budget !== undefined && lines > budget)
    .map(({ folder, lines, budget }) => ({
      file: folder,
      line: 1,
      says: `has ${lines} lines; at most ${budget} (${BUDGETS})`,
      mend: "delete as much as is new; a budget only falls",
    }));

/** What the command prints: the folders with a budget, then the rooms. */
export function sizeLines(sizes: Size[]): string[] {
  const limited = sizes.flatMap(({ folder, lines, budget }) => {
    if (budget === undefined) return [];
    const lower = lines < budget * WELL_UNDER ? `: lower its budget in ${BUDGETS}` : "";
    return [`${folder} has ${lines} of at most ${budget} lines${lower}`];
  });
  const rooms = sizes.filter(({ budget }) => budget === undefined);
  const list = rooms.map(({ folder, lines }) => `${folder} ${lines}`).join(", ");
  return [...limited, ...(list === "" ? [] : [`by room: ${list}`])];
}
