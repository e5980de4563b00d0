// course/check/command · the check is green on a sound course, and names each planted fault.
import { expect, test } from "vitest";
import { UsageError } from "../base/usage.ts";
import { checkCommand } from "./command.ts";
import { useToy } from "./plant.ts";
import { createToy } from "./toy.ts";

const README = "s03_three/README.md";
const toyOf = useToy();

async function check(...args: string[]) {
  const lines: string[] = [];
  const code = await checkCommand(args, toyOf().root, (line) => lines.push(line));
  return { code, lines };
}

test("a sound course passes, with a line of figures for each chapter", async () => {
  const { code, lines } = await check();
  expect(lines).toEqual([
    "chapter       kept  new  edits  carried  code.ts",
    "s01_one          –  159      0      0/0       28",
    "s02_two    100.0 %    7      2      3/3       30",
    "s03_three   99.3 %    8      3      3/4       32",
    "specs: 15 tests, 0 of them inherited",
    "page, in sight  words  code  boxes  longest paragraph",
    "s01_one           150    40      2                 12",
    "s02_two           150    40      2                 12",
    "s03_three         150    40      2                 12",
    "63 checks passed, 0 failed",
  ]);
  expect(code).toBe(0);
});

test("--json gives the same for programs", async () => {
  const { code, lines } = await check("--json");
  expect(JSON.parse(lines.join("\n"))).toMatchObject({
    chapters: [
      { chapter: "s01_one", edits: 0, code: 28 },
      { chapter: "s02_two", kept: 100, new: 7, edits: 2, carried: 3, same: 3 },
      { chapter: "s03_three", touched: 1 },
    ],
    pages: [
      { chapter: "s01_one" },
      { chapter: "s02_two" },
      { words: 150, code: 40, boxes: 2, longest: 12 },
    ],
    passed: 63,
    failed: 0,
    faults: [],
  });
  expect(code).toBe(0);
});

test("an option that does not exist is misuse", async () => {
  await expect(check("--loud")).rejects.toThrow(UsageError);
  await expect(check("--translated", "s01_one/README.md")).rejects.toThrow(
    "not a translated README",
  );
});

test("a file that tsc does not take is found", async () => {
  toyOf().edit("tsconfig.json", "s*/**/*.ts", "s01_one/*.ts");
  const { code, lines } = await check();
  expect(code).toBe(1);
  expect(lines).toContain("s02_two/loop.ts:1  is not type-checked: tsc does not list it");
  expect(lines).not.toContain("s01_one/loop.ts:1  is not type-checked: tsc does not list it");
});

test("--write writes what is generated, and nothing else", async () => {
  toyOf().edit("s03_three/three.ts", "};", "};\n");
  toyOf().edit(README, "more than eight words", "more than nine words");
  const { lines } = await check("--write");
  expect(lines.slice(0, 4)).toEqual([
    "wrote s03_three/README.md",
    "wrote s03_three/README.zh.md",
    "wrote s03_three/README.ja.md",
    "chapter       kept  new  edits  carried  code.ts",
  ]);
  expect(toyOf().read(README)).toContain("- `three.ts` is new, 6 lines");
  expect(toyOf().read(README)).toContain("more than nine words");
});

test("generated text that moves takes the stamps of the translations along, prose does not", async () => {
  toyOf().edit("s03_three/three.ts", "};", "};\n");
  await check("--write");
  expect(await toyOf().faults()).toEqual([]);
  toyOf().edit(README, "more than eight words", "more than nine words");
  await check("--write");
  expect((await toyOf().faults()).map((fault) => fault.split("\n")[0])).toEqual([
    "s03_three/README.zh.md:1  s03_three/README.md has moved: the beginning",
    "s03_three/README.ja.md:1  s03_three/README.md has moved: the beginning",
  ]);
});

test("--translated says that a translation is up to date", async () => {
  toyOf().edit(README, "## Next\n", "## Next\n\nAnd on.\n");
  expect((await toyOf().faults())[0]).toBe(
    "s03_three/README.zh.md:121  s03_three/README.md has moved: Next\n" +
      "    translate, then: npm run course -- check --translated s03_three/README.zh.md",
  );
  const both = ["zh", "ja"].flatMap((name) => ["--translated", `s03_three/README.${name}.md`]);
  expect((await check(...both)).code).toBe(0);
});

test("a revised file may have its sentence in three languages", async () => {
  const sentence = '{ "en": "it may be refused", "zh": "可以拒绝", "ja": "断れる" }';
  toyOf().edit("s03_three/package.json", '"a call may be refused"', sentence);
  await check("--write");
  expect(toyOf().read("s03_three/README.ja.md")).toContain("- `tools.ts` (+1 −1)：断れる");
  expect(toyOf().read(README)).toContain("- `tools.ts` (+1 −1): it may be refused");
});

test("a copy without a history is checked too", async () => {
  const copy = await createToy();
  copy.remove(".git");
  copy.edit("s01_one/loop.ts", "line10 = 10", "line10 = 11");
  expect((await copy.faults())[0]).toContain("cp s01_one/loop.ts s02_two/loop.ts");
  await copy.end();
});
