// practice/brain/wanted · the form that a request wants its reply in: a call of some tool, or a value for a schema.
import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { readTurn } from "./conversation.ts";
import { valueFrom } from "./values.ts";

type Said = Reply & { rule: string };

/**
 * The reply as the request wants it. While there is work to do, its calls come first. Then, with `tool_choice` any
 * or tool, it has a call of such a tool; a tool that the harness takes its answer from is called once; and with a
 * schema for the output, a text is JSON that is valid for it. `words` are what the person said last.
 */
export function asWanted(reply: Said, body: unknown, words: string): Said {
  const fields = isFields(body) ? body : {};
  const forced = forcedTools(fields);
  const isForced = ({ name }: { name: string }) => forced.some((tool) => tool.name === name);
  const calls = (reply.calls ?? []).filter((call) => forced.length === 0 || isForced(call));
  if (calls.length > 0) return { ...reply, calls };
  const { outcomes } = readTurn(body);
  const called = outcomes.map(({ call }) => call.name);
  const brought = outcomes.filter(({ failed }) => !failed).map(({ text = "" }) => unnumbered(text));
  const value = (schema: unknown) => valueFrom(schema, words, brought.filter(Boolean).reverse());
  if (forced.length > 0)
    return { calls: [callOf(chosenOf(forced, called), words, value)], rule: "forced" };
  const output = answerTool(fields);
  if (output !== undefined && !called.includes(String(output.name)))
    return { ...reply, calls: [callOf(output, words, value)], rule: "structured" };
  const schema = schemaOf(fields);
  if (schema === undefined) return reply;
  return { text: JSON.stringify(value(schema)), rule: "structured" };
}

/** Tools that read a file put numbers before its lines. */
const unnumbered = (text: string): string =>
  /^ *\d+[\t→]/.test(text) ? text.replace(/^ *\d+(?:[\t→]|$)/gm, "").trimEnd() : text;

/** The tools that have a schema; those of the API's own have none. */
const ownTools = ({ tools }: Fields): Fields[] =>
  listOf(tools)
    .filter(isFields)
    .filter(({ input_schema }) => isFields(input_schema));

/** The tools of which one must be called. */
function forcedTools(fields: Fields): Fields[] {
  const { type, name } = isFields(fields.tool_choice) ? fields.tool_choice : {};
  if (type !== "any" && type !== "tool") return [];
  return ownTools(fields).filter((tool) => type === "any" || tool.name === name);
}

/** Tools by which a harness takes the answer, by name; the first must be called, though no choice of tools says so. */
const ANSWER =
  /^(?:structured_?output|final_?(?:answer|output|response|result)|attempt_completion|submit_?(?:answer|output|response|result))$/i;
const OTHER = /^(?:extract-\d+|json)$/i;

function answerTool(fields: Fields): Fields | undefined {
  const { type } = isFields(fields.tool_choice) ? fields.tool_choice : {};
  return type === "none"
    ? undefined
    : ownTools(fields).find(({ name }) => ANSWER.test(String(name)));
}

/** Tools that change something outside, whatever they are called with. */
const ACTS =
  /^(?:bash|shell|sh|terminal|(?:run|execute)_.*|(?:write|edit|create|delete|remove|send|move|kill|str_replace).*|agent|task|subagent)$/i;

/** Of the tools that may be called when the rules call none: the one for the answer, or one that changes nothing and was not called. */
function chosenOf(forced: Fields[], called: string[]): Fields {
  const isOutput = ({ name }: Fields) => [ANSWER, OTHER].some((form) => form.test(String(name)));
  const harmless = forced.filter(({ name }) => !ACTS.test(String(name)));
  const fresh = harmless.find(({ name }) => !called.includes(String(name)));
  return forced.find(isOutput) ?? fresh ?? harmless[0] ?? forced[0] ?? {};
}

/** A shell that must be called and has nothing to do does nothing. */
function callOf(tool: Fields, words: string, valueFor: (schema: unknown) => unknown) {
  const name = String(tool.name);
  const value = valueFor(tool.input_schema);
  const input = isFields(value) ? value : {};
  const { command } = input;
  const isSaid = typeof command !== "string" || (command !== "" && words.includes(command));
  return { name, input: ACTS.test(name) && !isSaid ? { ...input, command: "true" } : input };
}

/** The schema that the output must be valid for; an earlier name of the field is known, too. */
function schemaOf({ output_config, output_format }: Fields): unknown {
  const config = isFields(output_config) ? output_config : {};
  const format = isFields(config.format) ? config.format : output_format;
  return isFields(format) ? format.schema : undefined;
}
