// practice/brain/offer · what the offered tools can do, known by their names and their input schemas.
import { type Fields, isFields, listOf } from "../json/fields.ts";
import { readSkills } from "./catalogue.ts";
import { readMemories } from "./memories.ts";
import { readPlans } from "./plans.ts";
import { keyOf, needsOnly } from "./shape.ts";
import type { Call, Offer } from "./types.ts";

const PATH = ["path", "file_path", "filepath", "filename", "file"];

interface Shape {
  name: string;
  schema: Fields;
  /** Its schema comes with a search. */
  isUnknown: true | undefined;
  has(keys: string[], type?: string): string | undefined;
  /** Whether the schema asks for nothing but these keys. */
  needsOnly(...keys: (string | undefined)[]): boolean;
}

/** Reads `tools` of a request body; a tool of an unknown name or shape is only listed. */
export function readOffer(body: unknown): Offer {
  const fields = isFields(body) ? body : {};
  const choice = isFields(fields.tool_choice) ? fields.tool_choice.type : undefined;
  const shapes = choice === "none" ? [] : listOf(fields.tools).flatMap(shapeOf);
  const names = shapes.map((shape) => shape.name);
  const tools = shapes.map(({ name, schema, isUnknown }) => ({
    name,
    schema,
    ...(isUnknown && { isUnknown }),
  }));
  const given = { skills: readSkills(body), memories: readMemories(body), plans: readPlans(body) };
  const offer: Offer = { names, tools, ...given };
  for (const shape of shapes) add(offer, shape);
  return offer;
}

function shapeOf(tool: unknown): Shape[] {
  if (!isFields(tool) || typeof tool.name !== "string") return [];
  const schema = isFields(tool.input_schema) ? tool.input_schema : {};
  return [
    {
      name: tool.name,
      schema,
      isUnknown: tool.defer_loading === true && schema.properties === undefined ? true : undefined,
      has: (keys, type) => keyOf(schema, keys, type),
      needsOnly: (...keys) => needsOnly(schema, keys),
    },
  ];
}

function add(offer: Offer, shape: Shape): void {
  if (
    /^(?:bash|shell|sh|terminal|run_command|execute_command|run_shell_command)$/i.test(shape.name)
  )
    addShell(offer, shape);
  if (/^(?:read_?file|read|view_file|open_file)$/i.test(shape.name)) addRead(offer, shape);
  if (/^(?:write_?file|write|create_file)$/i.test(shape.name)) addWrite(offer, shape);
  if (/^(?:edit_?file|edit|str_replace|replace_in_file)$/i.test(shape.name)) addEdit(offer, shape);
  if (/^(?:glob|find_files|glob_files)$/i.test(shape.name)) addGlob(offer, shape);
  if (/^todo_?write$/i.test(shape.name)) addTodo(offer, shape);
  if (/^(?:task|subagent)$/i.test(shape.name)) addTask(offer, shape);
  if (/^load_?skill$/i.test(shape.name)) addSkill(offer, shape);
  // A focus, where there is one, is left to the tool.
  if (/^compact$/i.test(shape.name) && shape.needsOnly())
    offer.compact = () => ({ name: shape.name, input: {} });
  if (/^session_?status$/i.test(shape.name) && shape.needsOnly())
    offer.status = () => ({ name: shape.name, input: {} });
}

function addShell(offer: Offer, { name, has, needsOnly }: Shape): void {
  const key = has(["command", "cmd", "script"]);
  if (key !== undefined && needsOnly(key))
    offer.shell = (command) => ({ name, input: { [key]: command } });
}

function addRead(offer: Offer, { name, has, needsOnly }: Shape): void {
  const path = has(PATH);
  const limit = has(["limit", "max_lines", "lines"], "number");
  if (path === undefined || !needsOnly(path)) return;
  offer.read = (file, lines): Call | undefined => {
    if (lines === undefined) return { name, input: { [path]: file } };
    return limit === undefined ? undefined : { name, input: { [path]: file, [limit]: lines } };
  };
}

function addWrite(offer: Offer, { name, has, needsOnly }: Shape): void {
  const path = has(PATH);
  const content = has(["content", "contents", "text", "file_text", "data"]);
  if (path === undefined || content === undefined || !needsOnly(path, content)) return;
  offer.write = (file, text) => ({ name, input: { [path]: file, [content]: text } });
}

function addEdit(offer: Offer, { name, has, needsOnly }: Shape): void {
  const path = has(PATH);
  const old = has(["old_text", "old_string", "old_str", "old", "search"]);
  const next = has(["new_text", "new_string", "new_str", "new", "replace", "replacement"]);
  const all = has(["replace_all"], "boolean");
  if (path === undefined || old === undefined || next === undefined) return;
  if (!needsOnly(path, old, next, all)) return;
  offer.edit = (file, before, after, once = false) => ({
    name,
    input: {
      [path]: file,
      [old]: before,
      [next]: after,
      ...(all === undefined || once ? {} : { [all]: true }),
    },
  });
}

function addGlob(offer: Offer, { name, has, needsOnly }: Shape): void {
  const key = has(["pattern", "glob", "glob_pattern"]);
  if (key !== undefined && needsOnly(key))
    offer.glob = (pattern) => ({ name, input: { [key]: pattern } });
}

function addTodo(offer: Offer, { name, has, needsOnly }: Shape): void {
  const key = has(["todos"], "array");
  if (key !== undefined && needsOnly(key))
    offer.todo = (todos) => ({ name, input: { [key]: todos } });
}

function addTask(offer: Offer, { name, has, needsOnly }: Shape): void {
  const key = has(["description", "prompt", "task"]);
  if (key !== undefined && needsOnly(key))
    offer.task = (description) => ({ name, input: { [key]: description } });
}

function addSkill(offer: Offer, { name, has, needsOnly }: Shape): void {
  const key = has(["name", "skill"]);
  if (key !== undefined && needsOnly(key))
    offer.loadSkill = (skill) => ({ name, input: { [key]: skill } });
}
