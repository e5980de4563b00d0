// practice/validation/rules/blocks · the blocks of messages, each looked at alone.

import { isFields, listOf } from "../../json/fields.ts";
import { BETA_TAGS, missingField, mistypedField, TAGS, unknownField } from "./blockShapes.ts";
import {
  alternatives,
  type BlockAt,
  type Checked,
  type Found,
  fieldWords,
  findAt,
  findBlock,
  openTags,
  type Rule,
  tagList,
  UNKNOWN_TAG,
} from "./rule.ts";

/** The names of `server_tool_use` blocks. */
const SERVER_TOOLS = [
  "web_search",
  "web_fetch",
  "code_execution",
  "bash_code_execution",
  "text_editor_code_execution",
  "tool_search_tool_regex",
  "tool_search_tool_bm25",
];
const RESULT_TAGS = [
  "text",
  "image",
  "document",
  "search_result",
  "tool_reference",
  "browser_state",
];
const ASSISTANT_ONLY = ["tool_use", "thinking", "redacted_thinking"];
const ID_PATTERN = /^[a-zA-Z0-9_-]+$/;

type Place = Omit<BlockAt, "role">;

const missingIn = ({ block, type }: Place): Found =>
  fieldWords(missingField(type, block), { type });

function mistypedIn({ block, type }: Place) {
  const found = mistypedField(type, block);
  return found && { type, ...found };
}

/** The first block in the content of a result for which the test gives words. */
function findResultPart(request: Checked, test: (at: Place) => Found) {
  const parts = request.blocks.flatMap(({ type, block, indexes }) =>
    (type === "tool_result" ? listOf(block.content) : [])
      .map((part) => (isFields(part) ? part : {}))
      .map((part, at) => ({ type: String(part.type), block: part, indexes: [...indexes, at] })),
  );
  return findAt(parts, test);
}

/** An empty string is an empty content, which has a rule of its own. */
const isText = (request: Checked, { type, indexes }: BlockAt) =>
  type === "text" && request.messages[indexes[0] ?? 0]?.content !== "";

/** Whether a result has an empty text in it; its content may be an empty string. */
const hasEmptyText = ({ type, block }: BlockAt): boolean =>
  type === "tool_result" &&
  listOf(block.content).some((part) => isFields(part) && part.type === "text" && part.text === "");

function badResultContent({ block, type }: BlockAt) {
  if (type !== "tool_result" || typeof block.content === "string") return false;
  if (block.content === undefined || block.content === null) return false;
  if (!Array.isArray(block.content)) return false;
  const bad = block.content.find(
    (part) => !isFields(part) || !RESULT_TAGS.includes(String(part.type)),
  );
  return bad !== undefined && { tag: String(isFields(bad) && bad.type) };
}

export const blockRules: Rule[] = [
  {
    id: "block-type",
    path: "messages.#.content.#",
    message: UNKNOWN_TAG,
    source: "inferred",
    find: (request) => {
      const tags = openTags(request, TAGS, BETA_TAGS);
      return findBlock(
        request,
        ({ type }) => !tags.includes(type) && { tag: type, tags: tagList(tags) },
      );
    },
  },
  {
    id: "block-field-required",
    path: "messages.#.content.#.{type}.{field}",
    message: "Field required",
    source: "inferred",
    find: (request) => findBlock(request, missingIn),
  },
  {
    id: "block-unknown-field",
    path: "messages.#.content.#.{type}.{field}",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: (request) =>
      findBlock(request, ({ block, type }) => fieldWords(unknownField(type, block), { type })),
  },
  {
    id: "block-field-type",
    path: "messages.#.content.#.{type}.{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: (request) => findBlock(request, mistypedIn),
  },
  {
    id: "cached-empty-text",
    path: "messages.#.content.#",
    message: "cache_control cannot be set for empty text blocks",
    source: "seen",
    find: (request) =>
      findBlock(
        request,
        ({ type, block }) => type === "text" && !block.text && isFields(block.cache_control),
      ),
  },
  {
    id: "text-empty",
    path: "messages",
    message: "text content blocks must be non-empty",
    source: "seen",
    find: (request) =>
      findBlock(request, (at) => (isText(request, at) && at.block.text === "") || hasEmptyText(at)),
  },
  {
    id: "text-blank",
    path: "messages",
    message: "text content blocks must contain non-whitespace text",
    source: "seen",
    find: (request) =>
      findBlock(request, (at) => isText(request, at) && !/\S/.test(String(at.block.text))),
  },
  {
    id: "tool-use-input",
    path: "messages.#.content.#.tool_use.input",
    message: "Input should be a valid dictionary",
    source: "seen",
    find: (request) =>
      findBlock(request, ({ type, block }) => type === "tool_use" && !isFields(block.input)),
  },
  {
    id: "tool-use-name",
    path: "messages.#.content.#.tool_use.name",
    message: "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    source: "inferred",
    find: (request) =>
      findBlock(
        request,
        ({ type, block }) => type === "tool_use" && !/^[\w-]{1,128}$/.test(String(block.name)),
      ),
  },
  {
    id: "block-id",
    path: "messages.#.content.#.{type}.{field}",
    message: "String should match pattern '^[a-zA-Z0-9_-]+$'",
    source: "seen",
    find: (request) =>
      findBlock(request, ({ type, block }) => {
        const field = type === "tool_use" ? "id" : "tool_use_id";
        const hasId = type === "tool_use" || type === "tool_result";
        return hasId && !ID_PATTERN.test(String(block[field])) && { type, field };
      }),
  },
  {
    id: "tool-result-content-type",
    path: "messages.#.content.#.tool_result.content",
    message: "Input should be a valid list",
    source: "inferred",
    find: (request) =>
      findBlock(
        request,
        ({ type, block: { content } }) =>
          type === "tool_result" && !Array.isArray(content ?? []) && typeof content !== "string",
      ),
  },
  {
    id: "tool-result-content",
    path: "messages.#.content.#.tool_result.content",
    message: UNKNOWN_TAG,
    source: "inferred",
    find: (request) =>
      findBlock(request, (at) => {
        const bad = badResultContent(at);
        return bad && { ...bad, tags: tagList(RESULT_TAGS) };
      }),
  },
  {
    id: "tool-result-field-required",
    path: "messages.#.content.#.tool_result.content.#.{type}.{field}",
    message: "Field required",
    source: "inferred",
    find: (request) => findResultPart(request, missingIn),
  },
  {
    id: "tool-result-field-type",
    path: "messages.#.content.#.tool_result.content.#.{type}.{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: (request) => findResultPart(request, mistypedIn),
  },
  {
    id: "tool-result-is-error",
    path: "messages.#.content.#.tool_result.is_error",
    message: "Input should be a valid boolean",
    source: "inferred",
    find: (request) =>
      findBlock(
        request,
        ({ type, block }) =>
          type === "tool_result" && typeof (block.is_error ?? false) !== "boolean",
      ),
  },
  {
    id: "server-tool-use-name",
    path: "messages.#.content.#.server_tool_use.name",
    message: "Input should be {choices}",
    source: "docs",
    find: (request) => {
      const names = openTags(request, SERVER_TOOLS, { advisor: "advisor-tool-" });
      return findBlock(
        request,
        ({ type, block }) =>
          type === "server_tool_use" &&
          !names.includes(String(block.name)) && { choices: alternatives(names) },
      );
    },
  },
  {
    id: "block-in-user",
    path: "messages.#",
    message: "`{type}` blocks can only be in `assistant` messages",
    source: "inferred",
    find: (request) =>
      findBlock(
        request,
        ({ role, type }) => role === "user" && ASSISTANT_ONLY.includes(type) && { type },
      ),
  },
  {
    id: "block-in-assistant",
    path: "messages.#",
    message: "`tool_result` blocks can only be in `user` messages",
    source: "inferred",
    find: (request) =>
      findBlock(request, ({ role, type }) => role === "assistant" && type === "tool_result"),
  },
];
