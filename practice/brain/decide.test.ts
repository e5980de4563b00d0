// practice/brain/decide.test · which intent a wish has, what stands in its slots, and how little is lost of what is kept.
import { expect, test } from "vitest";
import { align, isNear } from "./align.ts";
import { readClauses } from "./clauses.ts";
import { decide, fill } from "./decide.ts";
import { learnedOf, learnFrom, phrasingsOf } from "./examples.ts";
import { tokensOf } from "./tokens.ts";
import { packed, ranker } from "./weights.ts";

const NO_ROWS: [] = [];
const row = (text: string) => tokensOf(text, () => ({ slot: "file" }));

test.each([
  ["en", "could you show me what's inside notes.txt", "read-file"],
  ["en", "throw away old.txt please", "delete-file"],
  ["en", "zebras paint quietly", undefined],
  ["zh", "看看 notes.txt 里写了什么", "read-file"],
  ["ja", "notes.txt の中身を見せて", "read-file"],
] as const)("%s: %s", (language, request, intent) => {
  const whole = readClauses(request)?.whole;
  expect(whole && decide(whole, learnedOf(language, NO_ROWS)).intent).toBe(intent);
});

test("words without quotes stand in the slots of the example that fits best", () => {
  const learned = learnedOf("en", NO_ROWS);
  const whole = readClauses("rename draft.txt to final.txt")?.whole;
  const filled = whole && fill(whole, "move", learned);
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

test("weights come back from their signs nearly as they were", () => {
  const intents = Array.from({ length: 95 }, (_, at) => `intent ${at}`);
  const weights = Float32Array.from(intents, (_, at) => (at === 0 ? -1 : at === 94 ? 0.5 : 0));
  const rank = ranker(packed({ intents, pieces: ["=one"], weights }), "en");
  const ranked = rank(row("one"));
  expect([ranked[0]?.intent, ranked.at(-1)?.intent]).toEqual(["intent 94", "intent 0"]);
  expect(Math.log(ranked[0]?.score ?? 0) - Math.log(ranked[1]?.score ?? 0)).toBeGreaterThan(0.4);
});

test("an intent's own examples are found by what is kept as by what is learned anew", () => {
  const anew = learnFrom(phrasingsOf("zh"), "zh");
  const kept = learnedOf("zh", NO_ROWS);
  for (const text of ["读取", "删除", "运行", "你好"])
    expect(kept.rank(row(text))[0]?.intent).toBe(anew.rank(row(text))[0]?.intent);
});
