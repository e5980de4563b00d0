// practice/json/json · values keep their place in the file, and a mistake its line.
import { expect, test } from "vitest";
import { parseJson, showPath } from "./json.ts";

const text = `{
  "a": { "b": [
    1,
    { "c\\"d": "x\\ny" } ] },

  "e": []
}`;

test.each([
  [[], 1],
  [["a"], 2],
  [["a", "b", 0], 3],
  [["a", "b", 1, 'c"d'], 4],
  [["e"], 6],
  [["e", 5, "f"], 6],
])("%j is on line %i", (path, line) => {
  const file = parseJson(text);
  expect(file.value).toEqual(JSON.parse(text));
  expect(file.lineOf(path)).toBe(line);
});

test.each([
  ["", 1],
  ["{", 1],
  ['{\n"a" 1}', 2],
  ['{\n"a": 1,\n}', 3],
  ["[1,\n2\n3]", 3],
  ["[1]\n]", 2],
  ['{"a": "line\nbreak"}', 1],
  ["[\nTrue]", 2],
  ["[\n1,\n01]", 3],
])("%j is wrong on line %i", (wrong, line) => {
  expect(() => parseJson(wrong)).toThrow(new RegExp(`^${line}: not JSON`));
});

test("what is nested too deep is refused on the line where it is, whether it ends or not", () => {
  const open = `\n${"[".repeat(1024)}\n`;
  const close = "]".repeat(1024);
  expect(parseJson(`${open}${close}`).lineOf([0, 0])).toBe(2);
  expect(() => parseJson(`[${open}[]${close}]`)).toThrow(/^2: nested more than 1024 levels deep$/);
  expect(() => parseJson("[\n".repeat(100_000))).toThrow(/^1025: not JSON/);
});

test("a path is shown as people write it", () => {
  expect(showPath(["replies", 0, "calls", 1, "name"])).toBe("replies[0].calls[1].name");
});
