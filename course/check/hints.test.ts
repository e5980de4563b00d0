// course/check/hints · what is wrong with a chapter's hints, planted one by one.
import { promisesOf } from "../build/promises.ts";
import { type Plant, testPlants, useToy } from "./plant.ts";
import type { Toy } from "./toy.ts";

const FILE = "s03_three/hints.json";

/** Writes hints for all promises of the chapter, with a change. */
function plant(toy: Toy, change: (hints: Record<string, unknown>) => void) {
  const hint = { idea: "Count.", place: "In loop.ts.", code: ["code.ts#nothing"] };
  const hints = Object.fromEntries(
    promisesOf(`${toy.root}/s03_three`).map((promise) => [promise, { ...hint }]),
  );
  toy.write("s03_three/code.ts", `${toy.read("s03_three/code.ts")}const nothing = 0;\n`);
  change(hints);
  toy.write(FILE, JSON.stringify(hints));
}

const HINTS: Plant[] = [
  [
    "a promise without a hint",
    (toy) => plant(toy, (hints) => delete hints[Object.keys(hints)[0] ?? ""]),
    `${FILE}:1  has no hint for "it is so, 1"`,
    `edit ${FILE}`,
  ],
  [
    "a hint without a promise",
    (toy) => plant(toy, (hints) => Object.assign(hints, { "it flies": Object.values(hints)[0] })),
    `${FILE}:1  has a hint for "it flies", which the spec does not promise`,
    `edit ${FILE}`,
  ],
  [
    "code that is not there",
    (toy) =>
      plant(toy, (hints) =>
        Object.assign(Object.values(hints)[0] ?? {}, { code: ["loop.ts#flies"] }),
      ),
    `${FILE}:1  shows loop.ts#flies, which does not exist`,
    `edit ${FILE}`,
  ],
  [
    "hints of another shape",
    (toy) => toy.write(FILE, '{"a": {"idea": 1}}'),
    `${FILE}:1  cannot be read`,
    "a hint is",
  ],
];

testPlants(HINTS, useToy());
