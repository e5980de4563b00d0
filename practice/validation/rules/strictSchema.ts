// practice/validation/rules/strictSchema · the part of JSON schema that strict tools and output formats may use.
import { type Fields, isFields, listOf, ownOf } from "../../json/fields.ts";
import type { Place } from "../../protocol/ruleError.ts";
import { valueAt } from "./fields.ts";
import type { Checked, Rule } from "./rule.ts";

interface StrictSchema {
  path: string;
  schema: unknown;
}

/** Keywords that strict schemas do not support. Source: the documentation of structured outputs. */
const UNSUPPORTED: Record<string, readonly string[]> = {
  object: ["minProperties", "maxProperties", "patternProperties", "propertyNames"],
  array: ["maxItems", "uniqueItems", "contains", "minContains", "maxContains"],
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** The schemas that a grammar is made of: of the output format, and of tools that are strict. */
function strictSchemas({ fields, tools }: Checked): StrictSchema[] {
  const format = valueAt(fields, "output_config.format.schema");
  const path = "output_config.format.schema";
  const strict = tools.flatMap((tool, index) =>
    tool.strict === true && "input_schema" in tool
      ? [{ path: `tools.${index}.custom`, schema: tool.input_schema }]
      : [],
  );
  return format === undefined ? strict : [{ path, schema: format }, ...strict];
}

const PARTS = ["properties", "$defs", "definitions"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];

/** The schemas directly in a schema. */
function partsOf(schema: Fields): unknown[] {
  const named = PARTS.flatMap((name) => {
    const parts = schema[name];
    return isFields(parts) ? Object.values(parts) : [];
  });
  return [...named, ...LISTS.flatMap((name) => listOf(schema[name])), schema.items];
}

/** A schema and all schemas in it, the outer ones first; however deep it is, without recursion. */
function schemasIn(schema: unknown): Fields[] {
  const found = isFields(schema) ? [schema] : [];
  for (const one of found) {
    for (const part of partsOf(one)) if (isFields(part)) found.push(part);
  }
  return found;
}

const typesOf = ({ type }: Fields): string[] =>
  (Array.isArray(type) ? type : [type]).map((name) => String(name));

type Test = (schema: Fields) => Record<string, string> | boolean;

/** The first schema for which the test is true, or returns words. */
function findSchema(request: Checked, test: Test): Place | undefined {
  for (const { path, schema } of strictSchemas(request)) {
    for (const part of schemasIn(schema)) {
      const found = test(part);
      if (found !== false) return { words: { schema: path, ...(found === true ? {} : found) } };
    }
  }
  return undefined;
}

function unsupportedIn(schema: Fields) {
  for (const type of typesOf(schema)) {
    const words = ownOf(UNSUPPORTED, type) ?? [];
    const used = words.filter((word) => word in schema).sort();
    const names = used.length > 1 ? used.join(", ") : `'${used[0]}'`;
    const subject = used.length > 1 ? `properties ${names} are` : `property ${names} is`;
    if (used.length > 0) return { type, subject };
  }
  return false;
}

const isObject = (schema: Fields): boolean => typesOf(schema).includes("object");

export const strictSchemaRules: Rule[] = [
  {
    id: "strict-schema-open",
    path: "{schema}",
    message: "For 'object' type, 'additionalProperties' must be explicitly set to false",
    source: "seen",
    find: (request) =>
      findSchema(request, (schema) => isObject(schema) && !("additionalProperties" in schema)),
  },
  {
    id: "strict-schema-additional",
    path: "{schema}",
    message:
      "For 'object' type, 'additionalProperties: {value}' is not supported. Please set 'additionalProperties' to false",
    source: "seen",
    find: (request) =>
      findSchema(request, (schema) => {
        const { additionalProperties: more } = schema;
        const value = typeof more === "object" ? "object" : String(more);
        return isObject(schema) && more !== false && { value };
      }),
  },
  {
    id: "strict-schema-words",
    path: "{schema}",
    message: "For '{type}' type, {subject} not supported",
    source: "seen",
    find: (request) => findSchema(request, unsupportedIn),
  },
  {
    id: "strict-schema-min-items",
    path: "{schema}",
    message: "For 'array' type, 'minItems' values other than 0 or 1 are not supported",
    source: "inferred",
    find: (request) =>
      findSchema(
        request,
        (schema) => typesOf(schema).includes("array") && Number(schema.minItems ?? 0) > 1,
      ),
  },
];
