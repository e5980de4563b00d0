import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { clean } from "./screen.ts";

test.each([
  ["plain, 你好, tab\there\n", "plain, 你好, tab\there\n"],
  ["\x1b[31mred\x1b[0m", "red"],
  ["\x1b]0;title\x07after", "after"],
  ["half \x1b", "half "],
  ["\x9b2Jcleared", "cleared"],
  ["back\b\b\rspace\x7f", "backspace"],
  ["a\u202Egnp.exe\u2066", "agnp.exe"],
  ["in\u00ADvis\u3164ib\u200Ble\u{E0041}", "invisible"],
  ["family 👨‍👩‍👧", "family 👨‍👩‍👧"],
])("%j is shown as %j", (text, shown) => {
  expect(clean(text)).toBe(shown);
});

test("what Node takes for a sequence is one here, too", () => {
  const parts = "\x1b,\x9b,[,],(,#,;,?,1,31,m,a,\x07,\x1b\\,\x9c, ".split(",");
  let at = 1;
  const next = () => {
    at = (at * 16807) % 2147483647;
    return parts[at % parts.length] ?? "";
  };
  for (let round = 0; round < 2_000; round++) {
    const text = `\x1b${Array.from({ length: 8 }, next).join("")}`;
    const expected = stripVTControlCharacters(text).replaceAll(/[\x07\x1b\x9b\x9c]/g, "");
    expect(clean(text), JSON.stringify(text)).toBe(expected);
  }
});

test.each([";#", "1;", "#", "a", ";a", "\x1b[1;"])(
  "a long text that only looks like the beginning of a sequence, of %j, is read in no time",
  (part) => {
    const began = performance.now();
    clean(`\x1b${part.repeat(40_000)}`);
    expect(performance.now() - began).toBeLessThan(3_000); // with Node's own: half a minute
  },
);
