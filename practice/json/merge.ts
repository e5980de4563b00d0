// practice/json/merge · a schema with choices in it as schemas without: each is a way to be valid.

import { type Fields, isFields, listOf } from "./fields.ts";
import { DEEPEST, fieldsOf, numberOf, type Place, patternsOf, resolve } from "./fits.ts";

/** The ways to be valid, the simplest first, each without `$ref`, `allOf`, `anyOf`, `oneOf` and conditions at its top. */
export function* waysOf(schema: unknown, place: Place): Generator<Fields> {
  if (!isFields(schema)) {
    if (schema !== false) yield {};
    return;
  }
  if (place.depth > DEEPEST) return;
  const inner = { ...place, depth: place.depth + 1 };
  const { $ref, allOf, anyOf, oneOf, if: condition, then: met, else: unmet, ...own } = schema;
  const choices: unknown[][] = [];
  if (typeof $ref === "string") choices.push([resolve(place.root, $ref)]);
  for (const part of listOf(allOf)) choices.push([part]);
  for (const list of [anyOf, oneOf]) if (Array.isArray(list)) choices.push(simplestFirst(list));
  if (condition !== undefined)
    choices.push([unmet ?? true, { allOf: [condition, met ?? true] }, met ?? true]);
  yield* combined(own, choices, inner);
}

function* combined(own: Fields, choices: unknown[][], place: Place): Generator<Fields> {
  const [first, ...rest] = choices;
  if (first === undefined) {
    yield own;
    return;
  }
  for (const choice of first)
    for (const way of waysOf(choice, place)) yield* combined(merged(own, way), rest, place);
}

/** A choice without parts ends a recursive schema soonest. */
function simplestFirst(choices: unknown[]): unknown[] {
  const isSimple = (choice: unknown) =>
    isFields(choice) && !("$ref" in choice) && !("required" in choice);
  return [...choices.filter(isSimple), ...choices.filter((choice) => !isSimple(choice))];
}

type Join = (one: unknown, other: unknown) => unknown;

const least: Join = (one, other) => Math.max(numberOf(one, -Infinity), numberOf(other, -Infinity));
const most: Join = (one, other) => Math.min(numberOf(one, Infinity), numberOf(other, Infinity));
const both: Join = (one, other) => ({ allOf: [one, other] });
const common: Join = (one, other) => {
  const [left, right] = [one, other].map((list) => (Array.isArray(list) ? list : [list]));
  const isIn = (value: unknown) =>
    right?.includes(value) || (value === "integer" && right?.includes("number"));
  const found = left?.filter(isIn) ?? [];
  return right?.includes("integer") && left?.includes("number") && !found.includes("integer")
    ? [...found, "integer"]
    : found;
};
const named: Join = (one, other) => {
  const [left, right] = [fieldsOf(one), fieldsOf(other)];
  const more = Object.entries(right).map(([name, part]) => [
    name,
    Object.hasOwn(left, name) ? both(left[name], part) : part,
  ]);
  return { ...left, ...Object.fromEntries(more) };
};

/** How two values of one keyword become one that is as strict as both. */
const JOINS: Record<string, Join> = {
  additionalProperties: both,
  contains: both,
  enum: common,
  exclusiveMaximum: most,
  exclusiveMinimum: least,
  items: both,
  maxItems: most,
  maxLength: most,
  maxProperties: most,
  maximum: most,
  minItems: least,
  minLength: least,
  minProperties: least,
  minimum: least,
  pattern: (one, other) => [...patternsOf(one), ...patternsOf(other)],
  patternProperties: named,
  properties: named,
  propertyNames: both,
  required: (one, other) => [...new Set([...listOf(one), ...listOf(other)])],
  type: common,
};

/** Two schemas as one; for a keyword without a rule of its own the second counts, and what is made is checked against both. */
function merged(one: Fields, other: Fields): Fields {
  const whole = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const join = Object.hasOwn(JOINS, key) && Object.hasOwn(one, key) ? JOINS[key] : undefined;
    whole[key] = join ? join(one[key], value) : value;
  }
  return whole;
}
