// s26 · recall/inputs – what a model says in a call: checked, and where it can be understood, understood.
import { z } from "zod";
import { oneLine } from "../../shared/text.ts";
import { CATEGORIES, type Category, EMOTIONS, type Emotion, type Filters } from "./memory.ts";

const MAX_TEXT = 1024 * 1024;
export const ID = z
  .string()
  .regex(/^mem_[0-9a-f]{12}$/, "must be the id of a memory: mem_ and 12 digits");

/** A text. Some models wrap an argument in a tag of its name; the value is not repeated, since it may be long. */
export const textNamed = (name: string, about: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(MAX_TEXT)
    .refine((text) => !text.startsWith(`<${name}>`), {
      error: `must be the text alone, without a tag around it: {"${name}": "…"}`,
    })
    .describe(about);

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const date = z
  .string()
  .refine((text) => DATE.test(text) && !Number.isNaN(Date.parse(text)), {
    error: "must be a date such as 2026-03-02 or 2026-03-02T09:00:00Z",
  })
  .optional();

const range = (least: number, most: number) =>
  z
    .array(z.number().min(least).max(most))
    .length(2)
    .describe(`[from, to] within ${least} and ${most}`)
    .optional();

export const FILTERS = {
  n_results: z.number().optional(),
  emotion_filter: z.string().optional(),
  category_filter: z.string().optional(),
  date_from: date,
  date_to: date,
  valence_range: range(-1, 1),
  arousal_range: range(0, 1),
};

type Wanted = z.infer<z.ZodObject<typeof FILTERS>>;

/** The filters of a call, and what was taken otherwise than it was said. */
export function filtersOf(wanted: Wanted, usual: number): { filters: Filters; notes: string[] } {
  const notes: string[] = [];
  const known = <Word extends string>(words: readonly Word[], said: string | undefined) => {
    const word = words.find((one) => one === said?.toLowerCase());
    if (said !== undefined && word === undefined)
      notes.push(
        `There is no ${oneLine(said, 40)}, so it is no filter. There are: ${words.join(", ")}.`,
      );
    return word;
  };
  const ordered = <Value extends number>(
    one: Value | undefined,
    other: Value | undefined,
  ): (Value | undefined)[] => {
    if (one === undefined || other === undefined || one <= other) return [one, other];
    notes.push("A range began after its end; it was turned round.");
    return [other, one];
  };
  const [from, to] = ordered(startOf(wanted.date_from), endOf(wanted.date_to));
  const pair = (of: number[] | undefined): [number, number] | undefined => {
    const [low, high] = ordered(of?.[0], of?.[1]);
    return low === undefined || high === undefined ? undefined : [low, high];
  };
  const filters: Filters = {
    limit: Math.min(10, Math.max(1, Math.round(wanted.n_results ?? usual))),
    emotion: known(EMOTIONS, wanted.emotion_filter),
    category: known(CATEGORIES, wanted.category_filter),
    from,
    to,
    valence: pair(wanted.valence_range),
    arousal: pair(wanted.arousal_range),
  };
  return { filters, notes };
}

const startOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
/** A day without a time counts to its end. */
const endOf = (text: string | undefined) => {
  if (text === undefined) return undefined;
  return text.includes("T") ? Date.parse(text) : Date.parse(text) + 24 * 60 * 60 * 1000 - 1;
};

export const SAID = {
  content: textNamed("content", "What to remember, as a sentence of its own"),
  emotion: z
    .string()
    .optional()
    .describe(`One of: ${EMOTIONS.join(", ")}`),
  secondary: z.array(z.string()).max(5).optional(),
  intensity: z.number().min(0).max(1).optional(),
  importance: z.number().int().min(1).max(5).optional(),
  category: z
    .string()
    .optional()
    .describe(`One of: ${CATEGORIES.join(", ")}`),
  valence: z.number().min(-1).max(1).optional(),
  arousal: z.number().min(0).max(1).optional(),
  tags: z.array(z.string().max(60)).max(20).optional(),
  shared_with: z.array(z.string().max(60)).max(20).optional(),
  private: z.boolean().optional().describe("Its words are kept off the screen"),
};

/** The emotion and the category of a call; an unknown one counts as the usual one, which is told. */
export function feelingOf(said: {
  emotion?: string | undefined;
  secondary?: string[] | undefined;
  category?: string | undefined;
}) {
  const notes: string[] = [];
  const take = <Word extends string>(
    words: readonly Word[],
    usual: Word,
    word = usual as string,
  ): Word => {
    const known = words.find((one) => one === word.toLowerCase());
    if (known === undefined)
      notes.push(`${oneLine(word, 40)} is not known, so it is kept as ${usual}.`);
    return known ?? usual;
  };
  const emotion: Emotion = take(EMOTIONS, "neutral", said.emotion);
  const category: Category = take(CATEGORIES, "daily", said.category);
  const secondary = (said.secondary ?? []).flatMap(
    (word) => EMOTIONS.find((one) => one === word) ?? [],
  );
  return { feeling: { emotion, category, secondary }, notes };
}
