import { expect, test } from "vitest";
import { estimateTokens, mostTokens } from "./tokens.ts";

test("four ASCII characters are a token, and every other character is one", () => {
  expect(estimateTokens("abcdefgh")).toBe(2);
  expect(estimateTokens("你好 abc")).toBe(3);
});

test("a request has at most half as many tokens again as its text, and a picture does not count by its letters", () => {
  const text = "x".repeat(4000);
  expect(mostTokens({ text })).toBeGreaterThanOrEqual(1500);
  expect(mostTokens({ text })).toBeLessThan(1600);
  const source = { type: "base64", media_type: "image/png", data: "A".repeat(1_400_000) };
  const most = mostTokens({ content: [{ type: "image", source }] });
  expect(most).toBeGreaterThan(1600);
  expect(most).toBeLessThan(6000);
  const letters = { ...source, media_type: "text/plain" };
  expect(mostTokens({ content: [letters] })).toBeGreaterThan(300_000);
});
