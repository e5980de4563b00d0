// site/test/weight · the weight of the site that was built last (`npm run site:build`).
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../course/base/root.ts";
import { tooHeavy, weigh, weightLines } from "../build/weigh.ts";

const DIST = join(ROOT, "site/dist");

test.skipIf(!existsSync(join(DIST, "base")))("nothing is heavier than its limit", async () => {
  expect(weightLines(tooHeavy(await weigh(DIST)))).toEqual([]);
});

test("what passes a limit of KB or of files is too heavy", () => {
  const fits = { what: "a page", kb: 150, most: 150, files: 9 };
  const agent = { what: "an agent", kb: 1, most: 350, files: 8, mostFiles: 7 };
  const heavy = { ...fits, kb: 150.1 };
  expect(tooHeavy([fits, heavy, agent])).toEqual([heavy, agent]);
});
