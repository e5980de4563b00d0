// practice/json/schema · of many random schemas each gets a value that another implementation takes, too.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { valueFrom } from "../brain/values.ts";
import type { Fields } from "./fields.ts";
import { fits, isJsonSchema, smallestValue } from "./schema.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

/** Most of the time goes to the other implementation, which makes code of each schema. */
const RUNS = process.env.TEST_DEPTH === undefined ? 150 : 1200;

const PATTERNS = [
  "^[a-z]+$",
  "^\\d{3}-\\d{4}$",
  "^task_[0-9a-f]{8}$",
  "^(?=.*[A-Z])(?=.*\\d).{8,}$",
  "^(foo|bar)+baz?$",
  "^(?!admin)[a-z]{3,}$",
  "\\bcat\\b",
  "^#[0-9a-fA-F]{6}$",
  "^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$",
  "^\\p{Lu}",
  "[.!?]$",
  "^[\\w./-]+\\.ts$",
];
const NAMES = ["name", "age", "city", "tags", "id", "file_path", "items", "next"];
const size = fc.nat({ max: 3 });
const integer = fc.integer({ min: -20, max: 20 });

const range = (least: string, most: string, low: number, more: number): Fields => ({
  [least]: low,
  [most]: low + more,
});

const text = fc.oneof(
  fc
    .tuple(size, size)
    .map(([low, more]) => ({ type: "string", ...range("minLength", "maxLength", low, more) })),
  fc.constantFrom(...PATTERNS).map((pattern) => ({ type: "string", pattern })),
  fc
    .nat({ max: 14 })
    .map((minLength) => ({ type: "string", pattern: "^[a-z][a-z ]*$", minLength })),
  fc.constantFrom("date", "email", "uri").map((format) => ({ type: "string", format })),
);
const number = fc.oneof(
  fc
    .tuple(integer, size)
    .map(([low, more]) => ({ type: "integer", ...range("minimum", "maximum", low, more) })),
  fc.tuple(integer, size).map(([low, more]) => ({
    type: "number",
    ...range("exclusiveMinimum", "exclusiveMaximum", low, more + 0.5),
  })),
  fc
    .tuple(integer, fc.constantFrom(0.1, 0.25, 2, 3, 7))
    .map(([minimum, multipleOf]) => ({ type: "number", minimum, multipleOf })),
  fc
    .tuple(integer, fc.constantFrom(2, 5))
    .map(([maximum, multipleOf]) => ({ type: "integer", maximum, multipleOf })),
);
const plain = fc.oneof(
  text,
  number,
  fc.constantFrom<Fields[]>(
    { type: "boolean" },
    { type: "null" },
    { type: ["integer", "null"] },
    {},
  ),
  fc.constantFrom("a", 1, null, true, { a: [1] }).map((value) => ({ const: value })),
  fc
    .uniqueArray(fc.constantFrom("low", "high", 3, null), { minLength: 1 })
    .map((choices) => ({ enum: choices })),
  fc.constantFrom(["string", "null"], ["number"]).map((types) => ({ not: { type: types } })),
);

const { schema } = fc.letrec<{ schema: Fields; object: Fields }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    plain,
    tie("object"),
    fc.tuple(tie("schema"), size, size).map(([items, low, more]) => ({
      type: "array",
      items,
      ...range("minItems", "maxItems", low, more),
    })),
    fc.tuple(number, size).map(([items, minItems]) => ({
      type: "array",
      items,
      minItems: Math.min(minItems, 1),
      uniqueItems: true,
    })),
    fc.tuple(text, size).map(([items, minItems]) => ({
      type: "array",
      items: { anyOf: [items, { type: "integer" }] },
      minItems,
      uniqueItems: true,
    })),
    fc.tuple(tie("schema"), tie("schema")).map(([one, other]) => ({
      type: "array",
      prefixItems: [one, other],
      items: false,
      minItems: 2,
    })),
    fc
      .tuple(plain, size)
      .map(([contains, minContains]) => ({ type: "array", contains, minContains })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((choices) => ({ anyOf: choices })),
    fc.tuple(text, number).map((choices) => ({ oneOf: choices })),
    fc
      .tuple(tie("object"), tie("object"))
      .map(([one, other]) => ({
        allOf: [one, { properties: { more: other }, required: ["more"] }],
      }))
      .map(open),
    tie("object").map((then) => ({
      if: { type: "object" },
      then,
      else: { type: "integer", minimum: 3 },
    })),
  ),
  object: fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), { maxKeys: 3 }),
      additionalProperties: fc.option(fc.oneof(fc.boolean(), plain), { nil: undefined }),
      minProperties: fc.option(size, { nil: undefined }),
      rest: fc.boolean(),
    })
    .map(({ properties, additionalProperties, minProperties, rest }) => {
      const names = Object.keys(properties);
      const isClosed = additionalProperties === false;
      return {
        type: "object",
        properties,
        required: rest ? names : names.slice(1),
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
        ...(minProperties === undefined
          ? {}
          : { minProperties: isClosed ? Math.min(minProperties, names.length) : minProperties }),
      };
    }),
}));

/** Both parts of an allOf see all properties, so neither may be closed to those of the other. */
function open(schema: Fields): Fields {
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  const opened = parts.map(({ additionalProperties: _, ...part }) => part);
  return { ...schema, allOf: opened };
}

/** A tree, whose nodes have the value. */
const asTree = (own: Fields): Fields => ({
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      properties: {
        value: own,
        next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
        children: { type: "array", items: { $ref: "#/$defs/node" }, maxItems: 2 },
      },
      required: ["value", "next", "children"],
      additionalProperties: false,
    },
  },
});

const whole = fc.oneof(
  { weight: 9, arbitrary: schema },
  { weight: 1, arbitrary: schema.map(asTree) },
);

/** Takes ajv's word. */
const judgeOf = (own: Fields) => {
  const judge = ajv.compile(own);
  return (value: unknown): boolean => judge(value) === true;
};

const WORDS =
  'Take "ab.ts" and "Cat", called Bob, age 7 in Bern, with tags ["x", "y"] and 12 items.';

test(`${RUNS} random schemas each get a value that is valid, and no value is taken for valid that is not`, () => {
  const seen = fc.sample(whole, { numRuns: RUNS, seed: 28 });
  const wrong: unknown[] = [];
  for (const own of seen) {
    const isTaken = judgeOf(own);
    for (const words of ["", WORDS]) {
      const value = valueFrom(own, words);
      if (!isTaken(value)) wrong.push({ own, value, words });
    }
    const value = smallestValue(own);
    if (!isTaken(value)) wrong.push({ own, value });
    for (const other of [value, null, "", "cat.", 0, 7, [], ["a"], {}, { name: "a" }])
      if (fits(own, other) !== isTaken(other)) wrong.push({ own, other, fits: fits(own, other) });
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(wrong).toHaveLength(0);
});

/** Keywords of all kinds, those of this draft and of older ones. */
const KEYWORDS =
  "$defs additionalProperties anyOf const contains default dependentRequired deprecated description enum exclusiveMinimum if items maxItems minLength multipleOf not patternProperties prefixItems properties required title type unevaluatedProperties uniqueItems";
const held = fc.constantFrom<unknown[]>(
  ...[null, true, 0, 0.5, -1, 2, "string", "a", {}, { a: null }, { a: {} }, { a: ["b"] }, [], [{}]],
  ...[["a"], ["a", "a"], ["string", "null"], ["string", null], { type: "text" }],
);

test("what is a schema of draft 2020-12 is decided as its own schema does", () => {
  const isSchema = ajv.getSchema("https://json-schema.org/draft/2020-12/schema");
  const part = fc.dictionary(fc.constantFrom(...KEYWORDS.split(" ")), held, { maxKeys: 2 });
  const seen = fc.sample(
    fc.oneof(
      part,
      part.map((own) => ({ items: { not: own } })),
      schema,
    ),
    {
      numRuns: 5 * RUNS,
      seed: 29,
    },
  );
  expect(seen.filter((own) => isJsonSchema(own) !== isSchema?.(own))).toEqual([]);
  expect(seen.filter((own) => isJsonSchema(own)).length).toBeGreaterThan(RUNS);
});
