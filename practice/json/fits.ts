// practice/json/fits · whether a value is valid for a JSON schema.
import { isDeeper } from "./depth.ts";
import { type Fields, isFields, listOf, ownOf } from "./fields.ts";
import { hasPattern } from "./patternText.ts";

/** So many parts and characters of a value are made or compared: `$ref` and `minItems` make a short schema ask for endless ones. */
const MOST_STEPS = 100_000;
/** `$ref` that leads deeper than this leads nowhere. */
export const DEEPEST = 64;

/** What is left of the steps of one walk. */
export interface Budget {
  left: number;
}

export const newBudget = (): Budget => ({ left: MOST_STEPS });

/** Takes from a budget; false when it is used up. */
export function take(budget: Budget, steps = 1): boolean {
  budget.left -= steps;
  return budget.left >= 0;
}

/** A place in a schema: in which whole, how deep, and how far the walk may still go. */
export interface Place {
  root: unknown;
  depth: number;
  budget: Budget;
}

/** Whether a value is valid for a JSON schema. `format` is not looked at. */
export function fits(schema: unknown, value: unknown): boolean {
  return isValid(schema, value, { root: schema, depth: 0, budget: newBudget() });
}

/** The same for a part of a schema. */
export function isValid(schema: unknown, value: unknown, { root, depth, budget }: Place): boolean {
  if (!isFields(schema)) return schema !== false;
  if (depth > DEEPEST || !take(budget)) return false;
  const place = { root, depth: depth + 1, budget };
  const inner = (part: unknown) => isValid(part, value, place);
  if (typeof schema.$ref === "string" && !inner(resolve(root, schema.$ref))) return false;
  if (Array.isArray(schema.anyOf) && !schema.anyOf.some(inner)) return false;
  if (Array.isArray(schema.oneOf) && schema.oneOf.filter(inner).length !== 1) return false;
  if (Array.isArray(schema.allOf) && !schema.allOf.every(inner)) return false;
  if ("not" in schema && inner(schema.not)) return false;
  if ("if" in schema && !inner((inner(schema.if) ? schema.then : schema.else) ?? true))
    return false;
  if ("const" in schema && !isSame(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value))) return false;
  if (!isOfType(schema.type, value)) return false;
  if (typeof value === "string") return isText(schema, value);
  if (typeof value === "number") return isInRange(schema, value);
  if (Array.isArray(value)) return isList(schema, value, place);
  return isFields(value) ? isObject(schema, value, place) : true;
}

/** Equal as JSON: the order of properties does not count. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (!isDeeper([one, other]) && canonical(one) === canonical(other));

const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part) =>
    isFields(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

function isOfType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  return types.includes(typeOf(value)) || (types.includes("integer") && Number.isInteger(value));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const isBetween = (size: number, least: unknown, most: unknown): boolean =>
  size >= numberOf(least) && size <= numberOf(most, Infinity);

export const numberOf = (value: unknown, otherwise = 0): number =>
  typeof value === "number" ? value : otherwise;

const isText = ({ minLength, maxLength, pattern }: Fields, value: string): boolean =>
  isBetween([...value].length, minLength, maxLength) &&
  patternsOf(pattern).every((one) => hasPattern(one, value));

/** A schema that was put together from several may have several patterns. */
export const patternsOf = (pattern: unknown): string[] =>
  [pattern].flat().filter((one) => typeof one === "string");

function isInRange(schema: Fields, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return (
    value >= numberOf(minimum, -Infinity) &&
    value <= numberOf(maximum, Infinity) &&
    value > numberOf(exclusiveMinimum, -Infinity) &&
    value < numberOf(exclusiveMaximum, Infinity) &&
    (typeof multipleOf !== "number" || Number.isInteger(value / multipleOf))
  );
}

function isList(schema: Fields, value: unknown[], place: Place): boolean {
  const holds = ({ contains, minContains, maxContains }: Fields) =>
    isBetween(
      value.filter((item) => isValid(contains, item, place)).length,
      minContains ?? 1,
      maxContains,
    );
  return (
    isBetween(value.length, schema.minItems, schema.maxItems) &&
    value.every((item, index) => isValid(itemOf(schema, index) ?? true, item, place)) &&
    (schema.uniqueItems !== true || new Set(value.map(canonical)).size === value.length) &&
    (schema.contains === undefined || holds(schema))
  );
}

/** What the item at an index must be valid for; also by the older way to write tuples. */
export function itemOf(schema: Fields, index: number): unknown {
  const first = listOf(Array.isArray(schema.items) ? schema.items : schema.prefixItems);
  if (index < first.length) return first[index];
  return Array.isArray(schema.items) ? schema.additionalItems : schema.items;
}

function isObject(schema: Fields, value: Fields, place: Place): boolean {
  const names = Object.keys(value);
  const { propertyNames = true, minProperties, maxProperties } = schema;
  return (
    isBetween(names.length, minProperties, maxProperties) &&
    requiredBy(schema, names).every((name) => value[name] !== undefined) &&
    names.every((name) => isValid(propertyNames, name, place)) &&
    Object.entries(value).every(([name, part]) =>
      partsOf(schema, name).every((own) => isValid(own, part, place)),
    ) &&
    Object.entries(fieldsOf(schema.dependentSchemas)).every(
      ([name, own]) => !Object.hasOwn(value, name) || isValid(own, value, place),
    )
  );
}

/** The names that an object must have when it has these. */
export function requiredBy(schema: Fields, names: readonly string[]): string[] {
  const dependent = fieldsOf(schema.dependentRequired);
  const more = names.flatMap((name) => listOf(ownOf(dependent, name)));
  return [...listOf(schema.required), ...more].map(String);
}

/** All schemas that the property of a name must be valid for. */
export function partsOf(schema: Fields, name: string): unknown[] {
  const own = fieldsOf(schema.properties);
  const parts = Object.entries(fieldsOf(schema.patternProperties))
    .filter(([pattern]) => hasPattern(pattern, name))
    .map(([, part]) => part);
  if (Object.hasOwn(own, name)) parts.push(own[name]);
  return parts.length > 0 ? parts : [schema.additionalProperties ?? true];
}

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** What a reference within the same schema means; undefined where there is nothing. */
export function resolve(root: unknown, reference: string): unknown {
  const names = decoded(reference).split("/").slice(1);
  return names
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((part, name) => (isFields(part) ? ownOf(part, name) : undefined), root);
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch (error) {
    // A sign that is not the start of an escape stands for itself.
    if (error instanceof URIError) return reference;
    throw error;
  }
}
