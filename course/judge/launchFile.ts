// course/judge/launchFile · launch.json: how an agent from elsewhere is started and spoken with.
import { z } from "zod";
import { type JsonFile, type Path, parseJson, showPath } from "../../practice/json/json.ts";
import { isRecord } from "../base/json.ts";
import { messageOf } from "../base/text.ts";
import { STAGES } from "../spec/elsewhere.ts";
import { SPEC_TOOLS, type ToolNames } from "./toolNames.ts";

/** The fields of launch.json; their descriptions go into launch.schema.json. */
const fields = z.strictObject({
  $schema: z.string().optional().describe("Where an editor finds this schema."),
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'The program and its words, such as ["python3", "agent.py"]. Files of the folder are found wherever the agent is started.',
    ),
  speaks: z
    .enum(STAGES)
    .default("control")
    .describe(
      'How the agent is spoken with. "once": one prompt on the command line. "lines": a session on standard input. "control": the control protocol.',
    ),
  once: z
    .array(z.string())
    .default(["-p"])
    .describe("The words before a prompt on the command line."),
  prompt: z
    .string()
    .min(1)
    .optional()
    .describe(
      'For "lines": what the agent prints last when it waits for a line, such as "py >> ".',
    ),
  tools: z
    .record(
      z.string(),
      z.union([
        z.string().min(1),
        z.strictObject({
          name: z.string().min(1).describe("The agent's name for the tool."),
          input: z
            .record(z.string(), z.string().min(1))
            .optional()
            .describe("For each field of the tool, the agent's name for it."),
        }),
      ]),
    )
    .optional()
    .describe(
      'The agent\'s names for the tools that a spec calls, such as {"bash": "Bash"} or {"bash": {"name": "Bash", "input": {"command": "cmd"}}}.',
    ),
  patience: z
    .number()
    .positive()
    .max(600)
    .default(10)
    .describe("After this many seconds without output, a request or an exit, a wait is given up."),
});

/** What launch.json says. */
export type LaunchFile = z.infer<typeof fields>;

/** launch.json as a JSON schema, for editors; course/judge/launch.schema.json is this. */
export const launchSchema = (): object => ({
  ...z.toJSONSchema(fields, { io: "input" }),
  if: { properties: { speaks: { const: "lines" } }, required: ["speaks"] },
  // biome-ignore lint/suspicious/noThenProperty: the name that JSON schema has for it
  then: { required: ["prompt"] },
});

/** Reads the text of a launch.json. Throws an Error of one line: file, line, what is wrong, what to write. */
export function parseLaunchFile(text: string, fileName: string): LaunchFile {
  const file = readJson(text, fileName);
  const { success, data, error } = fields.safeParse(file.value);
  if (!success) {
    const [path, words] = problemOf(firstOf(error.issues), file.value);
    throw new Error(`${fileName}:${file.lineOf(path)}: ${words}`);
  }
  const wrong = toolProblem(data.tools ?? {});
  if (wrong) throw new Error(`${fileName}:${file.lineOf(wrong.path)}: ${wrong.words}`);
  if (data.speaks === "lines" && data.prompt === undefined)
    throw new Error(
      `${fileName}:${file.lineOf(["speaks"])}: "speaks": "lines" needs "prompt": what the agent prints last when it waits for a line, such as "prompt": "py >> ".`,
    );
  return data;
}

function readJson(text: string, fileName: string): JsonFile {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${fileName}:${messageOf(error)}`);
  }
}

/** A mistyped key comes first: it is why another one is missing. */
const firstOf = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue | undefined =>
  issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];

/** Where the first problem is, and what to write instead. */
function problemOf(issue: z.core.$ZodIssue | undefined, value: unknown): [Path, string] {
  const path = (issue?.path ?? []).map((part) => (typeof part === "number" ? part : String(part)));
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const known = Object.keys(fields.shape).filter((name) => name !== "$schema");
    return [[...path, key], unknownKey(key, known)];
  }
  const name = showPath(path);
  if (path.length === 0) return [[], EXAMPLE];
  if (path[0] === "command") return [path, commandProblem(value)];
  if (path[0] === "speaks") return [path, `"speaks" must be ${listed(STAGES)}.`];
  if (path[0] === "once")
    return [path, '"once" must be a list of words, such as ["-p"], or [] for none.'];
  if (path[0] === "tools") return toolShape(path, value);
  if (path[0] === "patience") return [path, '"patience" must be a number of seconds, 600 at most.'];
  return [path, `"${name}" must be a string that is not empty.`];
}

const EXAMPLE = 'It must be an object such as {"command": ["python3", "agent.py"]}.';

function commandProblem(value: unknown): string {
  const isObject = typeof value === "object" && value !== null && "command" in value;
  const command = isObject ? value.command : undefined;
  if (command === undefined)
    return '"command" is missing: a list of words, such as ["python3", "agent.py"].';
  if (typeof command !== "string")
    return '"command" must be a list of words, such as ["python3", "agent.py"].';
  const words = JSON.stringify(command.split(/\s+/).filter(Boolean));
  return `"command" must be a list of words, not a string. Write "command": ${words}.`;
}

const listed = (words: readonly string[]) => words.map((word) => `"${word}"`).join(" or ");

const TOOLS_EXAMPLE =
  '"tools" must give the agent\'s name for each tool, such as {"bash": "Bash"} or {"bash": {"name": "Bash", "input": {"command": "cmd"}}}.';

/** What is wrong with the shape of "tools". */
function toolShape(path: Path, value: unknown): [Path, string] {
  const [, tool] = path;
  const tools = isRecord(value) && isRecord(value.tools) ? value.tools : {};
  const names = typeof tool === "string" ? tools[tool] : undefined;
  const key = isRecord(names)
    ? Object.keys(names).find((name) => !TOOL_KEYS.includes(name))
    : undefined;
  if (key === undefined) return [path, TOOLS_EXAMPLE];
  return [[...path.slice(0, 2), key], unknownKey(key, TOOL_KEYS)];
}

const TOOL_KEYS = ["name", "input"];

/** A tool or a field that no spec calls, or one name for two tools. */
function toolProblem(tools: ToolNames): { path: Path; words: string } | undefined {
  const seen = new Map<string, string>();
  for (const [tool, value] of Object.entries(tools)) {
    const fieldsOfTool = SPEC_TOOLS[tool];
    if (fieldsOfTool === undefined)
      return {
        path: ["tools", tool],
        words: unknownKey(tool, Object.keys(SPEC_TOOLS), "a tool of the specs"),
      };
    const { name, input = {} } = typeof value === "string" ? { name: value } : value;
    const other = seen.get(name);
    if (other !== undefined)
      return { path: ["tools", tool], words: `"${other}" and "${tool}" cannot both be "${name}".` };
    seen.set(name, tool);
    const field = Object.keys(input).find((one) => !fieldsOfTool.includes(one));
    if (field !== undefined)
      return {
        path: ["tools", tool, "input", field],
        words: unknownKey(field, fieldsOfTool, `a field of ${tool}`),
      };
  }
  return undefined;
}

/** Names the key, and the one that was probably meant, or else all of them. */
function unknownKey(key: string, known: readonly string[], kind?: string): string {
  const what = kind === undefined ? `"${key}" is not known here.` : `"${key}" is not ${kind}.`;
  const distances = known.map((name) => ({ name, distance: distance(key.toLowerCase(), name) }));
  const [near] = distances.sort((a, b) => a.distance - b.distance);
  if (near && near.distance <= Math.max(2, key.length / 3))
    return `${what} Did you mean "${near.name}"?`;
  const all = known.map((name) => `"${name}"`).join(", ") || "none";
  return `${what} There are: ${all}.`;
}

/** How many letters must be put in, left out or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
