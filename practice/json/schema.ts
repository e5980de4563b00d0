// practice/json/schema · the smallest value that a JSON schema accepts.
import { type Fields, isFields } from "./fields.ts";

/** So many parts and characters of a value are made or compared: `$ref` and `minItems` make a short schema ask for endless ones. */
const MOST_STEPS = 100_000;

/** What is left of the steps of one walk. */
interface Budget {
  left: number;
}

/** Takes from a budget; false when it is used up. */
function take(budget: Budget, steps = 1): boolean {
  budget.left -= steps;
  return budget.left >= 0;
}

/**
 * The smallest value valid for a JSON schema: empty text, 0, false, the first of an enum, only required
 * properties. `pattern` is not looked at. Throws when a schema refers to itself without end, or asks for too much.
 */
export function smallestValue(schema: unknown): unknown {
  return smallest(schema, { root: schema, depth: 0, budget: { left: MOST_STEPS } });
}

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** Whether a value can be read as a JSON schema: the keywords that hold types, schemas and names do. */
export function isJsonSchema(value: unknown): boolean {
  if (typeof value === "boolean") return true;
  if (!isFields(value)) return false;
  const { type = [], items = true, enum: choices = [] } = value;
  const properties = value.properties ?? {};
  const required = value.required ?? [];
  const types = Array.isArray(type) ? type : [type];
  return (
    types.every((name) => TYPES.includes(String(name))) &&
    isFields(properties) &&
    Object.values(properties).every(isJsonSchema) &&
    isJsonSchema(items) &&
    Array.isArray(required) &&
    required.every((name) => typeof name === "string") &&
    Array.isArray(choices)
  );
}

function smallest(schema: unknown, place: Place): unknown {
  const { root, depth, budget } = place;
  if (depth > 64) throw new Error("The schema has no finite value: it requires itself.");
  const size = isFields(schema) ? numberOf(schema.minLength) + numberOf(schema.minItems) : 0;
  if (!take(budget, 1 + Math.max(0, size)))
    throw new Error("The schema asks for too large a value.");
  if (!isFields(schema)) return null;
  const inner = (part: unknown) => smallest(part, { root, depth: depth + 1, budget });
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (typeof schema.$ref === "string") return inner(resolve(root, schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return inner(simplest(choices));
  if (Array.isArray(schema.allOf)) return inner(merge(schema));
  return smallestOfType(schema, inner);
}

function smallestOfType(schema: Fields, inner: (part: unknown) => unknown): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string")
    return FORMATS[String(schema.format)] ?? "x".repeat(numberOf(schema.minLength));
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return smallestNumber(schema, type === "integer");
  if (type === "array")
    return Array.from({ length: numberOf(schema.minItems) }, (_, index) =>
      inner(itemOf(schema, index)),
    );
  if (type === "object" || isFields(schema.properties)) return smallestObject(schema, inner);
  return null;
}

/** A text for each format that the API knows. Source: the API's documentation, structured outputs. */
const FORMATS: Record<string, string> = {
  "date-time": "2026-01-01T00:00:00Z",
  time: "00:00:00Z",
  date: "2026-01-01",
  duration: "PT0S",
  email: "a@example.com",
  hostname: "example.com",
  uri: "https://example.com",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function smallestObject(schema: Fields, inner: (part: unknown) => unknown): Fields {
  const properties = isFields(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    required.map((name) => [String(name), inner(properties[String(name)])]),
  );
}

/** 0 where it is allowed, else the allowed number nearest to it. */
function smallestNumber(schema: Fields, whole: boolean): number {
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : whole ? 1 : 0.5;
  const above = numberOf(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY) + step;
  const below = numberOf(schema.exclusiveMaximum, Number.POSITIVE_INFINITY) - step;
  const least = Math.max(numberOf(schema.minimum, Number.NEGATIVE_INFINITY), above);
  const most = Math.min(numberOf(schema.maximum, Number.POSITIVE_INFINITY), below);
  if (least > 0) return Math.ceil(least / step) * step;
  return most < 0 ? Math.floor(most / step) * step : 0;
}

const numberOf = (value: unknown, otherwise = 0): number =>
  typeof value === "number" ? value : otherwise;

const itemOf = (schema: Fields, index: number): unknown =>
  (Array.isArray(schema.prefixItems) && schema.prefixItems[index]) || schema.items;

/** A choice without parts ends a recursive schema soonest. */
const simplest = (choices: unknown[]): unknown =>
  choices.find((choice) => isFields(choice) && !("$ref" in choice) && !("required" in choice)) ??
  choices[0];

function merge({ allOf, ...own }: Fields): Fields {
  const parts = (Array.isArray(allOf) ? allOf : []).filter(isFields);
  const properties = [own, ...parts].map((part) => part.properties).filter(isFields);
  const required = [own, ...parts].flatMap((part) =>
    Array.isArray(part.required) ? part.required : [],
  );
  return Object.assign({}, ...parts, own, {
    properties: Object.assign({}, ...properties),
    required,
  });
}

function resolve(root: unknown, reference: string): unknown {
  const names = reference.split("/").slice(1);
  const decoded = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return decoded.reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), root);
}

/** Whether a value is valid for a JSON schema. `pattern`, `format` and the bounds of numbers are not looked at. */
export function fits(schema: unknown, value: unknown): boolean {
  return fitting(schema, value, { root: schema, depth: 0, budget: { left: MOST_STEPS } });
}

/** A place in a schema: in which whole, how deep, and how far the walk may still go. */
interface Place {
  root: unknown;
  depth: number;
  budget: Budget;
}

function fitting(schema: unknown, value: unknown, { root, depth, budget }: Place): boolean {
  if (!isFields(schema)) return schema !== false;
  if (depth > 64 || !take(budget)) return false;
  const place = { root, depth: depth + 1, budget };
  const inner = (part: unknown) => fitting(part, value, place);
  if (typeof schema.$ref === "string") return inner(resolve(root, schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && !choices.some(inner)) return false;
  if (Array.isArray(schema.allOf) && !schema.allOf.every(inner)) return false;
  if ("const" in schema && schema.const !== value) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? typeOf(value)];
  if (!types.includes(typeOf(value)) && !(types.includes("integer") && Number.isInteger(value)))
    return false;
  return partsFit(schema, value, place);
}

function partsFit(schema: Fields, value: unknown, place: Place): boolean {
  if (typeof value === "string") return isWithin(value.length, schema.minLength, schema.maxLength);
  if (Array.isArray(value))
    return (
      isWithin(value.length, schema.minItems, schema.maxItems) &&
      value.every((item, index) => fitting(itemOf(schema, index), item, place))
    );
  if (!isFields(value)) return true;
  const properties = isFields(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return (
    required.every((name) => value[String(name)] !== undefined) &&
    Object.entries(value).every(([name, part]) =>
      fitting(properties[name] ?? schema.additionalProperties, part, place),
    )
  );
}

const isWithin = (length: number, least: unknown, most: unknown): boolean =>
  length >= numberOf(least) && length <= numberOf(most, Number.POSITIVE_INFINITY);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
