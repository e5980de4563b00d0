// practice/validation/rules/tools · tool definitions.

import { type Fields, isFields } from "../../json/fields.ts";
import { isJsonSchema } from "../../json/schema.ts";
import {
  type Checked,
  extraField,
  type Found,
  fieldWords,
  findBlock,
  findIn,
  openTags,
  type Rule,
  somewhere,
  tagList,
  UNKNOWN_TAG,
} from "./rule.ts";
import { missingToolField, mistypedToolField } from "./toolFields.ts";

/** The tags of tools; all but `custom` are defined by the API itself. */
const TOOL_TAGS = [
  "bash_20250124",
  "browser_toolset_20260801",
  "code_execution_20250522",
  "code_execution_20250825",
  "code_execution_20260120",
  "code_execution_20260521",
  "computer_toolset_20260801",
  "custom",
  "memory_20250818",
  "text_editor_20250124",
  "text_editor_20250429",
  "text_editor_20250728",
  "tool_search_tool_bm25",
  "tool_search_tool_bm25_20251119",
  "tool_search_tool_regex",
  "tool_search_tool_regex_20251119",
  "web_fetch_20250910",
  "web_fetch_20260209",
  "web_fetch_20260309",
  "web_fetch_20260318",
  "web_search_20250305",
  "web_search_20260209",
  "web_search_20260318",
];

/** Tools that a beta adds, by the start of its name. */
const BETA_TAGS: Record<string, string> = {
  advisor_20260301: "advisor-tool-",
  bash_20241022: "computer-use-",
  computer_20241022: "computer-use-2024-10-22",
  computer_20250124: "computer-use-2025-01-24",
  computer_20251124: "computer-use-2025-11-24",
  mcp_toolset: "mcp-client-",
  text_editor_20241022: "computer-use-",
};

/** Tools whose name differs from their tag without its date. */
const NAMES: Record<string, string> = {
  text_editor_20241022: "str_replace_editor",
  text_editor_20250124: "str_replace_editor",
  text_editor_20250429: "str_replace_based_edit_tool",
  text_editor_20250728: "str_replace_based_edit_tool",
};

/** The name that a tool of the API's own must have; undefined for toolsets, which have none. */
const nameFor = (tag: string): string | undefined =>
  tag.includes("toolset") ? undefined : (NAMES[tag] ?? tag.replace(/_\d{8}$/, ""));

const CUSTOM_FIELDS = [
  "type",
  "name",
  "description",
  "input_schema",
  "cache_control",
  "allowed_callers",
  "defer_loading",
  "eager_input_streaming",
  "input_examples",
  "strict",
];

const tagOf = (tool: Fields): string => String(tool.type ?? "custom");

const isCustom = (tool: Fields): boolean => tagOf(tool) === "custom";

const findCustom = ({ tools }: Checked, test: (tool: Fields, index: number) => Found) =>
  findIn(tools, (tool, index) => isCustom(tool) && test(tool, index));

/** A rule about the input schema of a custom tool. */
const schemaRule = (
  id: string,
  message: string,
  broken: (schema: unknown) => boolean,
  field = "",
): Rule => ({
  id,
  path: `tools.#.custom.input_schema${field}`,
  message,
  source: "seen",
  find: (request) => findCustom(request, (tool) => broken(tool.input_schema)),
});

export const toolRules: Rule[] = [
  {
    id: "tool-type",
    path: "tools.#",
    message: UNKNOWN_TAG,
    source: "seen",
    find: (request) => {
      const tags = openTags(request, TOOL_TAGS, BETA_TAGS);
      return findIn(request.tools, (tool) => {
        const tag = tagOf(tool);
        return !tags.includes(tag) && { tag, tags: tagList(tags) };
      });
    },
  },
  {
    id: "tool-field-required",
    path: "tools.#.custom.{field}",
    message: "Field required",
    source: "seen",
    find: (request) =>
      findCustom(request, (tool) =>
        fieldWords(["name", "input_schema"].find((name) => !(name in tool))),
      ),
  },
  {
    id: "tool-unknown-field",
    path: "tools.#.custom.{field}",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: (request) => findCustom(request, (tool) => fieldWords(extraField(tool, CUSTOM_FIELDS))),
  },
  {
    id: "tool-name",
    path: "tools.#.custom.name",
    message: "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    source: "seen",
    find: (request) =>
      findCustom(request, ({ name }) => typeof name !== "string" || !/^[\w-]{1,128}$/.test(name)),
  },
  {
    id: "tool-server-name",
    path: "tools.#.{tag}.name",
    message: "Input should be '{name}'",
    source: "inferred",
    find: ({ tools }) =>
      findIn(tools, (tool) => {
        const tag = tagOf(tool);
        const name = isCustom(tool) ? undefined : nameFor(tag);
        return name !== undefined && tool.name !== name && { tag, name };
      }),
  },
  {
    id: "tool-server-field-required",
    path: "tools.#.{tag}.{field}",
    message: "Field required",
    source: "inferred",
    find: ({ tools }) =>
      findIn(tools, (tool) => {
        const tag = tagOf(tool);
        return fieldWords(missingToolField(tag, tool), { tag });
      }),
  },
  {
    id: "tool-field-type",
    path: "tools.#.{tag}.{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: ({ tools }) =>
      findIn(tools, (tool) => {
        const found = mistypedToolField(tagOf(tool), tool);
        return found && { tag: tagOf(tool), ...found };
      }),
  },
  {
    id: "tool-description",
    path: "tools.#.custom.description",
    message: "Input should be a valid string",
    source: "inferred",
    find: (request) =>
      findCustom(request, ({ description = "" }) => typeof description !== "string"),
  },
  schemaRule(
    "tool-schema-type",
    "Input should be a valid dictionary",
    (schema) => !isFields(schema),
  ),
  schemaRule(
    "tool-schema-root",
    "input_schema does not support oneOf, allOf, or anyOf at the top level",
    (schema) => isFields(schema) && ["oneOf", "allOf", "anyOf"].some((name) => name in schema),
  ),
  schemaRule(
    "tool-schema-no-type",
    "Field required",
    (schema) => isFields(schema) && !("type" in schema),
    ".type",
  ),
  schemaRule(
    "tool-schema-object",
    "Input should be 'object'",
    (schema) => isFields(schema) && schema.type !== "object",
    ".type",
  ),
  schemaRule(
    "tool-schema-invalid",
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.",
    (schema) => !isJsonSchema(schema),
  ),
  schemaRule(
    "tool-schema-keys",
    "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    (schema) =>
      isFields(schema) &&
      isFields(schema.properties) &&
      Object.keys(schema.properties).some((name) => !/^[\w.-]{1,64}$/.test(name)),
    ".properties",
  ),
  {
    id: "tool-unique",
    path: "tools",
    message: "Tool names must be unique.",
    source: "seen",
    find: ({ tools }) => {
      const names = tools.flatMap(({ name }) => (name === undefined ? [] : [name]));
      return somewhere(new Set(names).size < names.length);
    },
  },
  {
    id: "tools-deferred",
    path: "",
    message: "All tools have defer_loading set. At least one tool must be non-deferred.",
    source: "docs",
    find: ({ tools }) =>
      somewhere(tools.length > 0 && tools.every((tool) => tool.defer_loading === true)),
  },
  {
    id: "tools-required",
    path: "",
    message: "Requests which include `tool_use` or `tool_result` blocks must define tools.",
    source: "seen",
    find: (request) =>
      request.tools.length > 0
        ? undefined
        : findBlock(request, ({ type }) => type === "tool_use" || type === "tool_result"),
  },
];
