// course/check/plant · faults planted in a small course: each must be found, with its place and what mends it.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createToy, type Toy } from "./toy.ts";

/** What is planted, a part of the fault's line, and a part of the line that says what mends it. */
export type Plant = [name: string, plant: (toy: Toy) => void, fault: string, mend: string];

/** One small course for all tests of a file, without faults before each test. Returns a function that gives it. */
export function useToy(): () => Toy {
  let toy: Toy | undefined;
  const get = () => {
    if (!toy) throw new Error("The course is made before the first test.");
    return toy;
  };
  beforeAll(async () => {
    toy = await createToy();
  });
  afterEach(async () => {
    await get().git("reset", "--hard", "--quiet", "sound");
    await get().git("clean", "-fdq");
  });
  afterAll(() => get().end());
  return get;
}

/** A test for each planted fault. */
export function testPlants(plants: Plant[], toyOf: () => Toy) {
  test.each(plants)(
    "%s is found, with its place and what mends it",
    async (_, plant, fault, mend) => {
      const toy = toyOf();
      plant(toy);
      const faults = await toy.faults();
      const found = faults.filter((text) => text.includes(fault));
      expect(found.length, faults.join("\n")).toBe(1);
      expect(found[0]?.split("\n    ")[1]).toContain(mend);
    },
  );
}
