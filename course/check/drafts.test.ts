// course/check/drafts · what is said of a chapter's drafts is so.
import { join } from "node:path";
import { expect, test } from "vitest";
import { promisesOf } from "../build/promises.ts";
import { checkAll } from "./command.ts";
import { type Plant, testPlants, useToy } from "./plant.ts";

const toyOf = useToy();
type Toy = ReturnType<typeof toyOf>;

/** Gives the third chapter two drafts of the file one.ts. */
function addDrafts(toy: Toy, keeps: [string, string] = ["[]", "[1]"], second = "") {
  const list = keeps.map(
    (one, at) => `{ "file": "drafts/${at + 1}.ts", "keeps": ${one}, "en": "a" }`,
  );
  toy.edit(
    "s03_three/package.json",
    '"changes":',
    `"door": "three.ts", "drafts": [${list}], "changes":`,
  );
  for (const number of [1, 2])
    toy.write(`s03_three/drafts/${number}.ts`, toy.read("s03_three/three.ts"));
  if (second !== "") toy.write("s03_three/drafts/2.ts", second);
}

const DRAFTS: Plant[] = [
  [
    "a draft that package.json does not name",
    (toy) => toy.write("s03_three/drafts/9.ts", "export {};\n"),
    's03_three/drafts/9.ts:1  is not in "drafts" of package.json',
    "add it there, or remove it",
  ],
  [
    "a draft that is named and is not there",
    (toy) => {
      addDrafts(toy);
      toy.remove("s03_three/drafts/2.ts");
    },
    '"drafts" names drafts/2.ts, which does not exist',
    'edit "drafts" there',
  ],
  [
    "a draft that is too long",
    (toy) => addDrafts(toy, ["[]", "[]"], "// a line\n".repeat(81)),
    "s03_three/drafts/2.ts:80  has 81 lines; at most 80",
    "make it smaller",
  ],
  [
    "a draft that keeps what the spec does not have",
    (toy) => addDrafts(toy, ["[]", "[99]"]),
    "s03.2 keeps promise 99, which the spec does not have",
    'edit "drafts" there',
  ],
  [
    "a draft that no longer keeps what the one before kept",
    (toy) => addDrafts(toy, ["[1]", "[]"]),
    "s03.2 does not keep promise 1, which s03.1 kept",
    'edit "drafts" there',
  ],
  [
    "a draft that breaks what the one before did not keep",
    (toy) => addDrafts(toy, ["[]", '[1], "breaks": [1]']),
    "s03.2 does not break promise 1",
    'edit "drafts" there',
  ],
];

/** Makes the second draft of the third chapter its core, which keeps none of its promises. */
function addCore(toy: Toy, details: string) {
  addDrafts(toy, ["[]", '[], "core": true']);
  toy.write("s03_three/details.md", details);
}

const CORES: Plant[] = [
  [
    "a promise that only the whole mechanism keeps, and that details.md does not name",
    (toy) => addCore(toy, "# Details\n"),
    "s03_three/details.md:1  has no row for promise 1, which only the whole mechanism keeps",
    "add one that has this sentence",
  ],
  [
    "a core that is not the last draft",
    (toy) => addDrafts(toy, ['[], "core": true', "[]"]),
    "s03.1 is not the last draft, so not the core",
    'edit "drafts" there',
  ],
];

testPlants([...DRAFTS, ...CORES], toyOf);

test("a promise is named where its sentence stands, whatever marks are in it", async () => {
  const toy = toyOf();
  const rows = promisesOf(join(toy.root, "s03_three")).map((promise) => {
    const [first = "", ...rest] = promise.split(" ");
    return `| it ends | [*${first}*\n\`${rest.join("  ")}\`](a.md) |`;
  });
  const missing = async () => (await toy.faults()).filter((text) => text.includes("has no row"));
  addCore(toy, rows.slice(1).join("\n"));
  expect(await missing()).toMatchObject([expect.stringContaining("promise 1,")]);
  toy.write("s03_three/details.md", rows.join("\n"));
  expect(await missing()).toEqual([]);
});

test("drafts that are as package.json says are no fault, and not counted as new lines", async () => {
  const toy = toyOf();
  const linesOf = async () => (await checkAll(toy.root)).figures.at(-1)?.new;
  const before = await linesOf();
  addDrafts(toy, ["[1]", '[], "breaks": [1]']);
  toy.write("s03_three/drafts/script.json", "{}\n");
  expect((await toy.faults()).filter((text) => !text.includes("generated"))).toEqual([]);
  expect(await linesOf()).toBe(before);
});
