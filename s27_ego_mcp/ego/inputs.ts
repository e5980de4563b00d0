// s27 · ego/inputs – what the tools take, and what is made of it.
import { z } from "zod";
import { CATEGORIES, EMOTIONS, type Filters, LINK_TYPES, type Memory } from "../recall/recall.ts";

const MAX_RESULTS = 10;
const MAX_MEMBERS = 100;
const DAY_MS = 86_400_000;
/** The length of a date without a time. */
const DAY = 10;

const text = z.string().trim().min(1);
const share = z.number().min(0).max(1);
const range = z.array(z.number()).refine((both) => both.length === 2);
const date = z
  .string()
  .refine((given) => /^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(Date.parse(given)));
/** What is no id is not looked for, nor is it repeated. */
const isId = (kind: "mem" | "ep") => (given: string) =>
  new RegExp(`^${kind}_[0-9a-f]{12}$`).test(given);
const id = text.refine(isId("mem"));
const ids = z
  .array(z.string().refine(isId("mem")))
  .min(1)
  .refine((all) => all.length <= MAX_MEMBERS);
const oneOf = (words: readonly string[]) => z.string().describe(words.join(", "));

export const NOTHING = z.object({});
export const PERSON = z.object({ person: z.string().trim().min(1).max(60).optional() });

export const REMEMBERED = z.object({
  content: text,
  emotion: oneOf(EMOTIONS).optional(),
  secondary: z.array(z.string()).optional(),
  intensity: share.optional(),
  importance: z.number().int().min(1).max(5).optional(),
  category: oneOf(CATEGORIES).optional(),
  valence: z.number().min(-1).max(1).optional(),
  arousal: share.optional(),
  tags: z.array(z.string()).optional(),
  shared_with: z.array(z.string()).optional(),
  private: z.boolean().optional(),
});

const FILTERS = {
  n_results: z.number().optional(),
  emotion_filter: z.string().optional(),
  category_filter: z.string().optional(),
  date_from: date.optional(),
  date_to: date.optional(),
  valence_range: range.optional(),
  arousal_range: range.optional(),
};
export const RECALLED = z.object({ context: text, ...FILTERS });
export const SEARCHED = z.object({ query: text, ...FILTERS });
export const LINKED = z.object({
  source_id: id,
  target_id: id,
  link_type: z.enum(LINK_TYPES).optional(),
});
export const SATISFIED = z.object({ name: text, quality: share.optional() });
export const STORY = z.object({ memory_ids: ids, summary: text });
export const EPISODE = z.object({ episode_id: text.refine(isId("ep")) });
export const SELF = z.object({ field: text, value: z.unknown() });
export const RELATIONSHIP = z.object({ person: z.string().trim().min(1).max(60), ...SELF.shape });

export type Said = z.infer<typeof REMEMBERED>;
export type Filtered = Omit<z.infer<typeof RECALLED>, "context">;

/** One of these words, however it is written. */
export const wordIn = <Word extends string>(
  all: readonly Word[],
  given: string,
): Word | undefined => all.find((one) => one === given.trim().toLowerCase());

/** A memory as the store takes it. A feeling or a kind that it does not know becomes the usual one. */
export function memoryIn(said: Said): Partial<Memory> & { content: string } {
  const {
    emotion = "",
    category = "",
    secondary = [],
    shared_with,
    private: isPrivate,
    ...rest
  } = said;
  const known = {
    ...rest,
    emotion: wordIn(EMOTIONS, emotion) ?? "neutral",
    category: wordIn(CATEGORIES, category) ?? "daily",
    secondary: secondary.flatMap((word) => wordIn(EMOTIONS, word) ?? []),
    sharedWith: shared_with,
    isPrivate,
  };
  return { ...defined(known), content: said.content };
}

/** The filters as the store takes them. What is the wrong way round is turned. Throws for a word that it does not know. */
export function filtersIn(given: Filtered): Filters {
  const { n_results = 3, emotion_filter, category_filter } = given;
  const { from, to } = timesIn(given);
  return defined({
    limit: Math.min(MAX_RESULTS, Math.max(1, Math.round(n_results))),
    emotion: known("emotion_filter", emotion_filter, EMOTIONS),
    category: known("category_filter", category_filter, CATEGORIES),
    from,
    to,
    valence: inOrder(given.valence_range),
    arousal: inOrder(given.arousal_range),
  });
}

/** A day counts to its end. */
function timesIn({ date_from, date_to }: Filtered): Pick<Filters, "from" | "to"> {
  const isTurned = isReversed({ date_from, date_to });
  const [first, last] = isTurned ? [date_to, date_from] : [date_from, date_to];
  return {
    from: first === undefined ? undefined : Date.parse(first),
    to: last === undefined ? undefined : Date.parse(last) + (last.length === DAY ? DAY_MS - 1 : 0),
  };
}

/** Whether a range is given the wrong way round. */
export const isReversed = ({
  date_from,
  date_to,
  valence_range,
  arousal_range,
}: Filtered): boolean =>
  Date.parse(date_from ?? "") > Date.parse(date_to ?? "") ||
  [valence_range, arousal_range].some(([low = 0, high = low] = []) => low > high);

function inOrder(range: number[] | undefined): [number, number] | undefined {
  const [low, high] = range?.toSorted((one, other) => one - other) ?? [];
  return low === undefined || high === undefined ? undefined : [low, high];
}

function known<Word extends string>(
  name: string,
  given: string | undefined,
  all: readonly Word[],
): Word | undefined {
  const word = given === undefined ? undefined : wordIn(all, given);
  if (given !== undefined && word === undefined)
    throw new Error(`${name} must be one of these: ${all.join(", ")}.`);
  return word;
}

/** The same without what is not there. */
const defined = <Value extends object>(value: Value): Value => {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.assign({}, ...entries.map(([key, one]) => ({ [key]: one })));
};
