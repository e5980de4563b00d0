// s27 · ego/models – what it knows of people and of itself: a few fields each, in words.
import { z } from "zod";
import { oneLine } from "../../shared/text.ts";

/** What a field takes: texts that are added to a list, one text, or a share from 0 to 1. */
type Kind = "list" | "text" | "share";
export type Fields = Record<string, Kind>;

export const OF_PEOPLE: Fields = {
  ...{ facts: "list", topics: "list", aliases: "list" },
  ...{ style: "text", personality: "text", trust: "share" },
};
export const OF_SELF: Fields = {
  ...{ values: "list", preferences: "list", skills: "list", goals: "list", questions: "list" },
  ...{ narrative: "text" },
};

const value = z.union([z.string(), z.number(), z.array(z.string())]);
/** What is known, by field. */
export const model = z.record(z.string(), value);
export type Model = z.infer<typeof model>;

/** So much of a list is kept, the newest. */
const MAX_LIST = 20;
const MAX_TEXT = 300;
const text = z.string().trim().min(1).max(MAX_TEXT);
const A_TEXT = `a text of at most ${MAX_TEXT} characters`;

/** The model with what was learned. Throws a sentence that corrects what does not fit. */
export function learned(before: Model, fields: Fields, field: string, given: unknown): Model {
  const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const all = Object.keys(fields).join(", ");
  if (kind === undefined)
    throw new Error(`There is no field ${oneLine(field, 40)}. There are: ${all}.`);
  return { ...before, [field]: TAKES[kind](before[field], given, field) };
}

const TAKES: Record<
  Kind,
  (before: Model[string] | undefined, given: unknown, field: string) => Model[string]
> = {
  share: (_, given, field) =>
    fitting(z.number().min(0).max(1), given, field, "a number from 0 to 1"),
  text: (_, given, field) => fitting(text, given, field, A_TEXT),
  list(before, given, field) {
    const must = `${A_TEXT}, or a list of such texts`;
    if (Array.isArray(given)) return fitting(z.array(text), given, field, must).slice(-MAX_LIST);
    const one = fitting(text, given, field, must);
    const others = listIn(before).filter((text) => text !== one);
    return [...others, one].slice(-MAX_LIST);
  },
};

function fitting<Value>(
  schema: z.ZodType<Value>,
  given: unknown,
  field: string,
  must: string,
): Value {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new Error(`The value of ${field} must be ${must}.`);
}

/** The texts of a list; none for what is no list. */
export const listIn = (value: Model[string] | undefined): string[] =>
  Array.isArray(value) ? value : [];

export const textIn = (value: Model[string] | undefined): string =>
  typeof value === "string" ? value : (listIn(value).at(-1) ?? "");
