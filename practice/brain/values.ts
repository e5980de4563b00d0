// practice/brain/values · the smallest value for a JSON schema, with what was said literally and what calls brought.
import type { Fields } from "../json/fields.ts";
import { isOfFormat } from "../json/formats.ts";
import { smallestValue } from "../json/schema.ts";

/**
 * A value that is valid for the schema: the choices that the words name, what is quoted and numbers, its default, what
 * calls brought, the last first, and the smallest there is for everything else. Null for a schema that no finite value fits.
 */
export function valueFrom(schema: unknown, words: string, results: string[] = []): unknown {
  try {
    return smallestValue(schema, knownFrom(words, results));
  } catch (error) {
    // A schema that no finite value fits: nothing would be right.
    if (error instanceof Error) return null;
    throw error;
  }
}

const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|`([^`]+)`/g;
const NUMBER = /-?\d+(?:,\d{3})*(?:\.\d+)?/g;

/** What is quoted and what is a number is used once each, in the order of the properties. */
function knownFrom(words: string, results: string[]) {
  const quotes = [...words.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean));
  const digits = words.replaceAll(QUOTED, "").match(NUMBER) ?? [];
  const said: unknown[] = [...quotes, ...digits.map((one) => Number(one.replaceAll(",", "")))];
  /** By the place that uses it; a place that is tried again has the same. */
  const users = new Map<unknown, string>();
  return {
    guesses(schema: Fields, path: readonly string[]): unknown[] {
      if ("const" in schema) return [];
      if (Array.isArray(schema.enum)) return schema.enum.filter((choice) => names(words, choice));
      const place = path.join("/");
      const free = said.filter((value) => (users.get(value) ?? place) === place);
      const own = "default" in schema ? [schema.default] : [];
      return [...free, ...own, ...broughtFor(schema, path, results)].filter(
        (value) => typeof value !== "string" || isOfFormat(schema.format, value),
      );
    },
    taken(value: unknown, path: readonly string[]) {
      if (said.includes(value) && !users.has(value)) users.set(value, path.join("/"));
    },
  };
}

/** A result as a text, or as the list of its lines; not as one of many, and never as the whole value. */
function broughtFor({ type }: Fields, path: readonly string[], results: string[]): unknown[] {
  const lines = results.map((text) => text.split("\n"));
  if (type === "array") return lines.toSorted((one, other) => other.length - one.length);
  return type === "string" && !/^\d*$/.test(path.at(-1) ?? "") ? results : [];
}

/** Whether these words have the choice as whole words: "in progress" has in_progress. */
function names(words: string, choice: unknown): boolean {
  const level = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  return typeof choice === "string" && level(words).includes(level(choice));
}
