// practice/rules/tools · tool definitions.

import { isJsonSchema } from "../schema.ts";
import {
  type Checked,
  extraField,
  type Fields,
  findBlock,
  findIn,
  isFields,
  type Rule,
  somewhere,
  tagList,
} from "./rule.ts";

/** The tags of tools; all but `custom` are defined by the API itself and not looked into. */
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
  "tool_search_tool_bm25_20251119",
  "tool_search_tool_regex_20251119",
  "web_fetch_20250910",
  "web_fetch_20260209",
  "web_fetch_20260309",
  "web_fetch_20260318",
  "web_search_20250305",
  "web_search_20260209",
  "web_search_20260318",
];

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

const isCustom = (tool: Fields): boolean => (tool.type ?? "custom") === "custom";

type Test = (tool: Fields, index: number) => boolean | Record<string, string> | undefined;

const findCustom = ({ tools }: Checked, test: Test) =>
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
    message: "Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}",
    source: "seen",
    find: ({ tools }) =>
      findIn(tools, (tool) => {
        const tag = String(tool.type ?? "custom");
        return !TOOL_TAGS.includes(tag) && { tag, tags: tagList(TOOL_TAGS) };
      }),
  },
  {
    id: "tool-field-required",
    path: "tools.#.custom.{field}",
    message: "Field required",
    source: "seen",
    find: (request) =>
      findCustom(request, (tool) => {
        const field = ["name", "input_schema"].find((name) => !(name in tool));
        return field !== undefined && { field };
      }),
  },
  {
    id: "tool-unknown-field",
    path: "tools.#.custom.{field}",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: (request) =>
      findCustom(request, (tool) => {
        const field = extraField(tool, CUSTOM_FIELDS);
        return field !== undefined && { field };
      }),
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
    "JSON schema is invalid. It must match JSON Schema draft 2020-12",
    (schema) => !isJsonSchema(schema),
  ),
  {
    id: "tool-unique",
    path: "tools",
    message: "Tool names must be unique.",
    source: "seen",
    find: ({ tools }) => somewhere(new Set(tools.map((tool) => tool.name)).size < tools.length),
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
