// course/check/text · what is carried stays the same, and a step stays small.
import { expect, test } from "vitest";
import { checkAll } from "./command.ts";
import { type Plant, testPlants, useToy } from "./plant.ts";

const toyOf = useToy();

const CARRIED: Plant[] = [
  [
    "a carried file that differs",
    (toy) => toy.edit("s02_two/loop.ts", "line10 = 10", "line10 = 11"),
    's02_two/loop.ts:18  differs from s01; not in "changes"',
    "cp s01_one/loop.ts s02_two/loop.ts",
  ],
  [
    "a fix that was not carried on",
    (toy) => toy.edit("s01_one/loop.ts", "line10 = 10", "line10 = 11"),
    's02_two/loop.ts:18  differs from s01; not in "changes"',
    "npm run course -- propagate s01",
  ],
  [
    "a carried unit test that differs",
    (toy) => toy.write("s02_two/tools.test.ts", "// tested\n"),
    "s02_two/tools.test.ts:1  is a copy of the test in s01_one, which runs on the newest chapter, too",
    "rm s02_two/tools.test.ts",
  ],
  [
    "a carried file that is gone",
    (toy) => toy.remove("s03_three/one.ts"),
    "s03_three/one.ts:1  is gone; s02 has it",
    "cp s02_two/one.ts s03_three/one.ts",
  ],
  [
    "a declared file that is the same",
    (toy) => toy.edit("s02_two/package.json", "{}", '{ "loop.ts": "nothing" }'),
    's02_two/package.json:19  "changes" names loop.ts, which does not differ from s01',
    'edit "changes" in s02_two/package.json',
  ],
  [
    "a declared file without a sentence",
    (toy) => toy.edit("s03_three/package.json", "a call may be refused", ""),
    's03_three/package.json:20  "changes" says nothing about tools.ts',
    'edit "changes" in s03_three/package.json',
  ],
];

const QUOTED: Plant[] = [
  [
    "a quoted line that is not in the file of shared/",
    (toy) => toy.edit("s02_two/README.md", "```ts loop.ts", "```ts shared/clock.ts"),
    "is not the next line of shared/clock.ts",
    "copy the lines from the file again",
  ],
];

const many = (count: number) => "let a = 1;\n".repeat(count);
const edited = (text: string, count: number) =>
  text.replaceAll(/(\d*[02468]) = \d+/g, (line, at) =>
    Number(at) < count * 2 ? `${at} = 0.5` : line,
  );

function touchThree(toy: ReturnType<typeof toyOf>) {
  for (const file of ["loop.ts", "one.ts", "two.ts"])
    toy.write(`s03_three/${file}`, `${toy.read(`s03_three/${file}`)}// more\n`);
}

const BUDGETS: Plant[] = [
  [
    "fewer kept lines than the budget",
    (toy) => toy.write("s03_three/loop.ts", "// none is left\n"),
    "s03_three/loop.ts:1  59.6 % of the lines of s02 are kept; at least 95 % must be",
    "npm run course -- diff s02 s03",
  ],
  [
    "fewer kept lines than the second chapter's own budget",
    (toy) => toy.write("s02_two/loop.ts", "// none is left\n"),
    "s02_two/loop.ts:1  58.4 % of the lines of s01 are kept; at least 80 % must be",
    "npm run course -- diff s01 s02",
  ],
  [
    "more hunks than the budget",
    (toy) => toy.write("s03_three/loop.ts", edited(toy.read("s02_two/loop.ts"), 13)),
    "s03_three/loop.ts:8  16 hunks in earlier files; at most 15",
    'or say in "changes"',
  ],
  [
    "more new lines than the budget",
    (toy) => {
      for (const file of ["many.ts", "more.ts"]) toy.write(`s03_three/${file}`, many(249));
    },
    "s03_three/package.json:1  506 new lines; at most 500",
    'or say in "changes"',
  ],
  [
    "more touched files than the budget",
    (toy) => {
      touchThree(toy);
    },
    "s03_three/loop.ts:68  4 carried files are touched; at most 3",
    'or say in "changes"',
  ],
  [
    "a reason for a large step, but the step is small",
    (toy) => toy.edit("s03_three/package.json", '"tools.ts":', '"*": "it is large", "tools.ts":'),
    's03_three/package.json:1  "changes" says why the step is large ("*"), but the step is within its budget',
    'leave "*" out',
  ],
  [
    "a code.ts that is too long",
    (toy) => toy.write("s03_three/code.ts", toy.read("s03_three/code.ts") + many(89)),
    "s03_three/code.ts:121  has 121 lines; at most 120",
    "npm run course -- diff s02 s03",
  ],
  [
    "a new file that is too long",
    (toy) => toy.write("s03_three/three.ts", toy.read("s03_three/three.ts") + many(246)),
    "s03_three/three.ts:251  has 251 lines; at most 250",
    "npm run course -- diff s02 s03",
  ],
];

testPlants([...CARRIED, ...QUOTED, ...BUDGETS], toyOf);

test("a step that is larger than usual may say why", async () => {
  const toy = toyOf();
  touchThree(toy);
  const changes =
    '"*": "a good reason", "loop.ts": "a line", "one.ts": "a line", "two.ts": "a line", "tools.ts":';
  toy.edit("s03_three/package.json", '"tools.ts":', changes);
  expect((await toy.faults()).filter((text) => !text.includes("generated"))).toEqual([]);
});

test("a step that uses its whole budget is not too large", async () => {
  const toy = toyOf();
  toy.write("s03_three/loop.ts", edited(toy.read("s02_two/loop.ts"), 11));
  toy.write("s03_three/code.ts", toy.read("s03_three/code.ts") + many(88));
  toy.write("s03_three/three.ts", toy.read("s03_three/three.ts") + many(245));
  const found = (await toy.faults()).filter((text) => text.includes("at most"));
  expect(found).toEqual([]);
  const { figures } = await checkAll(toy.root, async () => []);
  expect(figures[2]).toMatchObject({ edits: 15, code: 120 });
});
