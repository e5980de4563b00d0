// course/readme/diff · edits that can be made, and those that cannot.
import { expect, test } from "vitest";
import { edited, wrongEdit } from "./diff.ts";

const SOURCE = "one\ntwo\n  three\ntwo\nfour\n";

test("lines are replaced at the one place where they occur", () => {
  expect(edited([" one", "-two", "+2"], SOURCE)).toBe("one\n2\n  three\ntwo\nfour\n");
  expect(edited(["-  three", "+  $&"], SOURCE)).toBe("one\ntwo\n  $&\ntwo\nfour\n");
});

test("one block may edit two places", () => {
  expect(edited(["-one", "…", "-four", "+4"], SOURCE)).toBe("two\n  three\ntwo\n4\n");
});

test.each([
  [["-two", "+2"], "2 places"],
  [["-three"], "no place"],
  [["+new"], "no place"],
  [[" one"], "changes nothing"],
  [["one", "+2"], "a space in front"],
  [["-one", "…", "-five"], "no place"],
])("%j cannot be made", (block, why) => {
  expect(wrongEdit(block, SOURCE)).toContain(why);
  expect(() => edited(block, SOURCE)).toThrow(why);
});
