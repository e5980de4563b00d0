// practice/rules/cache · where cache marks may be.
import {
  type Checked,
  extraField,
  type Fields,
  isFields,
  listOf,
  type Rule,
  somewhere,
} from "./rule.ts";

interface Mark {
  path: string;
  control: Fields;
}

const markOf = (holder: unknown, path: string): Mark[] => {
  if (!isFields(holder) || holder.cache_control === undefined || holder.cache_control === null)
    return [];
  const control = isFields(holder.cache_control)
    ? holder.cache_control
    : { type: "not a dictionary" };
  return [{ path: `${path}cache_control`, control }];
};

/** All cache marks in the order in which the API reads them; the automatic one at the top is the last. */
function marksOf({ fields, tools, blocks }: Checked): Mark[] {
  return [
    ...tools.flatMap((tool, index) => markOf(tool, `tools.${index}.`)),
    ...listOf(fields.system).flatMap((block, index) => markOf(block, `system.${index}.`)),
    ...blocks.flatMap(({ block, indexes: [message, index] }) => [
      ...listOf(block.type === "tool_result" ? block.content : []).flatMap((part, inner) =>
        markOf(part, `messages.${message}.content.${index}.content.${inner}.`),
      ),
      ...markOf(block, `messages.${message}.content.${index}.`),
    ]),
    ...markOf(fields, ""),
  ];
}

const isGood = ({ type, ttl = "5m", ...rest }: Fields): boolean =>
  type === "ephemeral" && (ttl === "5m" || ttl === "1h") && extraField(rest, []) === undefined;

export const cacheRules: Rule[] = [
  {
    id: "cache-mark",
    path: "{mark}",
    message: "Input should be {'type': 'ephemeral'}, with a ttl of '5m' or '1h'",
    source: "inferred",
    find: (request) => {
      const bad = marksOf(request).find(({ control }) => !isGood(control));
      return bad && { words: { mark: bad.path } };
    },
  },
  {
    id: "cache-count",
    path: "",
    message: "A maximum of 4 blocks with cache_control may be provided. Found {count}.",
    source: "seen",
    find: (request) => {
      const count = marksOf(request).length;
      return somewhere(count > 4, { count });
    },
  },
  {
    id: "cache-order",
    path: "{mark}.ttl",
    message:
      "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
    source: "seen",
    find: (request) => {
      const marks = marksOf(request);
      const short = marks.findIndex(({ control }) => control.ttl !== "1h");
      const late =
        short < 0 ? undefined : marks.slice(short).find(({ control }) => control.ttl === "1h");
      return late && { words: { mark: late.path } };
    },
  },
];
