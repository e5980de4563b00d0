// practice/brain/values · what is known goes where it belongs, and is valid there.
import { expect, test } from "vitest";
import { readFacts, valueFrom } from "./values.ts";

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };
const number = { type: "number" };

/** What is known after the words and calls with these results. */
function after(words: string, ...done: [result: string, isError?: boolean][]) {
  const messages = done.flatMap(([content, is_error = false], at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `${at}`, name: "bash", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `${at}`, content, is_error }] },
  ]);
  return readFacts(words, { messages: [{ role: "user", content: words }, ...messages] });
}

test.each([
  [
    "The name is Bob, and the age is 41.",
    object({ name: text, age: number }),
    { name: "Bob", age: 41 },
  ],
  [
    "The city is Bern, population: 130,000.",
    object({ population: { type: "integer" }, city: text }),
    { population: 130_000, city: "Bern" },
  ],
  ["named 'x', urgent true", object({ urgent: { type: "boolean" } }), { urgent: true }],
  [
    "write to bob@example.org",
    object({ email: { ...text, format: "email" } }),
    { email: "a@example.com" },
  ],
  [
    "the email is bob@example.org",
    object({ email: { ...text, format: "email" } }),
    { email: "bob@example.org" },
  ],
  ["name Bob", object({ name: { ...text, pattern: "^[A-Z]{3}$" } }), { name: "ABC" }],
  ["name Bob", object({ name: { anyOf: [{ type: "null" }, text] } }), { name: "Bob" }],
  [
    "name Bob",
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

test("a property that is not required is there when it is said, and else is not", () => {
  const schema = object({ name: text, age: number }, []);
  expect(valueFrom(schema, "name Bob")).toEqual({ name: "Bob" });
  expect(valueFrom(schema, "Hello")).toEqual({});
});

test("what calls have brought is a text, or the lines of a list; a failed call has brought nothing", () => {
  const known = after("What is here?", ["a.txt\nb.txt"], ["It is warm."], ["no such file", true]);
  const schema = object({ files: { type: "array", items: text }, note: text });
  expect(valueFrom(schema, known)).toEqual({ files: ["a.txt", "b.txt"], note: "It is warm." });
});

test("a schema that refers to itself ends soon, with what is known at its top", () => {
  const node = {
    ...object({ name: text, next: { anyOf: [{ $ref: "#" }, { type: "null" }] } }),
  };
  expect(valueFrom(node, '"Bob"')).toEqual({ name: "Bob", next: null });
});
