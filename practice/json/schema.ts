// practice/json/schema · the smallest value that a JSON schema accepts, or the nearest to what is known.
import { withDescribed } from "./described.ts";
import { type Fields, isFields, listOf } from "./fields.ts";
import {
  DEEPEST,
  fieldsOf,
  fits,
  isSame,
  isValid,
  itemOf,
  newBudget,
  numberOf,
  type Place,
  partsOf,
  patternsOf,
  requiredBy,
  take,
} from "./fits.ts";
import { sampleOf } from "./formats.ts";
import { waysOf } from "./merge.ts";
import { textsOf } from "./patternText.ts";

export { fits } from "./fits.ts";

/** What is known of a value, by its place: the names and indexes from the root. */
export interface Known {
  /** What the value may be, the best first. */
  guesses(schema: Fields, path: readonly string[]): Iterable<unknown>;
  /** Hears which guess was valid. */
  taken?(value: unknown, path: readonly string[]): void;
}

const NOTHING: Known = { guesses: () => [] };

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown) => typeof value === "number";
const isNames = (value: unknown) =>
  Array.isArray(value) &&
  value.every((name) => typeof name === "string") &&
  new Set(value).size === value.length;
const isTypes = (types: unknown[]) =>
  types.length > 0 && isNames(types) && types.every((name) => TYPES.includes(String(name)));
const isNamed = (value: unknown, isGood = isJsonSchema) =>
  isFields(value) && Object.values(value).every((part) => isGood(part));
const isSchemas = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(isJsonSchema);

/** What draft 2020-12 lets its keywords hold, those of one kind in a line; it has no null in their places. */
const KEYWORDS: readonly [string, (value: unknown) => boolean][] = [
  ["$defs definitions dependentSchemas patternProperties properties", (value) => isNamed(value)],
  ["additionalProperties contains else if items not propertyNames then", isJsonSchema],
  ["contentSchema unevaluatedItems unevaluatedProperties", isJsonSchema],
  ["allOf anyOf oneOf prefixItems", isSchemas],
  ["dependentRequired", (value) => isNamed(value, isNames)],
  ["required", isNames],
  ["enum examples", Array.isArray],
  ["maxContains maxItems maxLength maxProperties", isCount],
  ["minContains minItems minLength minProperties", isCount],
  ["exclusiveMaximum exclusiveMinimum maximum minimum", isNumber],
  ["multipleOf", (value) => isNumber(value) && Number(value) > 0],
  [
    "$comment $id $ref $schema description format pattern title",
    (value) => typeof value === "string",
  ],
  ["deprecated readOnly uniqueItems writeOnly", (value) => typeof value === "boolean"],
  ["type", (value) => isTypes([value].flat())],
];

/** Whether a value is a JSON schema of draft 2020-12: each of its keywords holds what it may. */
export function isJsonSchema(value: unknown): boolean {
  if (!isFields(value)) return typeof value === "boolean";
  return KEYWORDS.every(([names, isGood]) =>
    names.split(" ").every((name) => !(name in value) || isGood(value[name])),
  );
}

/**
 * The smallest value valid for a JSON schema: empty text, 0, false, the first of an enum, only required
 * properties; with what is known in its places. Limits in descriptions count where the schema lets them.
 * Throws when a schema refers to itself without end, cannot be met, or asks for too much.
 */
export function smallestValue(schema: unknown, known: Known = NOTHING): unknown {
  const described = withDescribed(schema);
  try {
    const value = valueFor(described, known);
    if (fits(schema, value)) return value;
  } catch (error) {
    // What a description says may not go together with the schema.
    if (!(error instanceof Error) || isSame(described, schema)) throw error;
  }
  return valueFor(schema, known);
}

/** A recursive schema soon has a value if it has one; those that are not deep are tried first. */
function valueFor(schema: unknown, known: Known): unknown {
  for (const deepest of [8, 16, 32, DEEPEST]) {
    const place = { root: schema, depth: 0, budget: newBudget(), deepest, known, path: [] };
    for (const value of valuesOf(schema, place)) return value;
  }
  throw new Error("The schema has no finite value: it requires itself, or more than there can be.");
}

interface Making extends Place {
  /** Below this depth there is no value. */
  deepest: number;
  known: Known;
  path: readonly string[];
}

/** Values that are valid, what is known first and then from the smallest on. */
function* valuesOf(schema: unknown, making: Making): Generator<unknown> {
  const size = isFields(schema) ? numberOf(schema.minLength) + numberOf(schema.minItems) : 0;
  if (!take(making.budget, 1 + Math.max(0, size)))
    throw new Error("The schema asks for too large a value.");
  if (making.depth > making.deepest) return;
  const { known, path } = making;
  const isGood = (value: unknown) => isValid(schema, value, { ...making, depth: 0 });
  for (const way of waysOf(schema, making)) {
    for (const guess of known.guesses(way, path)) {
      if (!isGood(guess)) continue;
      known.taken?.(guess, path);
      yield guess;
    }
  }
  const inner = { ...making, depth: making.depth + 1 };
  for (const way of waysOf(schema, making))
    for (const value of plainValues(way, inner)) if (isGood(value)) yield value;
}

const belowOf = (making: Making, name: string | number): Making => ({
  ...making,
  path: [...making.path, String(name)],
});

function first<Value>(values: Iterable<Value>): { value: Value } | undefined {
  for (const value of values) return { value };
  return undefined;
}

/** By type; most of them are valid, and the caller looks. */
function* plainValues(schema: Fields, making: Making): Generator<unknown> {
  if ("const" in schema) return yield schema.const;
  if (Array.isArray(schema.enum)) return yield* schema.enum;
  for (const type of typesOf(schema)) {
    if (type === "null") yield null;
    if (type === "boolean") yield* [false, true];
    if (type === "string") yield* texts(schema);
    if (type === "number" || type === "integer") yield* numbers(schema, type === "integer");
    if (type === "array") yield* lists(schema, making);
    if (type === "object") yield* objects(schema, making);
  }
}

/** The types of a schema; where it names none, the one that its other keywords are about. */
function typesOf(schema: Fields): string[] {
  if (schema.type !== undefined) return [schema.type].flat().map(String);
  const has = (...keys: string[]) => keys.some((key) => key in schema);
  if (has("properties", "required", "minProperties")) return ["object"];
  if (has("items", "prefixItems", "minItems", "contains")) return ["array"];
  if (has("pattern", "format", "minLength")) return ["string"];
  if (has("minimum", "exclusiveMinimum", "multipleOf", "maximum")) return ["number"];
  return ["null", "boolean", "number", "string", "array", "object"];
}

/** As many as there may be in a list without equal items, and more than that. */
const MANY = 100;

function* texts(schema: Fields): Generator<string> {
  const least = numberOf(schema.minLength);
  const most = numberOf(schema.maxLength, Infinity);
  const sample = sampleOf(schema.format);
  if (sample !== undefined) yield sample;
  const patterns = patternsOf(schema.pattern);
  if (patterns.length > 1) yield* joined(patterns, most);
  for (const pattern of patterns) yield* textsOf(pattern, least, most);
  yield "x".repeat(least);
  for (let count = 1; count < MANY; count++) yield String(count).padStart(least, "x");
}

/** A text of each pattern side by side, in each order. */
function* joined(patterns: string[], most: number): Generator<string> {
  const pieces = patterns.slice(0, 4).map((one) => first(textsOf(one, 0, most))?.value ?? "");
  for (const order of orders(pieces)) yield order.join("");
}

function orders(pieces: string[]): string[][] {
  if (pieces.length < 2) return [pieces];
  return pieces.flatMap((piece, at) =>
    orders(pieces.toSpliced(at, 1)).map((others) => [piece, ...others]),
  );
}

/** 0 where it is allowed, else from the allowed number nearest to it on. */
function* numbers(schema: Fields, isWhole: boolean): Generator<number> {
  const step = numberOf(schema.multipleOf, isWhole ? 1 : 0.5);
  const bound = (one: unknown, other: unknown, end: number) => [
    numberOf(one, end),
    numberOf(other, end),
  ];
  const low = Math.max(...bound(schema.minimum, schema.exclusiveMinimum, -Infinity));
  const high = Math.min(...bound(schema.maximum, schema.exclusiveMaximum, Infinity));
  const start = low > 0 ? Math.ceil(low / step) : high < 0 ? Math.floor(high / step) : 0;
  for (let count = 0; count < MANY; count++) {
    if (high >= 0) yield (start + count) * step;
    if (low <= 0) yield (start - count) * step + 0;
  }
  yield* [low, high, (low + high) / 2].filter(Number.isFinite);
}

function* lists(schema: Fields, making: Making): Generator<unknown[]> {
  const held = schema.contains === undefined ? 0 : numberOf(schema.minContains, 1);
  const least = Math.max(numberOf(schema.minItems), held);
  const most = Math.min(numberOf(schema.maxItems, Infinity), least + MANY);
  for (let size = least; size <= most; size++) {
    const list = listFor(schema, { size, held }, making);
    if (list === undefined) return;
    yield list;
  }
}

function listFor(
  schema: Fields,
  { size, held }: { size: number; held: number },
  making: Making,
): unknown[] | undefined {
  const list: unknown[] = [];
  const seen = new Set<unknown>();
  for (let index = 0; index < size; index++) {
    const own = itemOf(schema, index) ?? true;
    const item = index < held ? { allOf: [own, schema.contains] } : own;
    const found = first(itemsFor(item, belowOf(making, index), schema.uniqueItems ? seen : []));
    if (found === undefined) return undefined;
    list.push(found.value);
    seen.add(found.value);
  }
  return list;
}

/** The valid items that are none of those. */
function* itemsFor(item: unknown, making: Making, others: Iterable<unknown>): Generator<unknown> {
  for (const value of valuesOf(item, making))
    if (![...others].some((other) => isSame(other, value))) yield value;
}

function* objects(schema: Fields, making: Making): Generator<Fields> {
  const partOf = (name: string) => {
    const parts = partsOf(schema, name);
    return parts.length === 1 ? parts[0] : { allOf: parts };
  };
  const values = (name: string) => valuesOf(partOf(name), belowOf(making, name));
  const needed = requiredBy(schema, requiredBy(schema, []));
  const object = objectFor(schema, needed, values);
  if (object === undefined) return;
  yield object;
  yield* changed(object, values);
}

function objectFor(
  schema: Fields,
  names: string[],
  values: (name: string) => Iterable<unknown>,
): Fields | undefined {
  const parts = new Map<string, unknown>();
  const add = (name: string): boolean => {
    const found = parts.has(name) ? undefined : first(values(name));
    if (found !== undefined) parts.set(name, found.value);
    return parts.has(name);
  };
  if (!names.every(add)) return undefined;
  const least = numberOf(schema.minProperties);
  for (const name of moreNames(schema)) {
    if (parts.size >= least) break;
    add(name);
  }
  return Object.fromEntries(parts);
}

/** Names that an object may have beside those it must have. */
function* moreNames(schema: Fields): Generator<string> {
  yield* Object.keys(fieldsOf(schema.properties));
  for (const pattern of Object.keys(fieldsOf(schema.patternProperties)))
    yield* textsOf(pattern, 0, Infinity);
  if (schema.propertyNames !== undefined)
    yield* texts({ ...fieldsOf(schema.propertyNames), minLength: 1 });
  const { enum: names } = fieldsOf(schema.propertyNames);
  yield* listOf(names).map(String);
  for (let count = 0; count < MANY; count++) yield `x${count}`;
}

/** The object with another value in one of its places. */
function* changed(object: Fields, values: (name: string) => Iterable<unknown>): Generator<Fields> {
  for (const name of Object.keys(object)) {
    let count = 0;
    for (const value of values(name)) {
      if (count++ > MANY) break;
      if (!isSame(value, object[name])) yield { ...object, [name]: value };
    }
  }
}
