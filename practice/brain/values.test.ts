// practice/brain/values · what was said literally goes where it fits, and is valid there.
import { expect, test } from "vitest";
import { valueFrom } from "./values.ts";

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };
const number = { type: "number" };

test.each([
  [
    'The name is "Bob", and the age is 41.',
    object({ name: text, age: number }),
    { name: "Bob", age: 41 },
  ],
  ["Bern has 130,000", object({ people: { type: "integer" } }), { people: 130_000 }],
  ["The name is Bob", object({ name: text }), { name: "" }],
  [
    'write to "me" and "bob@example.org"',
    object({ email: { ...text, format: "email" }, name: text }),
    { email: "bob@example.org", name: "me" },
  ],
  ["`Bob`", object({ name: { ...text, pattern: "^[A-Z]{3}$" } }), { name: "ABC" }],
  ["「Bob」", object({ name: { anyOf: [{ type: "null" }, text] } }), { name: "Bob" }],
  [
    "“Bob”",
    { ...object({ person: { $ref: "#/$defs/p" } }), $defs: { p: object({ name: text }) } },
    { person: { name: "Bob" } },
  ],
  [
    "Set it to in progress, not low",
    object({ state: { enum: ["pending", "in_progress"] }, level: { enum: ["slow", "low"] } }),
    { state: "in_progress", level: "low" },
  ],
  ["Hello", object({ count: { type: "integer", default: 5 } }), { count: 5 }],
])("%s", (words, schema, value) => {
  expect(valueFrom(schema, words)).toEqual(value);
});

test("a property that is not required is left out", () => {
  expect(valueFrom(object({ name: text }, []), '"Bob"')).toEqual({});
});

test("what calls have brought is a text, or the lines of a list", () => {
  const schema = object({ files: { type: "array", items: text }, note: text });
  const value = valueFrom(schema, "What is here?", ["It is warm.", "a.txt\nb.txt"]);
  expect(value).toEqual({ files: ["a.txt", "b.txt"], note: "It is warm." });
});

test("a schema that refers to itself ends soon, with what is known at its top", () => {
  const node = {
    ...object({ name: text, next: { anyOf: [{ $ref: "#" }, { type: "null" }] } }),
  };
  expect(valueFrom(node, '"Bob"')).toEqual({ name: "Bob", next: null });
});
