// site/build/trim · what stands in for the tables of letters that JSON5 brings.
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { LETTERS } from "./trim.ts";

test("JSON5 knows in a page all letters that it knows on a computer", () => {
  const known: Record<string, RegExp> = createRequire(import.meta.url)("json5/lib/unicode.js");
  const here: Record<string, RegExp> = {};
  new Function("exports", LETTERS)(here);
  expect(Object.keys(here).sort()).toEqual(Object.keys(known).sort());
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  for (const [name, letters] of Object.entries(known)) {
    const missing = all.filter((one) => letters.test(one) && !here[name]?.test(one));
    expect(missing, name).toEqual([]);
  }
});
