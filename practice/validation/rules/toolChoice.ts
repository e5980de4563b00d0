// practice/validation/rules/toolChoice · the choice among the tools.

import { type Fields, isFields } from "../../json/fields.ts";
import { type Kind, wrongField } from "./fields.ts";
import { type Checked, extraField, type Rule, somewhere, tagList, UNKNOWN_TAG } from "./rule.ts";

const CHOICE_FIELDS: Record<string, readonly string[]> = {
  auto: ["type", "disable_parallel_tool_use"],
  any: ["type", "disable_parallel_tool_use"],
  tool: ["type", "name", "disable_parallel_tool_use"],
  none: ["type"],
};

/** The kinds of the fields that a choice may have. */
const KINDS: Record<string, Kind> = { name: "string", disable_parallel_tool_use: "boolean" };

const choiceOf = ({ fields }: Checked): Fields | undefined =>
  isFields(fields.tool_choice) ? fields.tool_choice : undefined;

const choiceType = (request: Checked): string => String(choiceOf(request)?.type);

export const toolChoiceRules: Rule[] = [
  {
    id: "tool-choice-type",
    path: "tool_choice",
    message: UNKNOWN_TAG,
    source: "inferred",
    find: (request) =>
      somewhere(
        choiceOf(request) !== undefined && !Object.hasOwn(CHOICE_FIELDS, choiceType(request)),
        {
          tag: choiceType(request),
          tags: tagList(Object.keys(CHOICE_FIELDS)),
        },
      ),
  },
  {
    id: "tool-choice-unknown-field",
    path: "tool_choice.{type}.{field}",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: (request) => {
      const type = choiceType(request);
      const field = extraField(choiceOf(request) ?? {}, CHOICE_FIELDS[type] ?? []);
      return field === undefined ? undefined : { words: { type, field } };
    },
  },
  {
    id: "tool-choice-name-required",
    path: "tool_choice.tool.name",
    message: "Field required",
    source: "inferred",
    find: (request) =>
      somewhere(choiceType(request) === "tool" && choiceOf(request)?.name === undefined),
  },
  {
    id: "tool-choice-field-type",
    path: "tool_choice.{type}.{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: (request) => {
      const found = wrongField(choiceOf(request) ?? {}, KINDS, Object.keys(KINDS));
      return found && { words: { type: choiceType(request), ...found } };
    },
  },
  {
    id: "tool-choice-without-tools",
    path: "",
    message: "tool_choice may only be specified while providing tools.",
    source: "seen",
    find: (request) => somewhere(choiceOf(request) !== undefined && request.tools.length === 0),
  },
  {
    id: "tool-choice-unknown-tool",
    path: "",
    message: "Tool '{name}' not found in provided tools",
    source: "seen",
    find: (request) => {
      const name = choiceOf(request)?.name;
      const missing =
        choiceType(request) === "tool" && !request.tools.some((tool) => tool.name === name);
      return somewhere(missing, { name: String(name) });
    },
  },
  {
    id: "tool-choice-forced",
    path: "tool_choice",
    message: 'type "tool" and "any" are not supported for this model.',
    source: "docs",
    find: (request) =>
      somewhere(
        request.profile?.forcedToolChoice === false &&
          ["any", "tool"].includes(choiceType(request)),
      ),
  },
];
