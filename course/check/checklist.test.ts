// course/check/checklist · a whole page passes, and each planted fault in it is found.
import { expect, test } from "vitest";
import { CHECKLIST, checklistFaults } from "./checklist.ts";
import { type Plant, testPlants, useToy } from "./plant.ts";
import type { Toy } from "./toy.ts";

const toyOf = useToy();

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
const HEAD = "| point | what it asks | where | shown by |\n|---|---|---|---|";
const PAGE = ["# Points", ...[rowsOf("M", 54), rowsOf("P", 52), rowsOf("C", 31)]]
  .flatMap((part) => (typeof part === "string" ? [part] : ["", HEAD, ...part]))
  .join("\n");

/** The page with one change. */
const planted =
  (from: string, to: string) =>
  (toy: Toy): void => {
    toy.write(CHECKLIST, `${PAGE}\n`);
    toy.edit(CHECKLIST, from, to);
  };
const otherCell = (from: string, to: string) => planted(done("M4"), done("M4").replace(from, to));

test("a page with a row for each point passes", async () => {
  toyOf().write(CHECKLIST, `${PAGE}\n`);
  expect(await toyOf().faults()).toEqual([]);
});

test("the page has to be there from the chapter on that it came with", () => {
  const manifest = { description: { en: "", zh: "", ja: "" }, changes: {}, page: "" };
  const chapter = (short: string) => ({ name: `${short}_x`, short, files: new Map(), manifest });
  const says = (...shorts: string[]) =>
    checklistFaults(shorts.map(chapter), toyOf().root).map((fault) => fault.says);
  expect(says("s01", "s21")).toEqual([]);
  expect(says("s21", "s22", "s23")).toEqual(["is missing"]);
});

const PLANTS: Plant[] = [
  ["a point without a row", planted(`${done("P7")}\n`, ""), "has no row for P7", "write one"],
  [
    "a point with two rows",
    planted(done("C31"), `${done("C31")}\n${otherwise("C2")}`),
    "has a second row for C2",
    "see line 118",
  ],
  [
    "a point that there is not",
    planted(done("C31"), `${done("C31")}\n${done("C32")}`),
    "has a row for C32, which is no point",
    "correct the number",
  ],
  [
    "a row that nobody sees",
    planted(done("M4"), `<!-- not yet:\n${done("M4")}\n-->`),
    "has no row for M4",
    "write one",
  ],
  [
    "a row of an example",
    planted(done("M5"), `\`\`\`text\n${done("M5")}\n\`\`\``),
    "has no row for M5",
    "write one",
  ],
  ["an empty cell", otherCell(LOOP, " "), 'M4 says nothing under "where"', "write a link"],
  ["a dash", otherCell("that it asks", "–"), 'M4 says nothing under "what it asks"', "write"],
  ["a cell too few", otherCell(` ${LOOP} |`, ""), "M4 has 3 cells; a row has 4", "point | what"],
  [
    "a file that there is not",
    otherCell("s01_one/loop.ts", "s01_one/lop.ts"),
    "links to ../s01_one/lop.ts, which does not exist",
    "mend the link",
  ],
  ["a file that is no link", otherCell(LOOP, "`loop.ts`"), "M4 names no file", "write a link"],
  [
    "a row without a test",
    otherCell("“it is so, 1”, “it is so, 2”", "all of it"),
    "M4 names no test",
    "the name of a test",
  ],
  [
    "a test that there is not",
    otherCell("it is so, 2", "it is so, 6"),
    "M4 names the test “it is so, 6”, which s01_one/spec.test.ts does not have",
    "copy the name",
  ],
  [
    "a test without its file",
    otherCell(SPEC, "spec"),
    "M4 names the test “it is so, 1”, without a link to its file",
    "link its file",
  ],
  [
    "a test of a file that is none of tests",
    otherCell("spec.test.ts", "loop.ts"),
    "M4 names the test “it is so, 2”, without a link to its file",
    "link its file",
  ],
  [
    "a row that is otherwise without a reason",
    planted(otherwise("M3"), otherwise("M3").replace("The terminal has no need of it.", "no")),
    "M3 is otherwise, without a sentence that says why",
    "one sentence",
  ],
  [
    "a test in a reason",
    planted(otherwise("M3"), otherwise("M3").replace("of it.", `of it: ${SPEC}: “so”.`)),
    "M3 names the test “so”, which s01_one/spec.test.ts does not have",
    "copy the name",
  ],
];

testPlants(PLANTS, toyOf);
