import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { carriedTests } from "./carried-tests.ts";

test("a unit test runs in the newest chapter that has its bytes, and a revised one in both", () => {
  const root = mkdtempSync(join(tmpdir(), "carried-"));
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const chapter of ["s01_a", "s02_b", "s03_c"]) put(`${chapter}/code.ts`, "");
  for (const chapter of ["s01_a", "s02_b", "s03_c"]) put(`${chapter}/same.test.ts`, "same");
  put("s01_a/revised.test.ts", "one");
  put("s02_b/revised.test.ts", "two");
  put("s02_b/new.test.ts", "new");
  put("s01_a/spec.test.ts", "own");
  put("s02_b/spec.test.ts", "own");
  expect(carriedTests(root)).toEqual(["s01_a/same.test.ts", "s02_b/same.test.ts"]);
  rmSync(root, { recursive: true });
});
