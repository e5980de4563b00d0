// practice/validation/rules/thinking · how the model may be asked to think, and thinking that comes back.

import { isFields } from "../../json/fields.ts";
import type { Place } from "../../protocol/ruleError.ts";
import { checkSignature } from "../../protocol/signature.ts";
import { valueAt } from "./fields.ts";
import { endsInPrefill } from "./model.ts";
import {
  type BlockAt,
  type Checked,
  extraField,
  findAt,
  findBlock,
  type Rule,
  somewhere,
  tagList,
  UNKNOWN_TAG,
} from "./rule.ts";

const THINKING_FIELDS: Record<string, readonly string[]> = {
  enabled: ["type", "budget_tokens", "display"],
  adaptive: ["type", "display"],
  between_tools: ["type", "display"],
  disabled: ["type"],
};

const typeOf = ({ fields: { thinking } }: Checked): string | undefined =>
  isFields(thinking) ? String(thinking.type) : undefined;

const budgetOf = ({ fields }: Checked): unknown => valueAt(fields, "thinking.budget_tokens");

function thinkingExtra({ fields: { thinking }, betas }: Checked): Place | undefined {
  if (!isFields(thinking)) return undefined;
  const type = String(thinking.type);
  const bound = betas.some((beta) => beta.startsWith("thinking-binding-controls-"));
  const known = [...(THINKING_FIELDS[type] ?? []), ...(bound ? ["block_binding"] : [])];
  const extra = extraField(thinking, known);
  return extra === undefined ? undefined : { words: { type, field: extra } };
}

/** A type that the API knows and this model does not take. */
const refused = (request: Checked, type: string): Place | undefined =>
  somewhere(
    typeOf(request) === type &&
      request.profile?.thinking.some((accepted) => accepted === type) === false,
  );

const unsupported = (type: string, message: string, source: Rule["source"]): Rule => ({
  id: `thinking-no-${type.replace("_", "-")}`,
  path: "",
  message,
  source,
  find: (request) => refused(request, type),
});

/** The blocks of the last assistant message. */
function latestOf({ messages, blocks }: Checked): BlockAt[] {
  const latest = messages.findLastIndex(({ role }) => role === "assistant");
  return blocks.filter(({ indexes }) => indexes[0] === latest);
}

function checkOf({ fields }: Checked, { type, block }: BlockAt) {
  if (type !== "thinking") return "good";
  return checkSignature(String(fields.model), String(block.thinking), String(block.signature));
}

/** Redacted thinking that this model never gave: its data is no signature of hidden thinking. */
const isInvented = ({ fields }: Checked, { type, block }: BlockAt): boolean =>
  type === "redacted_thinking" &&
  checkSignature(String(fields.model), "", String(block.data)) !== "good";

/** With a budget, a last assistant message of this sort has to start with its thinking. */
function unthought(request: Checked, isOfSort: (latest: BlockAt[]) => boolean): Place | undefined {
  const latest = latestOf(request);
  const isMeant = typeOf(request) === "enabled" && isOfSort(latest);
  return findAt(
    latest.slice(0, 1),
    ({ type }) => isMeant && !/^(redacted_)?thinking$/.test(type) && { tag: type },
  );
}

const THINKING_FIRST =
  "Expected `thinking` or `redacted_thinking`, but found `{tag}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking";

const notSupported = (type: string) => `"thinking.type.${type}" is not supported for this model.`;

/** The shape of `thinking`; what the model takes of it comes later, in `thinkingRules`. */
export const thinkingShapeRules: Rule[] = [
  {
    id: "thinking-type",
    path: "thinking",
    message: UNKNOWN_TAG,
    source: "inferred",
    find: (request) => {
      const tag = typeOf(request);
      return somewhere(tag !== undefined && !Object.hasOwn(THINKING_FIELDS, tag), {
        tag: tag ?? "",
        tags: tagList(Object.keys(THINKING_FIELDS)),
      });
    },
  },
  {
    id: "thinking-unknown-field",
    path: "thinking.{type}.{field}",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: thinkingExtra,
  },
];

/** What the model takes of `thinking`, and thinking blocks that come back. */
export const thinkingRules: Rule[] = [
  unsupported(
    "enabled",
    `${notSupported("enabled")} Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    "docs",
  ),
  unsupported("adaptive", "adaptive thinking is not supported on this model", "docs"),
  unsupported(
    "disabled",
    `${notSupported("disabled")} Thinking defaults to adaptive mode when not specified; use "output_config.effort" to control thinking behavior.`,
    "docs",
  ),
  unsupported("between_tools", notSupported("between_tools"), "inferred"),
  {
    id: "thinking-disabled-effort",
    path: "",
    message: `${notSupported("disabled")} Effort "{effort}" needs thinking; use "high" or less.`,
    source: "inferred",
    find: (request) => {
      const effort = String(valueAt(request.fields, "output_config.effort"));
      const isLimited = request.profile?.disabledAtAnyEffort === false;
      const isBroken = typeOf(request) === "disabled" && ["xhigh", "max"].includes(effort);
      return somewhere(isLimited && isBroken, { effort });
    },
  },
  {
    id: "thinking-budget-required",
    path: "thinking.enabled.budget_tokens",
    message: "Field required",
    source: "inferred",
    find: (request) => somewhere(typeOf(request) === "enabled" && budgetOf(request) === undefined),
  },
  {
    id: "thinking-budget-type",
    path: "thinking.enabled.budget_tokens",
    message: "Input should be a valid integer",
    source: "inferred",
    find: (request) =>
      somewhere(typeOf(request) === "enabled" && !Number.isInteger(budgetOf(request))),
  },
  {
    id: "thinking-budget-small",
    path: "thinking.enabled.budget_tokens",
    message: "Input should be greater than or equal to 1024",
    source: "seen",
    find: (request) => somewhere(typeOf(request) === "enabled" && Number(budgetOf(request)) < 1024),
  },
  {
    id: "thinking-budget-large",
    path: "",
    message: "`max_tokens` must be greater than `thinking.budget_tokens`.",
    source: "seen",
    find: (request) =>
      somewhere(
        typeOf(request) === "enabled" &&
          Number(budgetOf(request)) >= Number(request.fields.max_tokens ?? Infinity),
      ),
  },
  {
    id: "thinking-forced-tool",
    path: "",
    message: "Thinking may not be enabled when tool_choice forces tool use.",
    source: "seen",
    find: (request) => {
      const choice = String(valueAt(request.fields, "tool_choice.type"));
      return somewhere(typeOf(request) === "enabled" && ["any", "tool"].includes(choice));
    },
  },
  {
    id: "thinking-prefill",
    path: "messages.#.content.#.type",
    message: THINKING_FIRST,
    source: "seen",
    find: (request) => unthought(request, () => endsInPrefill(request)),
  },
  {
    id: "thinking-first",
    path: "messages.#.content.#.type",
    message: THINKING_FIRST,
    source: "seen",
    find: (request) =>
      unthought(request, (latest) => latest.some(({ type }) => type === "tool_use")),
  },
  {
    // Published for claude-haiku-4-5 up to sonnet-4-6, for the last assistant message wherever it is.
    id: "thinking-last",
    path: "messages.#",
    message: "The final block in an assistant message cannot be `thinking`.",
    source: "seen",
    find: (request) => findAt(latestOf(request).slice(-1), ({ type }) => type === "thinking"),
  },
  {
    id: "thinking-changed",
    path: "messages.#.content.#",
    message:
      "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
    source: "docs",
    find: (request) => findAt(latestOf(request), (at) => checkOf(request, at) === "changed"),
  },
  {
    id: "thinking-signature",
    path: "messages.#.content.#",
    message: "Invalid `signature` in `thinking` block",
    source: "docs",
    find: (request) => findBlock(request, (at) => checkOf(request, at) !== "good"),
  },
  {
    id: "thinking-redacted",
    path: "messages.#.content.#",
    message: "Invalid `data` in `redacted_thinking` block",
    source: "seen",
    find: (request) => findBlock(request, (at) => isInvented(request, at)),
  },
];
