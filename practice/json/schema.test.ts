// practice/json/schema · the smallest value is valid for the schema it was made from.
import { expect, test } from "vitest";
import { z } from "zod";
import { fits, smallestValue } from "./schema.ts";

const node: z.ZodType = z.object({
  name: z.string(),
  get next() {
    return node.nullable();
  },
});

test.each([
  ["text of a least length", z.string().min(3)],
  ["an enum", z.enum(["a", "b"])],
  ["a literal", z.literal("x")],
  ["a union", z.union([z.object({ a: z.number() }), z.number()])],
  ["a nullable", z.object({ a: z.string().nullable() })],
  ["an optional field", z.object({ a: z.string().optional(), b: z.boolean() })],
  ["whole numbers in a range", z.tuple([z.int().min(3).max(9), z.int().max(-4), z.int()])],
  [
    "a number above a limit",
    z.object({ a: z.number().gt(2.2), b: z.number().lt(-1), c: z.int().gt(4) }),
  ],
  ["a multiple", z.number().multipleOf(5).min(7)],
  ["a list with a least length", z.array(z.object({ id: z.int().positive() })).min(2)],
  ["an intersection", z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() }))],
  ["a record", z.record(z.string(), z.number())],
  ["a recursive type", node],
])("%s", (_, schema) => {
  const value = smallestValue(z.toJSONSchema(schema));
  expect(schema.safeParse(value)).toMatchObject({ success: true });
});

test("only what is required is filled in", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "array" } },
    required: ["b"],
  };
  expect(smallestValue(schema)).toEqual({ b: [] });
});

test("a schema that requires itself without end is refused", () => {
  const schema = { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] };
  expect(() => smallestValue(schema)).toThrow("no finite value");
});

/** Each of its 30 definitions needs the next one twice. */
const doubling = (word: "required" | "anyOf") => {
  const definition = (at: number) => {
    const $ref = `#/$defs/d${at + 1}`;
    if (at === 30) return { type: "string", const: "x" };
    if (word === "anyOf") return { anyOf: [{ $ref }, { $ref }] };
    return { type: "object", properties: { a: { $ref }, b: { $ref } }, required: ["a", "b"] };
  };
  const names = Array.from({ length: 31 }, (_, at) => [`d${at}`, definition(at)]);
  return { $ref: "#/$defs/d0", $defs: Object.fromEntries(names) };
};

test.each([
  ["doubles", doubling("required")],
  ["wants a billion items", { type: "array", items: {}, minItems: 1e9 }],
  [
    "wants lists of lists",
    { type: "array", minItems: 1e3, items: { type: "array", minItems: 1e3 } },
  ],
  ["wants a billion characters", { type: "string", minLength: 1e9 }],
  ["wants endless characters", { type: "string", minLength: Number.POSITIVE_INFINITY }],
])("a schema that %s is refused as too large", (_, schema) => {
  expect(() => smallestValue(schema)).toThrow("too large a value");
});

test("a value is not compared with a schema for ever", () => {
  expect(fits(doubling("anyOf"), "y")).toBe(false);
  expect(fits(doubling("anyOf"), "x")).toBe(true);
});

test("a value fits a schema or it does not", () => {
  const node = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
  const rows: [schema: unknown, fit: unknown[], other: unknown[]][] = [
    [true, [1], []],
    [false, [], [1]],
    [{ type: "string", minLength: 1, maxLength: 2 }, ["a"], ["", "abc", 1, null]],
    [{ type: ["integer", "null"] }, [1, null], [1.5, "1"]],
    [{ enum: ["a", 1] }, ["a", 1], ["b"]],
    [{ const: "a" }, ["a"], ["b"]],
    [{ items: { type: "number" }, minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3], ["a"]]],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, ["a", null], [1]],
    [{ allOf: [{ type: "string" }, { minLength: 2 }] }, ["ab"], ["a", 1]],
    [{ type: "object", required: ["a"] }, [{ a: 1, b: 2 }], [{ b: 2 }, [], null]],
    [node, [{}, { next: { next: {} } }], [{ last: 1 }, { next: { last: 1 } }, { next: 1 }]],
    [{ $ref: "#" }, [], [1]],
  ];
  for (const [schema, fit, other] of rows) {
    for (const value of fit)
      expect([schema, value, fits(schema, value)]).toEqual([schema, value, true]);
    for (const value of other)
      expect([schema, value, fits(schema, value)]).toEqual([schema, value, false]);
  }
});
