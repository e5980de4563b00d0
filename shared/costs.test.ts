import { expect, test } from "vitest";
import { costLines } from "./costs.ts";

const use = { requests: 2, input: 100, written: 100, read: 200, output: 7 };

test("a line for each model, with the cached share of its input, and the sum", () => {
  const lines = costLines(
    [
      ["one", { ...use, cost: 0.5 }],
      ["two", { ...use, cost: 0.25 }],
    ],
    2,
  ).split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(
    "one: 2 requests, 400 tokens in (50 % cached, 100 written to the cache), 7 out: $0.5000",
  );
  expect(lines[2]).toMatch(/^in all \$0\.7500 of MAX_COST=2, at the prices of \d{4}-\d\d$/);
});

test("one request is not called requests", () => {
  const text = costLines([["mine", { ...use, requests: 1, cost: 0 }]], undefined);
  expect(text).toMatch(/^mine: 1 request, 400 tokens in /);
});

test("the sum says that it is not all when a price is not known", () => {
  const text = costLines([["mine", { ...use, cost: undefined }]], undefined);
  expect(text).toMatch(/its price is not known here\nin all at least \$0\.0000, /);
  expect(costLines([], undefined)).toBe("Nothing was sent in this run.");
});
