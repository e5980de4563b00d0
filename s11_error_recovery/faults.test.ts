import { expect, test } from "vitest";
import { matrixOf, PLACES, TABLE } from "../course/unit/fault-matrix.ts";
import { underTest } from "../course/unit/under-test.ts";

/** `npm run test:deep` tries every fault at every place, a usual run each place with every fourth fault. */
const isWhole = process.env.TEST_DEPTH !== undefined;

test("every fault, at every place: the turn goes on or ends with a clear line, and the next one works", async () => {
  const chapter = underTest(import.meta.dirname);
  expect(await matrixOf({ chapter, places: PLACES, isWhole }, TABLE)).toBe(TABLE);
});
