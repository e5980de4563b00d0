// course/unit/newest-tests.test · which unit tests run on the newest chapter, and what they import there.
import { join } from "node:path";
import { expect, test } from "vitest";
import { useToy } from "../check/plant.ts";
import { importNewest, testsForNewest } from "./newest-tests.ts";

const toyOf = useToy();

test("a unit test also runs on the newest chapter, unless it is its own, a later chapter has another version of it, or all its files are the same", () => {
  const { root, write } = toyOf();
  const imports = (name: string) => `import { x } from "./${name}.ts";\n`;
  write("s01_one/deep/deep.test.ts", "// tested\n");
  write("s01_one/loop.test.ts", imports("loop"));
  write("s01_one/deeper.ts", imports("tools"));
  write("s03_three/deeper.ts", imports("tools"));
  write("s01_one/deeper.test.ts", imports("deeper"));
  write("s01_one/revised.test.ts", "// tested\n");
  write("s02_two/revised.test.ts", "// tested in other words\n");
  write("s03_three/three.test.ts", "// tested\n");
  expect(testsForNewest(root)).toEqual([
    "s01_one/deep/deep.test.ts",
    "s01_one/deeper.test.ts",
    "s01_one/tools.test.ts",
    "s02_two/revised.test.ts",
  ]);
});

test("on the newest chapter a test imports that chapter's files; files that only its own chapter has, and shared/, stay", () => {
  const { root, write } = toyOf();
  write("s01_one/helper.ts", "// for the tests of s01\n");
  const { resolveId } = importNewest(root);
  const importer = join(root, "s01_one/tools.test.ts");
  expect([
    resolveId("./tools.ts", importer),
    resolveId("./helper.ts", importer),
    resolveId("../../shared/clock.ts", importer),
    resolveId("vitest", importer),
    resolveId("./tools.ts", join(root, "s01_one/code.ts")),
  ]).toEqual([join(root, "s03_three/tools.ts"), undefined, undefined, undefined, undefined]);
});
