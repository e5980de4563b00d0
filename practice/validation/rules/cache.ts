// practice/validation/rules/cache · where cache marks may be.
import { mayCarryMark } from "../../cache/layout.ts";
import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { type Checked, extraField, type Rule, somewhere } from "./rule.ts";

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

/** The marks on blocks, in the order in which the API reads them. */
function blockMarks({ fields, tools, blocks }: Checked): Mark[] {
  return [
    ...tools.flatMap((tool, index) => markOf(tool, `tools.${index}.`)),
    ...listOf(fields.system).flatMap((block, index) => markOf(block, `system.${index}.`)),
    ...blocks.flatMap(({ type, block, indexes: [message, index] }) => {
      const nested = type === "tool_result" ? listOf(block.content) : [];
      const path = `messages.${message}.content.${index}.`;
      const inner = nested.flatMap((part, at) => markOf(part, `${path}content.${at}.`));
      return inner.length > 0 ? [...inner, ...markOf(block, path)] : markOf(block, path);
    }),
  ];
}

/** All marks. The automatic mark at the top comes last; it is left out when its block already has a mark. */
function marksOf(request: Checked): Mark[] {
  const marks = blockMarks(request);
  const automatic = markOf(request.fields, "");
  return isMarkedAlready(request) ? marks : [...marks, ...automatic];
}

/** The last block that can carry a mark: where the automatic one goes. */
const lastBlock = ({ blocks }: Checked): Fields | undefined => blocks.findLast(mayCarryMark)?.block;

const isMarkedAlready = (request: Checked): boolean => isFields(lastBlock(request)?.cache_control);

const ttlOf = (control: unknown): unknown => (isFields(control) ? (control.ttl ?? "5m") : "5m");

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
    id: "cache-automatic-ttl",
    path: "cache_control",
    message: "the last cacheable block already has a cache_control with a different ttl",
    source: "inferred",
    find: (request) => {
      const { cache_control } = request.fields;
      const isOther = ttlOf(cache_control) !== ttlOf(lastBlock(request)?.cache_control);
      return somewhere(isFields(cache_control) && isMarkedAlready(request) && isOther);
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
