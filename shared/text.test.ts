import { expect, test } from "vitest";
import {
  ageInWords,
  capped,
  eachKindFirst,
  list,
  oneLine,
  sizeInWords,
  withInvisible,
  withoutMiddle,
} from "./text.ts";

test("a table of words is read as words", () => {
  expect(list("rm rmdir unlink")).toEqual(["rm", "rmdir", "unlink"]);
});

test("a text becomes one line of limited length, and never ends in half a character", () => {
  expect(oneLine("  a\r\n\tb\u2028c ")).toBe("a b c");
  expect(oneLine("abcdef", 3)).toBe("abc…");
  expect(oneLine("ab😀", 3)).toBe("ab\ufffd…");
  expect(oneLine("\ud800")).toBe("\ufffd");
});

test("a long text loses its middle, and says how much", () => {
  expect(withoutMiddle("0123456789", 10)).toBe("0123456789");
  expect(withoutMiddle("0123456789abcdefghij", 10, 0.5)).toBe(
    "01234 … (10 characters left out) … fghij",
  );
});

test("a capped list says how many lines more there are", () => {
  expect(capped(["a", "b"], 2)).toEqual(["a", "b"]);
  expect(capped(["a", "b", "c"], 1)).toEqual(["a", "… and 2 more"]);
});

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1536, "1.5 KB"],
  [131_072, "128 KB"],
  [10 * 1024 * 1024, "10 MB"],
])("%i bytes are %s", (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});

test("the first line of each kind comes before all others, and no line twice", () => {
  const kindOf = (line: string) => line.charAt(0);
  expect(eachKindFirst(["a1", "a2", "b1", "a1", "c1", "b2"], kindOf)).toEqual(
    ["a1", "b1", "c1", "a2", "b2"], // in the order in which they came
  );
  expect(eachKindFirst([], kindOf)).toEqual([]);
});

test.each([
  ["a\u200bb", "a\\u{200b}b"],
  ["\ufe0f\u{e0100}\u034f", "\\u{fe0f}\\u{e0100}\\u{34f}"],
  ["(a \u001b]0;./b;\u0007)\r\u009b2J\u007f", "(a \\u{1b}]0;./b;\\u{7})\\u{d}\\u{9b}2J\\u{7f}"],
  ["\u202ea\u2066\u2028\ufff9", "\\u{202e}a\\u{2066}\\u{2028}\\u{fff9}"],
  ["é e\u0301 你好 \u{1f389}\t\n", "é e\u0301 你好 \u{1f389}\t\n"],
])(
  "characters without width, and those that control a terminal, are shown by their number: %j",
  (text, shown) => {
    expect(withInvisible(text)).toBe(shown);
  },
);

test.each([
  [0, "0 s ago"],
  [-5000, "0 s ago"],
  [59_999, "59 s ago"],
  [90_000, "1 min ago"],
  [86_399_999, "23 h ago"],
  [3 * 86_400_000, "3 d ago"],
])("an age is in its largest whole unit: %i ms", (ms, words) => {
  expect(ageInWords(ms)).toBe(words);
});
