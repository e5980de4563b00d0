// course/readme/code · a block of code is found in its file, or the line that is not.
import { expect, test } from "vitest";
import { firstStrayLine } from "./code.ts";

const SOURCE = [
  "function one() {",
  "  start();",
  "",
  "  for (;;) {",
  "    work();",
  "  }",
  "  end();",
  "}",
  "function two() {",
  "  end();",
  "  start();",
  "}",
];

test.each([
  ["lines as they are", ["  start();", "", "  for (;;) {"]],
  ["the whole indent removed", ["start();", "", "for (;;) {", "  work();", "}"]],
  ["a part of the indent removed", [" for (;;) {", "   work();"]],
  ["lines skipped", ["function one() {", "  // …", "  end();", "}"]],
  ["lines skipped twice", ["function one() {", "// …", "  end();", "}", "// …", "  start();"]],
  ["the second of two places", ["end();", "start();"]],
  ["a skip that says what follows", ["    work();", "// … in two():", "  end();", "  start();"]],
  ["lines with call-outs", ["  for (;;) {  // ①", "    work(); // ②③", "  }"]],
])("%s are in the file", (_, block) => {
  expect(firstStrayLine(block, SOURCE)).toBeUndefined();
});

test.each([
  ["a changed line", ["start();", "", "for (;;) }"], 2],
  ["a line left out without saying so", ["start();", "for (;;) {"], 1],
  ["another order", ["  end();", "  // …", "  work();"], 2],
  ["a skip of nothing", ["  start();", "  // …", "", "  for (;;) {"], 2],
  ["lines with different indents removed", ["for (;;) {", "    work();"], 1],
  ["nothing at all", ["// …"], 0],
  ["a line that is nowhere", ["never();"], 0],
  ["a comment that is no call-out", ["  start(); // begins"], 0],
])("%s is found at its line", (_, block, line) => {
  expect(firstStrayLine(block, SOURCE)).toBe(line);
});
