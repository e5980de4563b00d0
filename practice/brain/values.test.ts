// practice/brain/values · what is known goes where it belongs, and is valid there.
import { expect, test } from "vitest";
import { readFacts } from "./facts.ts";
import { valueFrom } from "./values.ts";

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };
const number = { type: "number" };

/** What is known after the words and calls with these results. */
function after(words: string, ...done: [name: string, input: unknown, result: string][]) {
  const messages = done.flatMap(([name, input, content], at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `${at}`, name, input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `${at}`, content }] },
  ]);
  return readFacts(
    words,
    { messages: [{ role: "user", content: words }, ...messages] },
    "So it is.",
  );
}

test.each([
  [
    "A person called Bob who is 41 years old",
    object({ name: text, age: number }),
    { name: "Bob", age: 41 },
  ],
  ["My name is Ada.", object({ user_name: text }), { user_name: "Ada" }],
  ["我叫小明", object({ name: text }), { name: "小明" }],
  [
    "The city is Bern, population: 130,000.",
    object({ population: { type: "integer" }, city: text }),
    { population: 130_000, city: "Bern" },
  ],
  ["20 degrees for 3 days", object({ days: number, degrees: number }), { days: 3, degrees: 20 }],
  [
    'tags ["a", "b"], urgent true',
    object({ urgent: { type: "boolean" }, tags: { type: "array", items: text } }),
    { urgent: true, tags: ["a", "b"] },
  ],
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
  [
    "the due date is 2026-03-04",
    object({ dueDate: { ...text, format: "date" } }),
    { dueDate: "2026-03-04" },
  ],
  ["called Bob", object({ name: { ...text, pattern: "^[A-Z]{3}$" } }), { name: "ABC" }],
  ["called Bob", object({ name: { anyOf: [{ type: "null" }, text] } }), { name: "Bob" }],
  [
    "called Bob",
    { ...object({ person: { $ref: "#/$defs/p" } }), $defs: { p: object({ name: text }) } },
    { person: { name: "Bob" } },
  ],
  [
    "Set it to in progress, not low",
    object({ state: { enum: ["pending", "in_progress"] }, level: { enum: ["slow", "low"] } }),
    { state: "in_progress", level: "low" },
  ],
  ["Hello", object({ count: { type: "integer", default: 5 } }), { count: 5 }],
  ["find the cheapest flight", object({ query: text }), { query: "find the cheapest flight" }],
])("%s", (words, schema, value) => {
  expect(valueFrom(schema, words)).toEqual(value);
});

test("a property that is not required is there when it is known, and else is not", () => {
  const schema = object({ name: text, age: number }, []);
  expect(valueFrom(schema, "called Bob")).toEqual({ name: "Bob" });
  expect(valueFrom(schema, "Hello")).toEqual({});
});

test("what calls have brought is used: a file, its path, a list, the fields of a result", () => {
  const file = after("Read a.txt", ["read_file", { path: "a.txt" }, "1\tIt is warm.\n2\t"]);
  expect(valueFrom(object({ file_path: text, content: text, secret: text }), file)).toEqual({
    file_path: "a.txt",
    content: "It is warm.",
    secret: "It is warm.",
  });
  const list = after(
    "What files?",
    ["bash", { command: "ls" }, "a.txt\nb.txt"],
    ["read_file", { path: "a.txt" }, "one\ntwo words"],
  );
  expect(valueFrom(object({ files: { type: "array", items: text }, summary: text }), list)).toEqual(
    {
      files: ["a.txt", "b.txt"],
      summary: "So it is.",
    },
  );
  const result = after("How is Oslo?", [
    "get_weather",
    { city: "Oslo" },
    '{"now": {"temperature_c": 7, "sky": "clear"}}',
  ]);
  expect(
    valueFrom(
      object({ city: text, temperatureC: number, sky: { enum: ["rain", "clear"] } }),
      result,
    ),
  ).toEqual({ city: "Oslo", temperatureC: 7, sky: "clear" });
});

test("a failed call has brought nothing", () => {
  const failed = readFacts("Read a.txt", {
    messages: [
      { role: "user", content: "Read a.txt" },
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "read_file", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "1", content: "no such file", is_error: true },
        ],
      },
    ],
  });
  expect(valueFrom(object({ secret: text }), failed)).toEqual({ secret: "" });
});

test("a schema that refers to itself ends soon, with what is known at its top", () => {
  const node = {
    ...object({ name: text, next: { anyOf: [{ $ref: "#" }, { type: "null" }] } }),
  };
  expect(valueFrom(node, 'called "Bob"')).toEqual({ name: "Bob", next: null });
});
