// practice/validation/rules/settings · the system prompt, and how the model is asked to answer.
import { isFields, listOf } from "../../json/fields.ts";
import { mistypedField } from "./blockShapes.ts";
import { valueAt } from "./fields.ts";
import { extraField, fieldWords, findIn, type Rule, somewhere } from "./rule.ts";

export const settingRules: Rule[] = [
  {
    id: "user-id-type",
    path: "metadata.user_id",
    message: "Input should be a valid string",
    source: "inferred",
    find: ({ fields }) =>
      somewhere(typeof (valueAt(fields, "metadata.user_id") ?? "") !== "string"),
  },
  {
    id: "stop-sequence-blank",
    path: "stop_sequences",
    message: "each stop sequence must contain non-whitespace",
    source: "inferred",
    find: ({ fields }) =>
      somewhere(
        listOf(fields.stop_sequences).some((text) => typeof text !== "string" || !text.trim()),
      ),
  },
  {
    id: "output-format",
    path: "output_config.format",
    message: "Input should be a JSON schema: { type: 'json_schema', schema: ... }",
    source: "inferred",
    find: ({ fields }) => {
      const format = valueAt(fields, "output_config.format") ?? { type: "json_schema", schema: {} };
      const good = isFields(format) && format.type === "json_schema" && isFields(format.schema);
      return somewhere(!good);
    },
  },
  {
    id: "system-type",
    path: "system",
    message: "Input should be a valid list",
    source: "inferred",
    find: ({ fields: { system } }) =>
      somewhere(
        system !== undefined &&
          system !== null &&
          typeof system !== "string" &&
          !Array.isArray(system),
      ),
  },
  {
    id: "system-block",
    path: "system.#",
    message: "Input tag '{tag}' found using 'type' does not match any of the expected tags: 'text'",
    source: "inferred",
    find: ({ fields }) =>
      findIn(listOf(fields.system), (block) => {
        const tag = isFields(block) ? block.type : undefined;
        return tag !== "text" && { tag: String(tag) };
      }),
  },
  {
    id: "system-unknown-field",
    path: "system.#.text.{field}",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: ({ fields }) =>
      findIn(listOf(fields.system), (block) => {
        const known = ["type", "text", "cache_control", "citations"];
        return isFields(block) && fieldWords(extraField(block, known));
      }),
  },
  {
    id: "system-field-type",
    path: "system.#.text.{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: ({ fields }) =>
      findIn(listOf(fields.system), (block) =>
        isFields(block) ? mistypedField("text", block) : undefined,
      ),
  },
  {
    id: "system-cached-empty-text",
    path: "system.#",
    message: "cache_control cannot be set for empty text blocks",
    source: "seen",
    find: ({ fields }) =>
      findIn(
        listOf(fields.system),
        (block) => isFields(block) && !block.text && isFields(block.cache_control),
      ),
  },
  {
    id: "system-empty-text",
    path: "system",
    message: "text content blocks must be non-empty",
    source: "seen",
    find: ({ fields }) =>
      somewhere(listOf(fields.system).some((block) => isFields(block) && !block.text)),
  },
];
