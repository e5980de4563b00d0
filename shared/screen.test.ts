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
