import { expect, test } from "vitest";
import { outcomesOf } from "../course/unit/fault-matrix.ts";
import { underTest } from "../course/unit/under-test.ts";

/** `npm run test:deep` tries every fault at every place, a usual run each place with every fourth fault. */
const isWhole = process.env.TEST_DEPTH !== undefined;

/** What no second try helps against, where the turn stands or falls with the call. */
const ENDING = ["authentication", "billing", "invalid_request", "not_found", "permission"];
const ENDING_AT = ["first call", "after a result"];

test("every fault, at every place: the turn goes on or ends with a clear line, and the next one works", async () => {
  const cases = await outcomesOf(underTest(import.meta.dirname), isWhole);
  expect(cases).toHaveLength(isWhole ? 86 : 21);
  for (const { place, kind, outcome } of cases) {
    const ends = ENDING.includes(kind) && ENDING_AT.includes(place);
    expect(outcome, `${kind}, ${place}`).toBe(ends ? "ends" : "goes on");
  }
});
