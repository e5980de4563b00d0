// practice/json/pattern · patterns mean what they mean to the runtime, never take long, and have texts.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readPattern } from "./pattern.ts";
import { hasPattern, textsOf } from "./patternText.ts";

const PATTERNS = [
  "",
  "^$",
  "^[a-z]+$",
  "\\d+",
  "^\\d{3}-\\d{4}$",
  "^(?=.*[A-Z])(?=.*\\d).{8,}$",
  "^(foo|bar)+baz?$",
  "[^a-z]",
  "^\\p{L}+$",
  "^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$",
  "^(?!admin)[a-z]{3,}$",
  "\\bcat\\b",
  "a\\Bb",
  "^\\+[1-9]\\d{6,14}$",
  "^v\\d+\\.\\d+(?:-[a-z]+)?$",
  "(?<=a)b",
  "(?<!a)b",
  "^.*?\\.ts$",
  "^\\S{5,10}$",
  "^[\\x41-\\x5A]\\u0031\\u{61}\\cA?$",
  "^[\\u4e00-\\u9fff]{2,4}$",
  "^[\\]\\-\\\\^]+$",
  "^(?<year>\\d\\d)[^\\d\\s]$",
  "^(a|)*b$",
];
const TEXTS = [
  "",
  "a",
  "abc",
  "ABC",
  "A1",
  "cat b",
  "concat",
  "foo",
  "12",
  "admin",
  "b",
  "ab",
  "cb",
  "a\nb",
  "中文",
  "]-\\^",
];

describe.each(PATTERNS)("%s", (pattern) => {
  test("has texts, and is in the texts in which the runtime finds it", () => {
    const made = [...textsOf(pattern, 0, Infinity)].slice(0, 3);
    expect(made.length).toBeGreaterThan(0);
    const own = new RegExp(pattern, "u");
    for (const text of made) expect([text, own.test(text)]).toEqual([text, true]);
    for (const text of [...TEXTS, ...made])
      expect([text, hasPattern(pattern, text)]).toEqual([text, own.test(text)]);
  });
});

test.each([
  z.email(),
  z.uuid(),
  z.iso.datetime(),
  z.iso.duration(),
  z.ipv6(),
  z.ulid(),
  z.base64(),
  z.e164(),
])("a text is made for the pattern of zod's $format", (schema) => {
  const { pattern = "" } = z.toJSONSchema(schema);
  const [text] = textsOf(pattern, 0, Infinity);
  expect(schema.safeParse(text)).toMatchObject({ success: true });
});

test("texts are as long as they must be", () => {
  expect([...textsOf("^[a-z][a-z ]*$", 9, 9)][0]).toHaveLength(9);
  expect([...textsOf("[.!?]$", 20, 30)][0]?.length).toBeGreaterThanOrEqual(20);
  expect([...textsOf("^[a-z]{3}$", 5, 9)]).toEqual([]);
});

test("a pattern over which the runtime would sit for hours is compared in steps", () => {
  expect(hasPattern("^(a+)+$", `${"a".repeat(60)}b`)).toBe(false);
  expect(hasPattern("^(a|a)*$", `${"a".repeat(60)}b`)).toBe(false);
});

test("what is not understood is not looked at", () => {
  for (const pattern of ["(a)\\1", "(?<n>a)\\k<n>", "(", "(".repeat(200) + ")".repeat(200)]) {
    expect(readPattern(pattern)).toBeUndefined();
    expect([hasPattern(pattern, "x"), ...textsOf(pattern, 0, 9)]).toEqual([true]);
  }
});
