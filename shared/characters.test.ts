import { expect, test } from "vitest";
import { charactersIn, columnsIn, firstCharacters, lastCharacters } from "./characters.ts";

test("an emoji counts as one, and so does each part of a family", () => {
  expect(charactersIn("")).toBe(0);
  expect(charactersIn("a😀b")).toBe(3);
  expect(charactersIn("👨‍👩‍👧")).toBe(5);
});

test("a cut gives whole characters, and never more than was asked for", () => {
  expect(firstCharacters("abc", 2)).toBe("ab");
  expect(firstCharacters("abc", 9)).toBe("abc");
  expect(firstCharacters("😀😀😀", 2)).toBe("😀😀");
  expect(firstCharacters("ab👨‍👩‍👧", 4)).toBe("ab");
  expect(firstCharacters("ae\u0301", 2)).toBe("a");
  expect(firstCharacters("a\r\nb", 2)).toBe("a");
  expect(lastCharacters("abc", 2)).toBe("bc");
  expect(lastCharacters("abc", 0)).toBe("");
  expect(lastCharacters("👨‍👩‍👧ab", 4)).toBe("ab");
  expect(lastCharacters("😀😀😀", 2)).toBe("😀😀");
});

test("a letter with a thousand accents is cut all the same", () => {
  const tower = `e${"\u0301".repeat(1000)}`;
  expect(firstCharacters(tower, 500)).toHaveLength(500);
  expect(lastCharacters(tower, 500)).toHaveLength(500);
});

test("a wide character takes two columns, and no other takes none", () => {
  expect(columnsIn("abc")).toBe(3);
  expect(columnsIn("漢字")).toBe(4);
  expect(columnsIn("\u3000\uff01⌚")).toBe(6);
  expect(columnsIn("\u1100".repeat(10))).toBe(20); // one character for a person, and ten in a window
  expect(columnsIn("e\u0301")).toBe(2);
});
