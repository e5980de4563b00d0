// practice/brain/learned.test · what is kept in learned/ is what the examples give.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { learnAll } from "./learnAll.ts";

test("the files of learned/ are what the examples give; `npm run practice -- --learn` writes them", () => {
  for (const [language, text] of Object.entries(learnAll())) {
    const file = join(import.meta.dirname, "learned", `${language}.json`);
    expect(readFileSync(file, "utf8") === text, file).toBe(true);
  }
});
