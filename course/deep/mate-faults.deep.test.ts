// course/deep/mate-faults · s11's table of faults also holds on the newest chapter while a mate works, and in the mate itself.
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { matrixOf, PLACES, TABLE } from "../unit/fault-matrix.ts";
import { newestFolder } from "../unit/newest-tests.ts";

const newest = { chapter: newestFolder(ROOT), isWhole: true };

test("every fault in the lead, while a mate works: the turn ends as without it, and the mate works on to its result", async () => {
  expect(await matrixOf({ ...newest, places: PLACES, besideMate: true }, TABLE)).toBe(TABLE);
});

test("every fault in a mate: it goes on or tells the lead why it ended, and its next turn works", async () => {
  const columnOf = (line: string) => line.split(" | ").slice(0, 2).join(" | ");
  const inLead = TABLE.split("\n")
    .filter((line) => line.startsWith("| "))
    .map(columnOf);
  const table = await matrixOf({ ...newest, places: ["in a mate"] }, "");
  const inMate = table.split("\n").filter((line) => line.startsWith("| "));
  expect(inMate.slice(2)).toEqual(inLead.slice(2).map((line) => `${line} |`));
});
