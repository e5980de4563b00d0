// course/check/imports · every form of an import is seen, with its line; what only looks like one is not.
import { expect, test } from "vitest";
import { importsOf } from "../chapters/imports.ts";
import { type Plant, testPlants, useToy } from "./plant.ts";

const read = (text: string) =>
  importsOf("s01_one/loop.ts", text).map(({ target, line, isType }) => [target, line, isType]);

test.each([
  ["one name", 'import one from "./a.ts";', false],
  ["many names", 'import {\n  one,\n  two,\n} from "./a.ts";', false],
  ["a name and more names", 'import one, { two } from "./a.ts";', false],
  ["all names", 'import * as all from "./a.ts";', false],
  ["nothing", 'import "./a.ts";', false],
  ["a type among values, which stays at run time", 'import { type One } from "./a.ts";', false],
  ["types", 'import type { One } from "./a.ts";', true],
  ["names handed on", 'export { one } from "./a.ts";', false],
  ["all handed on", 'export * from "./a.ts";', false],
  ["types handed on", 'export type { One } from "./a.ts";', true],
  ["later", 'const one = await import("./a.ts");', false],
])("%s", (_, text, isType) => {
  expect(read(`// first\n${text}\n`)).toEqual([["s01_one/a.ts", 2, isType]]);
});

test("a folder above is named from the root, a package by nothing", () => {
  expect(read('import { z } from "zod";\nimport { now } from "../shared/clock.ts";\n')).toEqual([
    [undefined, 1, false],
    ["shared/clock.ts", 2, false],
  ]);
});

test("a text that is no program has no imports", () => {
  expect(read('import { one from "./a.ts";\n"')).toEqual([]);
});

test("a comment, a string and a name that begins like an import are none", () => {
  const text = [
    '// import "./a.ts"',
    `const text = 'import "./a.ts"';`,
    'const importer = "./a.ts";',
    'export const from = "./a.ts";',
    'export function of(from = "./a.ts") {}',
    "const program = `",
    'import "./a.ts";',
    'const late = await import("./a.ts");`;',
    'type Late = typeof import("./a.ts");',
  ];
  expect(read(text.join("\n"))).toEqual([]);
});

const IMPORTS: Plant[] = [
  [
    "a chapter that imports another",
    (toy) => toy.edit("s02_two/two.ts", "// two", 'import "../s01_one/one.ts";\n// two'),
    "s02_two/two.ts:1  imports ../s01_one/one.ts; a chapter imports no other chapter",
    "import what the file needs from its own folder or from ../shared/",
  ],
  [
    "a mechanism that imports the practice model",
    (toy) =>
      toy.edit("s03_three/three.ts", "// three", 'import "../practice/answer.ts";\n// three'),
    "s03_three/three.ts:1  imports ../practice/answer.ts; a chapter imports only its own files and ../shared",
    "import what the file needs from its own folder or from ../shared/",
  ],
  [
    "a file that imports code.ts",
    (toy) => toy.edit("s03_three/three.ts", "};", '};\nexport * from "./code.ts";'),
    "s03_three/three.ts:6  imports ./code.ts; nothing imports code.ts",
    "import what the file needs from its own folder or from ../shared/",
  ],
  [
    "code.ts imported late, from outside",
    (toy) => toy.write("course/tool.ts", `const late = () => ${"import"}("../s01_one/code.ts");\n`),
    "course/tool.ts:1  imports ../s01_one/code.ts; nothing imports code.ts",
    "start it as a child process instead",
  ],
  [
    "the practice model imported by another file of shared",
    (toy) => toy.write("shared/clock.ts", 'import {\n  answer,\n} from "../practice/answer.ts";\n'),
    "shared/clock.ts:1  imports ../practice/answer.ts; in shared/ only client.ts may",
    "go through shared/client.ts",
  ],
  [
    "a file inside another mechanism's folder",
    (toy) => {
      toy.write("s03_three/deep/deep.ts", 'export { inner } from "./inner.ts";\n');
      toy.write("s03_three/deep/inner.ts", "export const inner = 1;\n");
      toy.edit("s03_three/three.ts", "// three", 'import "./deep/deep.ts";\n// three');
      toy.edit("s03_three/code.ts", "// code", 'import "./deep/inner.ts";\n// code');
    },
    "s03_three/code.ts:1  imports ./deep/inner.ts, which is inside deep/; only deep/deep.ts is its door",
    "import what the file needs",
  ],
];

const toyOf = useToy();

testPlants(IMPORTS, toyOf);

test("a draft may import what is inside a folder: it takes the place of its door", async () => {
  const toy = toyOf();
  toy.write("s03_three/deep/deep.ts", 'export { inner } from "./inner.ts";\n');
  toy.write("s03_three/deep/inner.ts", "export const inner = 1;\n");
  toy.write("s03_three/drafts/1_deep.ts", 'export { inner } from "../deep/inner.ts";\n');
  expect((await toy.faults()).filter((text) => text.includes("is its door"))).toEqual([]);
});
