// practice/brain/values · a value for a JSON schema, from the words of a request where they say one.
import { type Fields, isFields, listOf, ownOf } from "../json/fields.ts";
import { fits, smallestValue } from "../json/schema.ts";

/** What a request says that may be a value; each is used once. */
interface Said {
  words: string;
  quoted: string[];
  numbers: number[];
}

const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|`([^`]+)`/g;

/**
 * A value that is valid for the schema: what the words name (one of some choices, something quoted, a number), and
 * the smallest there is for everything else. Null for a schema that no finite value fits.
 */
export function valueFrom(schema: unknown, words: string): unknown {
  const said: Said = {
    words,
    quoted: [...words.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? ""),
    numbers: [...words.replaceAll(QUOTED, "").matchAll(/-?\d+(?:\.\d+)?/g)].map(Number),
  };
  try {
    const value = filled(schema, smallestValue(schema), said);
    return fits(schema, value) ? value : smallestValue(schema);
  } catch (error) {
    // A schema that no finite value fits: nothing would be right.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** The smallest value, with what was said in its places. */
function filled(schema: unknown, least: unknown, said: Said): unknown {
  if (!isFields(schema)) return least;
  const choices = listOf(schema.enum);
  if (choices.length > 0) return choices.find((choice) => isNamed(choice, said)) ?? least;
  if (typeof least === "string" && schema.type === "string" && schema.format === undefined)
    return fitting(schema, said.quoted) ?? least;
  if (typeof least === "number") return fitting(schema, said.numbers) ?? least;
  if (!isFields(least) || !isFields(schema.properties)) return least;
  const { properties } = schema;
  const parts = Object.entries(least).map(([name, part]) => [
    name,
    filled(ownOf(properties, name), part, said),
  ]);
  return Object.fromEntries(parts);
}

/** Takes the first of some values that is valid. */
function fitting<Value>(schema: Fields, values: Value[]): Value | undefined {
  const at = values.findIndex((value) => fits(schema, value) && isWithin(schema, value));
  return at < 0 ? undefined : values.splice(at, 1)[0];
}

function isWithin({ minimum, maximum, multipleOf }: Fields, value: unknown): boolean {
  if (typeof value !== "number") return true;
  if (typeof minimum === "number" && value < minimum) return false;
  if (typeof multipleOf === "number" && value % multipleOf !== 0) return false;
  return typeof maximum !== "number" || value <= maximum;
}

const isNamed = (choice: unknown, { words }: Said): boolean =>
  typeof choice === "string" && choice !== "" && words.toLowerCase().includes(choice.toLowerCase());
