// course/check/sizes · lines are counted as the page says, a folder over its budget fails, and one well under it is told.
import { expect, test } from "vitest";
import { useToy } from "./plant.ts";
import { BUDGETS, sizeFaults, sizeLines, sizesOf } from "./sizes.ts";

const toyOf = useToy();

function sizes(budget: number) {
  const { root, write } = toyOf();
  write(BUDGETS, JSON.stringify({ course: budget }));
  write("course/room/a.ts", "1\n\n2\n  \n3");
  write("course/room/fixtures/b.cjs", "4\n");
  write("course/room/a.test.ts", "a test\n");
  write("course/room/README.md", "a page\n");
  write("course/other/c.mjs", "5\n");
  return sizesOf(root);
}

test("a room has the lines of its programs that are not blank, without tests", () => {
  const found = sizes(5).filter(({ folder }) => folder.startsWith("course"));
  expect(found.map(({ folder, lines }) => [folder, lines])).toEqual([
    ["course", 5],
    ["course/room", 4],
    ["course/other", 1],
  ]);
  expect(sizeFaults(found)).toEqual([]);
  expect(sizeLines(found)).toEqual([
    "course has 5 of at most 5 lines",
    "by room: course/room 4, course/other 1",
  ]);
});

test("one line more than the budget is a fault, with the numbers", () => {
  const [fault, ...more] = sizeFaults(sizes(4));
  expect(fault?.says).toBe("has 5 lines; at most 4 (course/check/budgets.json)");
  expect(more).toEqual([]);
});

test("a budget that has become too large is told", () => {
  expect(sizeLines(sizes(6))[0]).toBe(
    "course has 5 of at most 6 lines: lower its budget in course/check/budgets.json",
  );
});
