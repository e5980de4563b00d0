// s27 · ego/checks – an argument of the wrong form gets a sentence that corrects it.
import { z } from "zod";
import { oneLine } from "../../shared/text.ts";
import { CATEGORIES, EMOTIONS, LINK_TYPES } from "../recall/recall.ts";
import type { EgoTool } from "./core.ts";
import { isReversed, RECALLED, REMEMBERED, wordIn } from "./inputs.ts";
import { plain } from "./words.ts";

/** What an argument must be, by its name. */
const MUST: Record<string, string> = {
  ...{ content: "a text", context: "a text", query: "a text", summary: "a text", name: "a name" },
  ...{
    person: "a name of at most 60 characters",
    field: "a name",
    value: "what is to be kept",
    emotion: "a word",
    category: "a word",
  },
  ...{ secondary: "a list of words", tags: "a list of words", shared_with: "a list of names" },
  ...{
    intensity: "a number from 0 to 1",
    arousal: "a number from 0 to 1",
    quality: "a number from 0 to 1",
  },
  ...{
    importance: "a whole number from 1 to 5",
    valence: "a number from -1 to 1",
    private: "true or false",
  },
  ...{ n_results: "a number", emotion_filter: "a word", category_filter: "a word" },
  ...{ date_from: "a date such as 2026-03-01", date_to: "a date such as 2026-03-01" },
  ...{
    valence_range: "two numbers such as [-1, 0]",
    arousal_range: "two numbers such as [0, 0.5]",
  },
  ...{
    source_id: "the id of a memory",
    target_id: "the id of a memory",
    episode_id: "the id of an episode",
  },
  ...{
    memory_ids: "a list of at most 100 ids of memories",
    link_type: `one of ${LINK_TYPES.join(", ")}`,
  },
};

/** A tag around a whole value: some models write arguments so. */
const WRAPPED = /^\s*<(\w+)>[\s\S]*<\/\1>\s*$/;
const MAX_SHOWN = 40;
const MAX_TOLD = 200;

/** The same tool; its input is looked at first, and what was taken otherwise than it was meant is told. */
export const checked = (tool: EgoTool): EgoTool => ({
  ...tool,
  async run(given) {
    const input = z
      .record(z.string(), z.unknown())
      .catch({})
      .parse(given ?? {});
    const problem = unknownIn(tool, input) ?? wrappedIn(tool, input) ?? wrongIn(tool, input);
    if (problem !== undefined) throw new Error(problem);
    return [...notesOn(tool, input), await tool.run(input)].join("\n");
  },
});

/** The same tool; what there is to tell stands before its next reply. */
export const telling =
  (lines: string[]) =>
  (tool: EgoTool): EgoTool => ({
    ...tool,
    async run(given) {
      const text = await tool.run(given);
      return [...lines.splice(0).map((line) => plain(line, MAX_TOLD)), text].join("\n");
    },
  });

type Input = Record<string, unknown>;

function unknownIn({ name, input }: EgoTool, given: Input): string | undefined {
  const names = Object.keys(input.shape);
  const odd = Object.keys(given).find((one) => !names.includes(one));
  if (odd === undefined) return undefined;
  return `${name} has no argument ${oneLine(odd, MAX_SHOWN)}. It has: ${names.join(", ") || "none"}.`;
}

/** The value is not repeated: it may be long, and it may be private. */
function wrappedIn({ name }: EgoTool, given: Input): string | undefined {
  const isWrapped = ([key, value]: [string, unknown]) =>
    typeof value === "string" && WRAPPED.exec(value)?.[1] === key;
  const found = Object.entries(given).find(isWrapped);
  if (found === undefined) return undefined;
  const [key] = found;
  return `${name}.${key} is in XML tags. Give it as JSON, without the tags: {"${key}": "…"}.`;
}

function wrongIn({ name, input }: EgoTool, given: Input): string | undefined {
  const { error } = input.safeParse(given);
  const key = String(error?.issues[0]?.path[0] ?? "");
  if (error === undefined) return undefined;
  const got = key in given ? shown(key, given[key]) : "nothing";
  return `${name}.${key} must be ${MUST[key] ?? "of another form"} (got ${got}).`;
}

/** What was to be kept is not repeated: it may be private. */
const KEPT = ["content", "tags", "shared_with", "summary"];
const shown = (key: string, value: unknown) =>
  KEPT.includes(key) ? typeof value : oneLine(JSON.stringify(value) ?? "nothing", MAX_SHOWN);

/** What was taken otherwise than it was given, a sentence each. */
function notesOn({ input }: EgoTool, given: Input): string[] {
  if (input === REMEMBERED) return takenOtherwise(REMEMBERED.parse(given));
  const ranges = RECALLED.omit({ context: true }).safeParse(given);
  return ranges.success && isReversed(ranges.data)
    ? ["A range was the wrong way round, and is turned."]
    : [];
}

function takenOtherwise({
  emotion,
  secondary = [],
  category,
}: z.infer<typeof REMEMBERED>): string[] {
  const feelings = [...(emotion === undefined ? [] : [emotion]), ...secondary];
  const isOdd = feelings.some((word) => wordIn(EMOTIONS, word) === undefined);
  const isOddKind = category !== undefined && wordIn(CATEGORIES, category) === undefined;
  return [
    ...(isOdd
      ? [`An emotion is not known and counts as neutral. There are: ${EMOTIONS.join(", ")}.`]
      : []),
    ...(isOddKind
      ? [`The category is not known and counts as daily. There are: ${CATEGORIES.join(", ")}.`]
      : []),
  ];
}
