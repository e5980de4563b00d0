// course/deep/pairs · which specs are run on which later chapters.
import { basename } from "node:path";
import { expect, test } from "vitest";
import { deepPairs } from "./pairs.ts";

const chapters = Array.from({ length: 22 }, (_, at) => `s${String(at + 1).padStart(2, "0")}`);

/** The chapters that a spec is run on, of those after it. */
const laterThan = (chapter: string, all = false) =>
  deepPairs(chapters, "/course", all)
    .filter(({ spec, on }) => basename(spec) === chapter && basename(on) > chapter)
    .map(({ on }) => basename(on));

test("each spec is run on the next chapter that ends a part, and with --all on every later one", () => {
  expect(["s01", "s05", "s06", "s13", "s14", "s19"].flatMap((name) => laterThan(name))).toEqual([
    ...["s06", "s06", "s11", "s14", "s20", "s20"],
  ]);
  expect(["s20", "s21", "s22"].flatMap((name) => laterThan(name))).toEqual([]);
  expect(laterThan("s19", true)).toEqual(["s20", "s21", "s22"]);
});

test("the end of a part that is the newest chapter, or the one before, is left to the planted one", () => {
  const upTo = (count: number) => deepPairs(chapters.slice(0, count), "/course", false);
  const onEnd = (count: number) => upTo(count).filter(({ on }) => basename(on) === "s20");
  expect(
    [20, 21].map((count) => onEnd(count).filter(({ spec }) => basename(spec) < "s20")),
  ).toEqual([[], []]);
});

test("in finished parts, each spec is run on the chapter before", () => {
  const before = deepPairs(chapters, "/course", false).filter(({ spec, on }) => on < spec);
  expect(before.map(({ spec }) => basename(spec))).toEqual(chapters.slice(1, 20));
});
