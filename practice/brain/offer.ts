// practice/brain/offer · what the offered tools can do, known by their names and their input schemas.
import { isFields, listOf } from "../json/fields.ts";
import { readSkills } from "./catalogue.ts";
import { readMemories } from "./memories.ts";
import { readPlans } from "./plans.ts";
import { keyOf, needsOnly } from "./shape.ts";
import type { Call, Offer } from "./types.ts";

type OfferedTool = NonNullable<Offer["tools"]>[number];

/** Reads `tools` of a request body; a tool of an unknown name or shape is only listed. */
export function readOffer(body: unknown): Offer {
  const fields = isFields(body) ? body : {};
  const choice = isFields(fields.tool_choice) ? fields.tool_choice.type : undefined;
  const tools = choice === "none" ? [] : listOf(fields.tools).flatMap(toolOf);
  const given = { skills: readSkills(body), memories: readMemories(body), plans: readPlans(body) };
  const offer: Offer = { names: tools.map(({ name }) => name), tools, ...given };
  for (const tool of tools) add(offer, tool);
  return offer;
}

function toolOf(tool: unknown): OfferedTool[] {
  if (!isFields(tool) || typeof tool.name !== "string") return [];
  const schema = isFields(tool.input_schema) ? tool.input_schema : {};
  const isUnknown = tool.defer_loading === true && schema.properties === undefined;
  return [{ name: tool.name, schema, ...(isUnknown && { isUnknown }) }];
}

/** What a tool of some names can do, where its schema has these properties and asks for no others. */
interface Kind {
  named: RegExp;
  /** The names that each property may have. */
  must: string[][];
  /** Their type; text, where nothing is said. */
  type?: string;
  /** One that it may have. */
  may?: { names: string[]; type: string };
  /** `call` takes the values in the order of the properties; one that is undefined is left out. */
  give(call: (...values: unknown[]) => Call, hasMay: boolean): Partial<Offer>;
}

const PATH = ["path", "file_path", "filepath", "filename", "file"];
const KINDS: Kind[] = [
  {
    named: /^(?:bash|shell|sh|terminal|run_command|execute_command|run_shell_command)$/i,
    must: [["command", "cmd", "script"]],
    give: (call) => ({ shell: call }),
  },
  {
    named: /^(?:read_?file|read|view_file|open_file)$/i,
    must: [PATH],
    may: { names: ["limit", "max_lines", "lines"], type: "number" },
    give: (call, hasLimit) => ({
      read: (path, lines) => (lines === undefined || hasLimit ? call(path, lines) : undefined),
    }),
  },
  {
    named: /^(?:write_?file|write|create_file)$/i,
    must: [PATH, ["content", "contents", "text", "file_text", "data"]],
    give: (call) => ({ write: call }),
  },
  {
    named: /^(?:edit_?file|edit|str_replace|replace_in_file)$/i,
    must: [
      PATH,
      ["old_text", "old_string", "old_str", "old", "search"],
      ["new_text", "new_string", "new_str", "new", "replace", "replacement"],
    ],
    may: { names: ["replace_all"], type: "boolean" },
    give: (call) => ({
      edit: (path, old, text, once) => call(path, old, text, once === true ? undefined : true),
    }),
  },
  {
    named: /^(?:glob|find_files|glob_files)$/i,
    must: [["pattern", "glob", "glob_pattern"]],
    give: (call) => ({ glob: call }),
  },
  {
    named: /^todo_?write$/i,
    must: [["todos"]],
    type: "array",
    give: (call) => ({ todo: call }),
  },
  {
    named: /^(?:task|subagent)$/i,
    must: [["description", "prompt", "task"]],
    give: (call) => ({ task: call }),
  },
  {
    named: /^load_?skill$/i,
    must: [["name", "skill"]],
    give: (call) => ({ loadSkill: call }),
  },
  // A focus, where there is one, is left to the tool.
  { named: /^compact$/i, must: [], give: (call) => ({ compact: call }) },
  {
    named: /^session_?status$/i,
    must: [],
    give: (call) => ({ status: call }),
  },
];

function add(offer: Offer, { name, schema }: OfferedTool): void {
  for (const { named, must, type, may, give } of KINDS) {
    const own = must.map((names) => keyOf(schema, names, type));
    if (!named.test(name) || own.includes(undefined) || !needsOnly(schema, own)) continue;
    const more = may && keyOf(schema, may.names, may.type);
    const keys = [...own, more].filter((key) => key !== undefined);
    const call = (...values: unknown[]): Call => {
      const given = keys.map((key, at) => [key, values[at]] as const);
      return { name, input: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
    };
    Object.assign(offer, give(call, more !== undefined));
  }
}
