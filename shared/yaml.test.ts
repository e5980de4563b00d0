import { expect, test } from "vitest";
import { parseYaml } from "./yaml.ts";

test("mappings, lists, JSON and a list as Python prints it are read", () => {
  expect(parseYaml("name: a\ntags:\n  - b\n  - c\nnote: |\n  why? - because: [it] is\n")).toEqual({
    name: "a",
    tags: ["b", "c"],
    note: "why? - because: [it] is\n",
  });
  const plan = Array.from({ length: 20 }, (_, at) => ({
    content: `step ${at}`,
    status: "pending",
  }));
  expect(parseYaml(JSON.stringify(plan))).toEqual(plan);
  expect(parseYaml("[{'content': 'b', 'status': 'pending'}]")).toHaveLength(1);
  expect(parseYaml(Array.from({ length: 300 }, (_, at) => `- ${at}\n`).join(""))).toHaveLength(300);
});

/** From some 700 values in each other on, Node may end with "RegExpCompiler Allocation failed", which nothing catches. */
test.each(["{", "[", "? ", "- ", "{? ", "- ? ", "[\n"])(
  "what would end the program or take minutes is refused at once: %j again and again",
  (sign) => {
    const started = performance.now();
    for (const count of [400, 2500])
      expect(() => parseYaml(sign.repeat(count))).toThrow("more than 100 brackets");
    expect(performance.now() - started).toBeLessThan(5000);
  },
);

test("a long text is refused, and so is an alias", () => {
  expect(() => parseYaml(`a: "${"x".repeat(8000)}"`)).toThrow("longer than 8000 characters");
  expect(() => parseYaml("a: &x [1]\nb: [*x, *x]")).toThrow();
});
