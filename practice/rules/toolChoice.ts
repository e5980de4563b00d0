// practice/rules/toolChoice · the choice among the tools.
import {
  type Checked,
  extraField,
  type Fields,
  isFields,
  type Rule,
  somewhere,
  tagList,
} from "./rule.ts";

const CHOICE_FIELDS: Record<string, readonly string[]> = {
  auto: ["type", "disable_parallel_tool_use"],
  any: ["type", "disable_parallel_tool_use"],
  tool: ["type", "name", "disable_parallel_tool_use"],
  none: ["type"],
};

const choiceOf = ({ fields }: Checked): Fields | undefined =>
  isFields(fields.tool_choice) ? fields.tool_choice : undefined;

const choiceType = (request: Checked): string => String(choiceOf(request)?.type);

export const toolChoiceRules: Rule[] = [
  {
    id: "tool-choice-type",
    path: "tool_choice",
    message: "Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}",
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
