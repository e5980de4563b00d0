// practice/brain/wanted · the form that a request wants its reply in: a call of some tool, or a value for a schema.
import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { valueFrom } from "./values.ts";

type Said = Reply & { rule: string };

/**
 * The reply as the request wants it. With `tool_choice` any or tool it has a call of such a tool; with a schema for
 * the output, a text is JSON that is valid for it. `words` are what the person said last.
 */
export function asWanted(reply: Said, body: unknown, words: string): Said {
  const fields = isFields(body) ? body : {};
  const forced = forcedTools(fields);
  if (forced.length > 0) return withCall(reply, forced, words);
  const schema = schemaOf(fields);
  if (schema === undefined || (reply.calls ?? []).length > 0) return reply;
  return { text: JSON.stringify(valueFrom(schema, words)), rule: "structured" };
}

/** The tools of which one must be called. */
function forcedTools({ tools, tool_choice }: Fields): Fields[] {
  if (!isFields(tool_choice)) return [];
  const own = listOf(tools).filter((tool) => isFields(tool) && isFields(tool.input_schema));
  if (tool_choice.type === "any") return own.filter(isFields);
  const isNamed = (tool: Fields) => tool.name === tool_choice.name;
  return tool_choice.type === "tool" ? own.filter(isFields).filter(isNamed) : [];
}

function withCall(reply: Said, forced: Fields[], words: string): Said {
  const calls = (reply.calls ?? []).filter(({ name }) => forced.some((tool) => tool.name === name));
  if (calls.length > 0) return { ...reply, calls };
  const [tool] = forced;
  const input = valueFrom(tool?.input_schema, words) ?? {};
  return { calls: [{ name: String(tool?.name), input }], rule: "forced" };
}

/** The schema that the output must be valid for; an earlier name of the field is known, too. */
function schemaOf({ output_config, output_format }: Fields): unknown {
  const config = isFields(output_config) ? output_config : {};
  const format = isFields(config.format) ? config.format : output_format;
  return isFields(format) ? format.schema : undefined;
}
