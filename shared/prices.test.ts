import { expect, test } from "vitest";
import { allTokens, costOf, dollars, pricedModels, tokensOf } from "./prices.ts";

const million = { input: 1_000_000, written: 0, read: 0, output: 0 };

test("each kind of token has its own price", () => {
  const model = "claude-opus-5-5";
  expect(costOf(model, million)).toBe(4);
  expect(costOf(model, { ...million, input: 0, written: 1_000_000 })).toBe(5);
  expect(costOf(model, { ...million, input: 0, read: 1_000_000 })).toBeCloseTo(0.2);
  expect(costOf(model, { ...million, input: 0, output: 1_000_000 })).toBe(20);
});

test("a long request of claude-haiku-5-5 costs five times as much, and the cached part counts for its length", () => {
  const short = { input: 50_000, written: 0, read: 50_000, output: 0 };
  const cost = costOf("claude-haiku-5-5", short) ?? 0;
  expect(cost).toBeCloseTo(0.0055);
  const long = { ...short, input: 50_001 };
  expect(costOf("claude-haiku-5-5", long)).toBeGreaterThan(4.9 * cost);
});

test("the practice model is free, and an unknown one has no price", () => {
  expect(costOf("practice-1", million)).toBe(0);
  expect(costOf("someone-elses", million)).toBeUndefined();
});

test("a cached token is cheaper than a new one, and writing it dearer, for every model that costs something", () => {
  for (const model of pricedModels().filter((name) => name !== "practice-1")) {
    const price = (part: object) => costOf(model, { ...million, input: 0, ...part }) ?? 0;
    expect(price({ read: 1000 })).toBeLessThan(price({ input: 1000 }));
    expect(price({ written: 1000 })).toBeGreaterThan(price({ input: 1000 }));
  }
  expect(dollars(0.00126)).toBe("$0.0013");
});

test("counters that are missing, or no numbers, count as nothing", () => {
  const usage = JSON.parse(
    '{"input_tokens":"many","output_tokens":-5,"cache_read_input_tokens":7}',
  );
  expect(tokensOf(usage)).toEqual({ input: 0, written: 0, read: 7, output: 0 });
});

test("all tokens of a reply are a number, whatever it reports", () => {
  const usages = [
    '{"output_tokens":5}',
    '{"input_tokens":1e308,"cache_read_input_tokens":1e308}',
    "{}",
  ];
  expect(usages.map((usage) => allTokens(JSON.parse(usage)))).toEqual([5, 0, 0]);
  const all =
    '{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":4}';
  expect(allTokens(JSON.parse(all))).toBe(10);
});
