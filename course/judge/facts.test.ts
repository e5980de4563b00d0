// course/judge/facts.test · what of an expected text must be there, and what an agent may say in its own words.
import { expect, test } from "vitest";
import { factsIn, hasFacts, looseRegExp } from "./facts.ts";

const known = {
  texts: [
    "echo so far; exit 3",
    "name: brew-tea\ndescription: How to brew tea for a guest.",
    "a.txt",
    "folder",
    "line 3\nline 4",
    "rm a.txt",
    "look",
    "缩进使用制表符",
  ],
  names: new Set(["bash", "command"]),
};

test.each([
  ["so far\n[exit code 3]", ["so far", "3"]],
  ["(no output)", []],
  ["- brew-tea: How to brew tea for a guest.", ["brew-tea", "How to brew tea for a guest"]],
  ["not in a.txt", ["a.txt"]],
  ["is a folder", []],
  ["folder", ["folder"]],
  ["line 3\nline 4\n… (more: read on with offset 5)", ["line 3\nline 4", "5"]],
  ["Plan (1/3)\n[x] look", ["1/3", "look"]],
  ["> bash and command", ["bash", "command"]],
  ["[stopped after 120 s]", ["120"]],
  ["缩进使用制表符", ["缩进使用制表符"]],
])("in %j the facts are %j", (text, facts) => {
  expect(factsIn(text, known)).toEqual(facts);
});

test("facts are looked for in order, and a number is not a part of a longer one", () => {
  expect(hasFacts("so far\nexit status: 3", ["so far", "3"])).toBe(true);
  expect(hasFacts("exit status: 3, so far", ["so far", "3"])).toBe(false);
  expect(hasFacts("so far\nexit status: 13", ["so far", "3"])).toBe(false);
});

test("a regular expression keeps its facts, its anchors and its order, and leaves the words open", () => {
  const middle = looseRegExp(/^1\n2\n[\s\S]*characters left out[\s\S]*199999\n200000$/, known);
  expect("1\n2\n… 9 lines are missing here …\n199999\n200000").toMatch(middle);
  expect("1\n2\n199999\n200000").toMatch(middle);
  expect("1\n2\n… 9 lines are missing here").not.toMatch(middle);
  expect("see 1\n2\n199999\n200000").not.toMatch(middle);
  const ending = looseRegExp(/\[stopped after 120 s\]$/, known);
  expect("Timeout: 120 seconds").toMatch(ending);
  expect("Timeout: 12 seconds").not.toMatch(ending);
  const refused = looseRegExp(/refused.*deletes files: rm a\.txt/, known);
  expect("Denied, because it deletes: rm a.txt").toMatch(refused);
  expect("Denied: rm b.txt").not.toMatch(refused);
});

test("a text without what is asked for is found out quickly, however long it is", () => {
  const loose = looseRegExp(/^1\n[\s\S]*some words are left out here[\s\S]*200000$/, known);
  expect("1\n".repeat(20_000)).not.toMatch(loose);
  const counted = looseRegExp(/^j{50000}\n… \(line 1 is too long/, known);
  expect("There is no such tool, and no such file either.").not.toMatch(counted);
  expect(`${"j".repeat(50_000)}\nLine 1 goes on.`).toMatch(counted);
  expect(`${"j".repeat(40_000)}\nLine 1 goes on.`).not.toMatch(counted);
});
