// course/generate/draftsTable · the table says which promises each draft keeps, and sums up long runs of equal rows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { draftsTable } from "./draftsTable.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A chapter with so many promises, and two drafts that keep these of them. */
function chapter(promises: number, first: number[], second: number[]): string {
  const above = mkdtempSync(join(tmpdir(), "drafts-"));
  folders.push(above);
  const folder = join(above, "s07_seven");
  mkdirSync(folder);
  const drafts = [first, second].map((keeps, at) => ({ file: `drafts/${at + 1}.ts`, keeps }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ door: "seven.ts", drafts }));
  const tests = Array.from({ length: promises }, (_, at) => `test("promise ${at + 1}", () => {});`);
  writeFileSync(join(folder, "spec.test.ts"), tests.join("\n"));
  return folder;
}

const rowsOf = (table: string) => table.split("\n").slice(2);

test("a short table has a row for each promise that a draft keeps, and one for all others", () => {
  const table = draftsTable(chapter(5, [1], [1, 3]));
  expect(table.split("\n")[0]).toBe("| `spec.test.ts` | s07.1 | s07.2 | s07 |");
  expect(rowsOf(table)).toEqual([
    "| promise 1 | ✓ | ✓ | ✓ |",
    "| promise 3 | – | ✓ | ✓ |",
    "| *3 more, which only the real one keeps* | – | – | ✓ |",
  ]);
});

test("a long one says in one row how many promises hold from the first draft on", () => {
  const all = Array.from({ length: 10 }, (_, at) => at + 1);
  expect(rowsOf(draftsTable(chapter(10, all.slice(1), all), "zh"))).toEqual([
    "| promise 1 | – | ✓ | ✓ |",
    "| *另有 9 项，每一版都满足* | ✓ | ✓ | ✓ |",
  ]);
});

test("a promise that hints.json has in the page's language comes with its number", () => {
  const folder = chapter(3, [3], [3]);
  const words = { idea: "-", place: "-" };
  const hint = { ...words, code: ["seven.ts#seven"], ja: { ...words, name: "約束" } };
  writeFileSync(join(folder, "hints.json"), JSON.stringify({ "promise 3": hint }));
  expect(rowsOf(draftsTable(folder, "ja"))[0]).toBe("| 3. 約束 | ✓ | ✓ | ✓ |");
  expect(rowsOf(draftsTable(folder, "zh"))[0]).toBe("| promise 3 | ✓ | ✓ | ✓ |");
});

test("a chapter without drafts has no table", () => {
  const folder = chapter(1, [], []);
  writeFileSync(join(folder, "package.json"), "{}");
  expect(draftsTable(folder)).toBe("");
});
