import { expect, test } from "vitest";
import { FIND, formsIn, GIT, HARMLESS, KINDS, ruleOf } from "./harmless.ts";

const ALL_FORMS = [
  ...FIND,
  ...[GIT, ...Object.values(HARMLESS)].flatMap((table) =>
    Object.keys(table).flatMap((name) => formsIn(table, name)),
  ),
];

test("every form in the tables can be read", () => {
  const kinds = Object.keys(KINDS).join("|");
  const form = new RegExp(`^(-\\[\\w+\\]|!|(-\\*|--?|\\+)?[\\w-]*(=\\w*)?(<(${kinds})>)?)$`);
  expect(ALL_FORMS.filter((one) => !form.test(one))).toEqual([]);
  expect(ALL_FORMS.length).toBeGreaterThan(200);
});

test("each program is in one table, with one group of letters at most", () => {
  const names = Object.values(HARMLESS).flatMap((table) => Object.keys(table));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    const { forms = [] } = ruleOf(name) ?? {};
    expect(forms.filter((form) => form.startsWith("-[")).length, name).toBeLessThan(2);
  }
});

test.each(["rm", "constructor", "toString", "__proto__", "none", "read", ""])(
  "there is no rule for %j",
  (name) => {
    expect(ruleOf(name)).toBeUndefined();
  },
);
