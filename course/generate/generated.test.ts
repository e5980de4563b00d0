// course/generate/generated.test · what surrounds the chapters names each of them, and says what it is.
import { type Plant, testPlants, useToy } from "../check/plant.ts";

const WRITE = "npm run course -- check --write";

const AROUND: Plant[] = [
  [
    "more inherited promises than a tenth",
    (toy) => {
      const text = toy.read("s02_two/spec.test.ts");
      toy.write(
        "s02_two/spec.test.ts",
        text.replace(/^test(.*\ntest)/m, "test.inherited$1.inherited"),
      );
    },
    "s02_two/spec.test.ts:2  2 of 15 spec tests are inherited; at most 10 % may be",
    "npm run course -- spec s02",
  ],
  [
    "a link of another page that leads nowhere",
    (toy) => toy.write("docs/more.md", "# More\n\n[there](../there.md)\n"),
    "docs/more.md:3  links to ../there.md, which does not exist",
    "mend the link",
  ],
  [
    "a link that leads nowhere on the page of a room",
    (toy) => toy.write("practice/room/README.md", "# More\n\n[there](../there.md)\n"),
    "practice/room/README.md:3  links to ../there.md, which does not exist",
    "mend the link",
  ],
  [
    "a page that shows figures of yesterday",
    (toy) =>
      toy.write(
        "docs/checks/README.md",
        "# Checks\n\n<!-- check -->\n```text\nspecs: 1 tests\n```\n<!-- /check -->\n",
      ),
    "docs/checks/README.md:5  is not what is generated from the code",
    WRITE,
  ],
  [
    "a chapter without a description",
    (toy) => toy.edit("s02_two/package.json", '"the two"', '""'),
    "s02_two/package.json:6  has no description of its mechanism",
    'write one sentence in "description"',
  ],
  [
    "a description that is not translated",
    (toy) => toy.edit("s02_two/package.json", '"ja"', '"jp"'),
    "s02_two/package.json:6  its description is not translated (ja)",
    'write "descriptions": { "ja": … }',
  ],
  [
    "a number left out",
    (toy) => toy.remove("s02_two"),
    "s03_three:1  should be number s02",
    "rename or remove s03_three",
  ],
  [
    "a spec that is missing",
    (toy) => toy.remove("s02_two/spec.test.ts"),
    "s02_two/spec.test.ts:1  is missing",
    "write spec.test.ts",
  ],
  [
    "a code.ts that names its chapter",
    (toy) => toy.edit("s03_three/code.ts", "// code", "// s03 code"),
    "s03_three/code.ts:1  its first line names a chapter",
    "leave the number out",
  ],
  [
    "a chapter that does not name the one before",
    (toy) => toy.edit("s03_three/package.json", '"@course/s02_two": "*"', '"@course/s01_one": "*"'),
    "s03_three/package.json:17  is not what is generated from the code",
    WRITE,
  ],
  [
    "a chapter that the lockfile does not know",
    (toy) => toy.edit("package-lock.json", '"resolved": "s03_three"', '"resolved": "s03"'),
    "package-lock.json:",
    WRITE,
  ],
  [
    "a script that runs another chapter",
    (toy) => toy.edit("s03_three/package.json", "replay/main.ts s03", "replay/main.ts s02"),
    "s03_three/package.json:14  is not what is generated from the code",
    WRITE,
  ],
];

testPlants(AROUND, useToy());
