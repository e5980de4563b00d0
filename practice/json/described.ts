// practice/json/described · limits that stand in the description of a schema: where SDKs put those that the API does not take.
import { type Fields, isFields } from "./fields.ts";

/** The keywords of each type that SDKs move; as one word, or as the words in it: `minLength`, `min length`. */
const MOVED: Record<string, readonly string[]> = {
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["minItems", "maxItems", "uniqueItems"],
};
const spaced = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `[ _]?${letter.toLowerCase()}`);
const KEYS = Object.values(MOVED).flat();
const ANY_KEY = KEYS.map(spaced).join("|");
const FORMS: ReadonlyMap<string, RegExp> = new Map(
  KEYS.map((key) => [
    key,
    key === "pattern"
      ? new RegExp(
          `\\bpattern: (?:("(?:[^"\\\\]|\\\\.)*")(?=[,}]|$)|(.+?)(?=; (?:${ANY_KEY}|format|not): |\\.?$))`,
          "im",
        )
      : new RegExp(`\\b${spaced(key)}["']?\\s*[:=]\\s*(true|-?\\d+(?:\\.\\d+)?)`, "i"),
  ]),
);

/** The schema with the limits of its descriptions as keywords, where it does not have them. */
export function withDescribed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withDescribed);
  if (!isFields(schema)) return schema;
  const inner = Object.entries(schema).map(([key, part]) => [
    key,
    key === "const" || key === "enum" || key === "default" ? part : withDescribed(part),
  ]);
  return { ...limitsOf(schema), ...Object.fromEntries(inner) };
}

function limitsOf({ description, type }: Fields): Fields {
  if (typeof description !== "string") return {};
  const types = [type].flat().map((name) => (name === "integer" ? "number" : String(name)));
  const keys = types.flatMap((name) => (Object.hasOwn(MOVED, name) ? (MOVED[name] ?? []) : []));
  const found = keys.flatMap((key) => {
    const value = valueIn(key, FORMS.get(key)?.exec(description));
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(found);
}

function valueIn(key: string, found: RegExpExecArray | null | undefined): unknown {
  const [, first, bare] = found ?? [];
  if (key === "pattern") return first === undefined ? bare : readText(first);
  return first === undefined ? undefined : JSON.parse(first);
}

function readText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
