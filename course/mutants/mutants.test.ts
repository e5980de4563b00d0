// course/mutants/mutants · each mistake has its place in the chapter, and a promise that finds it or a reason.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { promisesOf } from "../build/promises.ts";
import { listChapters } from "../chapters/list.ts";
import { mutantsOf, mutated, shareOf } from "./mutants.ts";

test.each(listChapters(ROOT))("the mistakes of %s can be planted", (chapter) => {
  const mutants = mutantsOf(chapter, ROOT);
  expect(mutants.length).toBeGreaterThanOrEqual(10);
  expect(new Set(mutants.map(({ breaks }) => breaks)).size).toBe(mutants.length);
  for (const mutant of mutants) {
    const text = readFileSync(join(ROOT, chapter, mutant.file), "utf8");
    expect(mutated(text, mutant)).not.toBe(text);
  }
});

test.each(listChapters(ROOT))(
  "each mistake of %s is found by a promise, or has a reason",
  (chapter) => {
    const count = promisesOf(join(ROOT, chapter)).length;
    const isSettled = ({ by, left }: ReturnType<typeof mutantsOf>[number]) =>
      left === undefined ? by !== undefined && by <= count : by === undefined;
    expect(mutantsOf(chapter, ROOT).filter((one) => !isSettled(one))).toEqual([]);
  },
);

const mutant = { breaks: "it", file: "a.ts", old: "one", new: "two" };

test("a piece that is there twice, or not at all, is no place for a mistake", () => {
  expect(mutated("just one.", mutant)).toBe("just two.");
  expect(() => mutated("one and one", mutant)).toThrow('a.ts has "one" 2 times, not once');
  expect(() => mutated("none", { ...mutant, old: "1" })).toThrow("0 times");
});

test("a chapter without a list has no mistakes", () => {
  expect(shareOf("s98_none", ROOT)).toEqual({ found: 0, all: 0 });
});
