// site/build/same · a file that chapters have unchanged is one module, as long as all that it imports is unchanged, too.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findSame } from "./same.ts";

const root = mkdtempSync(join(tmpdir(), "same-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Large enough to be worth a pack. */
const LONG = `// ${"long ".repeat(10_000)}\n`;
const NAMES = ["s01_a", "s02_b", "s03_c", "s04_d", "s05_e", "s06_f", "s07_g", "s08_h"];
for (const [at, name] of NAMES.entries()) {
  mkdirSync(join(root, name));
  const write = (file: string, text: string) => writeFileSync(join(root, name, file), LONG + text);
  write("code.ts", `await repl(import.meta);\nimport "./user.ts";\n`);
  write("base.ts", at < 4 ? "export const one = 1;\n" : "export const one = 2;\n");
  write(
    "user.ts",
    'import type { Type } from "./new.ts";\nimport {\n  one,\n} from "./base.ts";\n',
  );
  write("new.ts", `export type Type = ${at};\n`);
}
const same = findSame(root);
const first = (path: string) => same.first(join(root, path)).slice(root.length + 1);

test("it stands for those of later chapters, up to one in which it has changed", () => {
  expect(first("s04_d/base.ts")).toBe("s01_a/base.ts");
  expect(first("s05_e/base.ts")).toBe("s05_e/base.ts");
  expect(first("s08_h/base.ts")).toBe("s05_e/base.ts");
});

test("what imports a file that has changed is another one, but not for a type alone", () => {
  expect(first("s03_c/user.ts")).toBe("s01_a/user.ts");
  expect(first("s08_h/user.ts")).toBe("s05_e/user.ts");
});

test("a file that knows its place, or that only one chapter has, stands for itself", () => {
  expect(first("s03_c/code.ts")).toBe("s03_c/code.ts");
  expect(first("s03_c/new.ts")).toBe("s03_c/new.ts");
});

test("a file reaches what it imports, also by others", () => {
  const reaches = (one: string, other: string) =>
    same.reaches(join(root, "s02_b", one), join(root, "s02_b", other));
  expect(reaches("code.ts", "base.ts")).toBe(true);
  expect(reaches("user.ts", "new.ts")).toBe(false);
  expect(reaches("base.ts", "user.ts")).toBe(false);
});
