// course/replay/match, course/replay/mend · lines that match, and lines that are made to.
import { expect, test } from "vitest";
import { matchLine, matchLines } from "./match.ts";
import { applyEdits, mend, showEdit } from "./mend.ts";

const NONE = new Map<string, string>();
const match = (expected: string[], printed: string[], whole = true) =>
  matchLines(expected, printed, NONE, whole);

test.each([
  ["a (b) [c] $d|^.*+?\\", "a (b) [c] $d|^.*+?\\", true],
  ["a.c", "abc", false],
  ["a…c", "a, b and c", true],
  ["…", "anything", true],
  ["a… ", "a  ", true],
  [" a", "a", false],
  ["<id>-<id>", "x-x", true],
  ["<id>-<id>", "x-y", false],
  ["<a>-<b>", "x-y", true],
  ["<id>", "two words", false],
  ["<Id>", "<Id>", true],
])("%j is %j: %s", (pattern, line, isSame) => {
  expect(matchLine(pattern, line, NONE) !== undefined).toBe(isSame);
});

test("a name stands for the same everywhere, also after a way that led nowhere", () => {
  const printed = ["task 1", "task 2", "done 2"];
  expect(match(["…", "task <id>", "…", "done <id>"], printed)).toMatchObject({
    kind: "match",
    bindings: new Map([["<id>", "2"]]),
  });
});

test("more could still come as long as nothing differs", () => {
  expect(match(["a", "b"], ["a"], false)).toMatchObject({ kind: "differs", open: true });
  expect(match(["a", "b"], ["a", "c"], false)).toMatchObject({ kind: "differs", open: false });
  expect(match(["…", "b"], ["a", "c"], false)).toMatchObject({ kind: "differs", open: true });
  expect(match(["a"], ["a", "c"], false)).toMatchObject({ kind: "match", used: 1 });
});

test("many lines left out take no time to speak of", () => {
  const gaps = Array.from({ length: 12 }, (_, index) => ["…", `${index % 2}`]).flat();
  const printed = Array.from({ length: 400 }, (_, index) => `${index % 2}`);
  expect(match([...gaps, "never"], printed)).toMatchObject({ kind: "differs", expected: 24 });
});

test.each([
  ["a changed line gives way", ["a", "b"], ["a", "c"], ["a", "c"]],
  ["a new line is put in", ["a", "c"], ["a", "b", "c"], ["a", "b", "c"]],
  ["a lost line goes", ["a", "b", "c"], ["a", "c"], ["a", "c"]],
  ["a gap stays", ["a", "…"], ["b", "c", "d"], ["b", "…"]],
  ["a gap swallows no changed line", ["a", "…", "b"], ["a", "x", "y", "c"], ["a", "…", "c"]],
  ["a gap in a line stays", ["a…", "b"], ["abc", "d"], ["a…", "d"]],
  ["a line before a gap stays", ["a", "…"], ["x", "a", "b"], ["x", "a", "…"]],
  ["estimates become a gap", ["a"], ["a", "tokens: 5 in"], ["a", "…"]],
  ["gaps do not stand together", ["a", "…"], ["b", "tokens: 5 in"], ["b", "…"]],
  ["a name stays a name", ["made <id>", "b"], ["made x17", "now x17"], ["made <id>", "now <id>"]],
  ["a short value stays", ["made <id>", "b"], ["made 1", "day 1"], ["made <id>", "day 1"]],
  ["what reads as typed is marked", [], ["$ ls", "^C", "```"], ["…$ ls", "…^C", "…```"]],
  ["a question is answered no", [], ["? Sure?: n"], ["? Sure?: n"]],
])("%s", (_, expected, printed, lines) => {
  expect(mend(expected, printed, NONE).lines).toEqual(lines);
});

test("what was mended matches what was printed", () => {
  const printed = ["made x17", "", "$ ls", "now x17", "tokens: 1", "s01 >> q", "end"];
  for (const expected of [[], ["made <id>", "…", "now x18"], ["…", "start", "…"]]) {
    expect(match(mend(expected, printed, NONE).lines, printed).kind).toBe("match");
  }
});

test("edits change their own lines, and no other byte", () => {
  const text = "a \r\nb\r\n\r\nc\r\nd\te\r\n";
  const edits = [
    { line: 2, removed: ["b"], added: ["x", "y"] },
    { line: 4, removed: ["c"], added: [] },
  ];
  expect(applyEdits(text, edits)).toBe("a \r\nx\r\ny\r\n\r\nd\te\r\n");
});

test("an edit is shown without what it leaves as it is", () => {
  const edit = { line: 7, removed: ["a", "b", "c"], added: ["a", "x", "y", "c"] };
  expect(showEdit("README.md", edit)).toEqual(["README.md:8", "- b", "+ x", "+ y"]);
  const insert = { line: 7, removed: [], added: ["x"] };
  expect(showEdit("README.md", insert)).toEqual(["README.md:7", "+ x"]);
});
