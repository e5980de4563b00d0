// practice/brain/shape · what the input schema of a tool has, and what it asks for.
import { type Fields, isFields, listOf, ownOf } from "../json/fields.ts";

/** The first of these names under which the schema has a property of this type; an integer is a number. */
export function keyOf(
  schema: Fields,
  names: readonly string[],
  type = "string",
): string | undefined {
  const properties = isFields(schema.properties) ? schema.properties : {};
  return names.find((name) => {
    const property = ownOf(properties, name);
    if (!isFields(property)) return false;
    return property.type === type || (type === "number" && property.type === "integer");
  });
}

/** Whether the schema asks for nothing but these properties. */
export const needsOnly = (schema: Fields, known: readonly (string | undefined)[]): boolean =>
  listOf(schema.required).every((name) => known.some((one) => one === name));
