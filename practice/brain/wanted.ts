// practice/brain/wanted · the form that a request wants its reply in: a call of some tool, or a value for a schema.
import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { readTurn } from "./conversation.ts";
import { type Facts, readFacts, valueFrom } from "./values.ts";

type Said = Reply & { rule: string };

/**
 * The reply as the request wants it. While there is work to do, its calls come first. Then, with `tool_choice` any
 * or tool, it has a call of such a tool; a tool that the harness takes its answer from is called once; and with a
 * schema for the output, a text is JSON that is valid for it. `words` are what the person said last.
 */
export function asWanted(reply: Said, body: unknown, words: string): Said {
  const fields = isFields(body) ? body : {};
  const facts = () => readFacts(words, body);
  const forced = forcedTools(fields);
  const called = () => readTurn(body).outcomes.map(({ call }) => call.name);
  if (forced.length > 0) {
    const calls = (reply.calls ?? []).filter(({ name }) =>
      forced.some((tool) => tool.name === name),
    );
    if (calls.length > 0) return { ...reply, calls };
    return { calls: [callOf(chosenOf(forced, called()), facts())], rule: "forced" };
  }
  if ((reply.calls ?? []).length > 0) return reply;
  const output = demandedTool(fields);
  if (output !== undefined && !called().includes(String(output.name)))
    return { ...reply, calls: [callOf(output, facts())], rule: "structured" };
  const schema = schemaOf(fields);
  if (schema === undefined) return reply;
  return { text: JSON.stringify(valueFrom(schema, facts())), rule: "structured" };
}

/** The tools that have a schema; those of the API's own have none. */
const ownTools = ({ tools }: Fields): Fields[] =>
  listOf(tools)
    .filter(isFields)
    .filter(({ input_schema }) => isFields(input_schema));

/** The tools of which one must be called. */
function forcedTools(fields: Fields): Fields[] {
  const { tool_choice } = fields;
  if (!isFields(tool_choice)) return [];
  if (tool_choice.type === "any") return ownTools(fields);
  const isNamed = (tool: Fields) => tool.name === tool_choice.name;
  return tool_choice.type === "tool" ? ownTools(fields).filter(isNamed) : [];
}

/** Tools by which a harness takes the answer, by name; the first are there for nothing else, whatever is said of them. */
const ANSWER_NAME =
  /^(?:structured_?output|final_?(?:answer|output|response|result)|attempt_completion|submit_?(?:answer|output|response|result))$/i;
const OTHER_NAME = /^(?:extract-\d+|json)$/i;
const ANSWER_WORDS =
  /\bstructured (?:output|format|response)|\bfinal (?:answer|response|result)|\brespond with a json\b/i;
/** Without it an answer in words would do. */
const DEMAND =
  /\b(?:must|always) (?:be )?(?:call|use)|\bends? (?:the|this|your) (?:turn|conversation)\b/i;

const isOutput = ({ name, description }: Fields): boolean =>
  [ANSWER_NAME, OTHER_NAME].some((form) => form.test(String(name))) ||
  ANSWER_WORDS.test(String(description ?? ""));

/** The tool that the answer must be given by, though no choice of tools says so. */
function demandedTool(fields: Fields): Fields | undefined {
  const { tool_choice } = fields;
  if (isFields(tool_choice) && tool_choice.type === "none") return undefined;
  return ownTools(fields).find(
    (tool) =>
      ANSWER_NAME.test(String(tool.name)) || (isOutput(tool) && DEMAND.test(`${tool.description}`)),
  );
}

/** Tools that change something outside, whatever they are called with. */
const ACTS =
  /^(?:bash|shell|sh|terminal|(?:run|execute)_.*|(?:write|edit|create|delete|remove|send|move|kill|str_replace).*|agent|task|subagent)$/i;

/**
 * Of the tools that may be called when the rules call none: the one for the answer; of others one that changes
 * nothing, and after a call the last of them, because a harness puts its own behind the person's.
 */
function chosenOf(forced: Fields[], called: string[]): Fields {
  const output = forced.find(isOutput);
  const harmless = forced.filter(({ name }) => !ACTS.test(String(name)));
  const fresh = harmless.filter(({ name }) => !called.includes(String(name)));
  const other = called.length > 0 ? (fresh.at(-1) ?? harmless.at(-1)) : harmless[0];
  return output ?? other ?? forced[0] ?? {};
}

const SHELL_KEYS = ["command", "cmd", "script"];

/** A command that is not in the person's words does nothing. */
function callOf(tool: Fields, facts: Facts) {
  const name = String(tool.name);
  const value = valueFrom(tool.input_schema, facts);
  const input = isFields(value) ? value : {};
  if (!ACTS.test(name)) return { name, input };
  const isSaid = (text: string) => text !== "" && facts.words.includes(text);
  const commands = SHELL_KEYS.filter((key) => {
    const command = input[key];
    return typeof command === "string" && !isSaid(command);
  });
  return { name, input: { ...input, ...Object.fromEntries(commands.map((key) => [key, "true"])) } };
}

/** The schema that the output must be valid for; an earlier name of the field is known, too. */
function schemaOf({ output_config, output_format }: Fields): unknown {
  const config = isFields(output_config) ? output_config : {};
  const format = isFields(config.format) ? config.format : output_format;
  return isFields(format) ? format.schema : undefined;
}
