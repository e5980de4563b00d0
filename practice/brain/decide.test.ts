// practice/brain/decide.test · which intent a wish has, what stands in its slots.
import { expect, test } from "vitest";
import { align, isNear } from "./align.ts";
import { readClauses } from "./clauses.ts";
import { decide, fill } from "./decide.ts";
import { bookOf } from "./examples.ts";
import { ranker } from "./nearness.ts";
import { tokensOf } from "./tokens.ts";

const NO_ROWS: [] = [];
const row = (text: string) => tokensOf(text, () => ({ slot: "file" }));

test.each([
  ["en", "could you show me what's inside notes.txt", "read-file"],
  ["en", "please delete old.txt", "delete-file"],
  ["en", "zebras paint quietly", undefined],
  ["zh", "看看 notes.txt 里写了什么", "read-file"],
  ["ja", "notes.txt の中身を見せて", "read-file"],
] as const)("%s: %s", (language, request, intent) => {
  const whole = readClauses(request)?.whole;
  expect(whole && decide(whole, bookOf(language, NO_ROWS)).intent).toBe(intent);
});

test("words without quotes stand in the slots of the example that fits best", () => {
  const book = bookOf("en", NO_ROWS);
  const whole = readClauses("rename draft.txt to final.txt")?.whole;
  const filled = whole && fill(whole, "move", book);
  expect(filled?.tokens.flatMap(({ span }) => span?.text ?? [])).toEqual([
    "draft.txt",
    "final.txt",
  ]);
});

test("the same row fits wholly, one with nothing in common not at all", () => {
  const weigh = ({ slot }: { slot?: string }) => (slot === undefined ? 1 : 1.5);
  expect(align(row("read \ue000 now"), row("read \ue000 now"), weigh).score).toBeCloseTo(1);
  expect(align(row("read this"), row("other words"), weigh).score).toBeLessThan(0);
});

test("a letter more, less, other or two in the wrong order is near", () => {
  for (const word of ["deletee", "delet", "deleta", "dleete"])
    expect(isNear("delete", word)).toBe(true);
  for (const word of ["del", "remove", "deltee!"]) expect(isNear("delete", word)).toBe(false);
});

test("the intent of the nearest examples comes first, and how near they are is said", () => {
  const example = (intent: string, words: string) => ({
    intent,
    row: row(words),
    seen: row(words),
  });
  const rank = ranker(
    [
      example("look", "show me the list"),
      example("look", "show it"),
      example("drop", "drop the list"),
    ],
    "en",
  );
  const [first, second] = rank(row("show me the list"));
  expect([first?.intent, second?.intent]).toEqual(["look", "drop"]);
  expect(first?.nearest[0]).toBeGreaterThan(second?.nearest[0] ?? 1);
  expect((first?.score ?? 0) + (second?.score ?? 0)).toBeCloseTo(1);
});
