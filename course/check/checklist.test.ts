// course/check/checklist · a whole page passes, and each fault in it is found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CHECKLIST, checklistFaults } from "./checklist.ts";

const root = mkdtempSync(join(tmpdir(), "checklist-"));
afterAll(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
write("s01_one/spec.test.ts", 'test("it is so, 1", () => {});\ntest("it is so, 2", () => {});\n');

const LOOP = "[loop.ts](../s01_one/loop.ts)";
const SPEC = "[spec](../s01_one/spec.test.ts)";
const done = (point: string) =>
  `| ${point} | that it asks | ${LOOP} | ${SPEC}: “it is so, 1”, “it is so, 2” |`;
const otherwise = (point: string) =>
  `| ${point} | the same | otherwise | The terminal has no need of it. |`;

const rowsOf = (design: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${design}${at + 1}`).map((point, at) =>
    at % 3 === 2 ? otherwise(point) : done(point),
  );
const PAGE = [
  "# Points",
  ...rowsOf("M", 54),
  ...rowsOf("P", 52),
  ...rowsOf("N", 42),
  ...rowsOf("E", 36),
  ...rowsOf("C", 31),
].join("\n");

/** What is wrong with the page after a change, with the line. */
function faultsAfter(from: string, to: string): string[] {
  expect(PAGE).toContain(from);
  write(CHECKLIST, PAGE.replace(from, to));
  return checklistFaults(root).map(({ line, says }) => `${line} ${says}`);
}

test("a page with a row for each point passes, and a course without one as well", () => {
  expect(checklistFaults(join(root, "elsewhere"))).toEqual([]);
  expect(faultsAfter("# Points", "# All points")).toEqual([]);
});

const in4 = (from: string, to: string) => [done("M4"), done("M4").replace(from, to)] as const;
const in3 = (to: string) =>
  [otherwise("M3"), otherwise("M3").replace("The terminal has no need of it.", to)] as const;

test.each<[string, readonly [string, string], string]>([
  ["a point without a row", [`${done("P7")}\n`, ""], "1 has no row for P7"],
  [
    "a point with two rows",
    [done("C31"), `${done("C31")}\n${otherwise("C2")}`],
    "217 C2 is no point, or has a row already",
  ],
  [
    "a point that there is not",
    [done("C31"), `${done("C31")}\n${done("C32")}`],
    "217 C32 is no point, or has a row already",
  ],
  ["an empty cell", in4(LOOP, " "), "5 M4 has not four cells with words in them"],
  ["a dash", in4("that it asks", "–"), "5 M4 has not four cells with words in them"],
  ["a cell too few", in4(` ${LOOP} |`, ""), "5 M4 has not four cells with words in them"],
  ["a file that is no link", in4(LOOP, "`loop.ts`"), "5 M4 names no file"],
  ["a row without a test", in4("“it is so, 1”, “it is so, 2”", "all"), "5 M4 names no test"],
  [
    "a test that there is not",
    in4("it is so, 2", "it is so, 6"),
    "5 names the test “it is so, 6”, which is not in s01_one/spec.test.ts",
  ],
  [
    "a test of a file that is none of tests",
    in4("“it is so, 2”", `${LOOP}: “it is so, 2”`),
    "5 names the test “it is so, 2”, which is not in s01_one/loop.ts",
  ],
  [
    "a test without its file",
    in4(`${SPEC}: “it is so, 1”, `, ""),
    "5 names the test “it is so, 2”, which is not in any file",
  ],
  ["a row that is otherwise without a reason", in3("no"), "4 M3 says not why it is otherwise"],
  [
    "a test in a reason",
    in3(`No need of it: ${SPEC}: “so”.`),
    "4 names the test “so”, which is not in s01_one/spec.test.ts",
  ],
])("%s is found", (_, [from, to], fault) => {
  expect(faultsAfter(from, to)).toEqual([fault]);
});
