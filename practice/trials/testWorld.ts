// practice/trials/testWorld · for tests: a folder, the tools of the chapters in their smallest form, and a loop that really runs them.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { think } from "../brain/brain.ts";
import type { Call } from "../brain/types.ts";
import said from "./testSaid.json" with { type: "json" };
import { createShell, type Ran } from "./testShell.ts";

export interface Message {
  role: "user" | "assistant";
  content: unknown;
}

const text = { type: "string" };
const flag = { type: "boolean" };

/** A tool of the smallest form; all its properties are required but for those that are named. */
export const tool = (
  name: string,
  properties: Record<string, unknown> = {},
  optional: string[] = [],
) => ({
  name,
  input_schema: {
    type: "object",
    properties,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
  },
});

export const BASH = [tool("bash", { command: text })];
const range = { offset: { type: "integer" }, limit: { type: "integer" } };
const change = { path: text, old_text: text, new_text: text, replace_all: flag };
export const FIVE = [
  ...BASH,
  tool("read_file", { path: text, ...range }, ["offset", "limit"]),
  tool("write_file", { path: text, content: text }),
  tool("edit_file", change, ["replace_all"]),
  tool("glob", { pattern: text }),
];

const items = { type: "object", properties: { content: text, status: text } };
export const TODO = [...FIVE, tool("todo_write", { todos: { type: "array", items } })];
export const TASK = [...FIVE, tool("task", { description: text })];
export const SKILL = [...FIVE, tool("load_skill", { name: text })];
const create = tool("create_task", { subject: text, description: text }, ["description"]);
const list = tool("list_tasks", { status: text }, ["status"]);
export const TASKS = [...TASK, create, list];
export const BACKGROUND = [
  ...FIVE.slice(1),
  tool("bash", { command: text, run_in_background: flag }, ["run_in_background"]),
  tool("read_background", { id: text }, ["id"]),
];
export const STATUS = [...FIVE, tool("session_status", { timezone: text }, ["timezone"])];
export const COMPACT = [...FIVE, tool("compact", { focus: text }, ["focus"])];
export const CRON = [
  ...FIVE,
  tool("schedule_cron", { cron: text, prompt: text, recurring: flag }, ["recurring"]),
  tool("list_crons"),
];
export const TEAM = [
  ...FIVE,
  tool("spawn_teammate", { name: text, role: text, prompt: text }),
  tool("send_message", { to: text, content: text }),
  tool("check_inbox"),
  tool("list_teammates"),
];

/** What is done with one task. */
export const oneTask = ["get_task", "claim_task", "complete_task", "release_task"].map((name) =>
  tool(name, { task_id: text }),
);

/** What a lead has that makes tasks and asks its mates to plan and to end. */
export const LEAD = [
  ...TEAM,
  create,
  list,
  ...oneTask,
  tool("request_shutdown", { teammate: text }),
  tool("request_plan", { teammate: text, task: text }),
  tool("review_plan", { request_id: text, approve: flag, feedback: text }, ["feedback"]),
];

/** What a lead has that gives tasks a worktree each. */
export const TREES = [
  ...LEAD,
  tool("create_worktree", { name: text, task_id: text }, ["task_id"]),
  tool("remove_worktree", { name: text }),
  tool("keep_worktree", { name: text }),
];

const service = { type: "string", enum: ["shop", "mail"] };

/** What a lead has with two servers of others that are connected. */
export const MCP = [
  ...TASKS,
  tool("connect_mcp", { name: text }),
  tool("list_mcp_resources", { server: text }, ["server"]),
  tool("read_mcp_resource", { server: text, uri: text }),
  tool("mcp__docs__get_version"),
  tool("mcp__docs__search_docs", { query: text }),
  tool("mcp__web__deploy", { service }),
  tool("mcp__web__status", { service }),
];

/** The same with a search for tools. */
export const FOUND = [...MCP, tool("find_tools", { query: text })];

/** What a lead has that remembers by itself, as tools of its own server. */
export const EGO = [
  ...FIVE,
  tool("mcp__ego__remember", { content: text, importance: { type: "integer" }, private: flag }, [
    "importance",
    "private",
  ]),
  tool("mcp__ego__recall", { context: text, n_results: { type: "integer" } }, ["n_results"]),
  tool("mcp__ego__search_memories", { query: text }),
  tool("mcp__ego__link_memories", { source_id: text, target_id: text, link_type: text }, [
    "link_type",
  ]),
  tool("mcp__ego__create_episode", { memory_ids: { type: "array", items: text }, summary: text }),
  tool("mcp__ego__get_episode", { episode_id: text }),
  tool("mcp__ego__consider_them", { person: text }, ["person"]),
  tool("mcp__ego__satisfy_desire", { name: text, quality: { type: "number" } }, ["quality"]),
  ...["wake_up", "feel_desires", "introspect", "am_i_being_genuine", "consolidate"].map((name) =>
    tool(`mcp__ego__${name}`),
  ),
];

/** What a mate has. */
export const MATE = [
  ...TEAM.filter(({ name }) => name !== "spawn_teammate"),
  list,
  ...oneTask,
  tool("submit_plan", { plan: text }),
];

/** A system text that names the skills of `perform`, with other text around them. */
export const SYSTEM = `You work in a folder.

Skills are manuals for certain work. When a request fits one, load it with load_skill before you start.
- code-review: How to review a change: what to read first, what to look for, how to report.
- commit-message: How to write one.

- not-a-skill: This line stands apart.`;

const MANUALS = new Map([
  ["code-review", "---\nname: code-review\n---\n# Code review\n\nRead the tests first.\n"],
  ["commit-message", "# Commit message\n"],
]);

const bash = createShell();

/** What commands printed that left the files as they were: the same one over the same files says the same again. */
const printed = new Map<string, Ran>();

export interface World {
  folder: string;
  write(path: string, content: string): void;
  read(path: string): string;
  remove(): void;
}

export function createWorld(files: Record<string, string> = {}): World {
  const above = mkdtempSync(join(tmpdir(), "brain-"));
  const folder = join(above, "world"); // some requests look into the folder above
  mkdirSync(folder);
  const world: World = {
    folder,
    write(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    read: (path) => readFileSync(join(folder, path), "utf8"),
    remove: () => rmSync(above, { recursive: true, force: true }),
  };
  for (const [path, content] of Object.entries(files)) world.write(path, content);
  return world;
}

export interface Run {
  answer: string;
  rule: string;
  /** The rules of the calls, in order. */
  rules: string[];
  calls: Call[];
  messages: Message[];
}

/** Asks the brain and runs what it calls until it answers; `history` is what was said before. */
export function ask(
  world: World,
  request: unknown,
  tools: unknown[],
  history: Message[] = [],
  system: unknown = "",
): Run {
  const messages: Message[] = [...history, { role: "user", content: request }];
  const run: Run = { answer: "", rule: "", rules: [], calls: [], messages };
  for (let turn = 0; turn < 40; turn++) {
    const reply = think({ model: "practice-1", max_tokens: 8000, system, messages, tools });
    const call = reply.calls?.[0];
    if (call === undefined) {
      messages.push({ role: "assistant", content: [{ type: "text", text: reply.text }] });
      return { ...run, answer: reply.text ?? "", rule: reply.rule };
    }
    const input = Object.fromEntries(Object.entries(call.input ?? {}));
    run.calls.push({ name: call.name, input });
    run.rules.push(reply.rule);
    const id = `toolu_${messages.length}`;
    messages.push({
      role: "assistant",
      content: [{ type: "tool_use", id, name: call.name, input }],
    });
    messages.push({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, ...perform(world, call.name, input) }],
    });
  }
  throw new Error("the brain did not come to an end");
}

interface Result {
  content: string;
  is_error?: true;
}

/** What the tools say that only tell: the words of their input stand in braces. */
const SAID: Readonly<Record<string, string>> = said;

export function perform(world: World, name: string, input: Record<string, unknown>): Result {
  const at = (key: string) => String(input[key]);
  const answer = SAID[name]?.replace(/\{(\w+)\}/g, (_, key) => at(key));
  if (answer !== undefined) return { content: answer };
  try {
    if (name === "bash" && input.run_in_background === true)
      return { content: `bg_1 runs in the background: ${at("command")}` };
    if (name === "bash") return shell(world, at("command"));
    if (name === "read_file") return { content: lines(world.read(at("path")), input.limit) };
    if (name === "glob") return { content: find(world, at("pattern")) };
    if (name === "edit_file") return edit(world, input);
    if (name === "task") return subagent(world, input.description);
    if (name === "load_skill") return manual(at("name"));
    if (name.startsWith("mcp__")) return { content: `${name}: ${JSON.stringify(input)}` };
    if (name === "todo_write") return { content: JSON.stringify(input.todos) };
    world.write(at("path"), at("content"));
    return { content: `wrote ${Buffer.byteLength(at("content"))} bytes to ${at("path")}` };
  } catch (error) {
    return { content: String(error), is_error: true };
  }
}

/** A subagent knows nothing but its description and has no tool to start another. */
function subagent(world: World, description: unknown): Result {
  const { answer, calls } = ask(world, description, FIVE);
  return { content: `[completed in ${calls.length + 1} replies]\n${answer}` };
}

function manual(name: string): Result {
  const content = MANUALS.get(name);
  if (content !== undefined) return { content };
  const names = [...MANUALS.keys()].join(", ");
  return { content: `There is no skill ${name}. The skills: ${names}.`, is_error: true };
}

function shell(world: World, command: string): Result {
  const ran = runOnce(world, command);
  const output = ran.output.trimEnd();
  if (ran.code === 0) return { content: output || "(no output)" };
  return { content: `${output}\n[exit code ${ran.code}]`.trim(), is_error: true };
}

/** Runs a command, unless it has run over the same files and changed nothing. */
function runOnce(world: World, command: string): Ran {
  const files = filesOf(world);
  if (files === undefined) return bash(world.folder, command);
  const key = JSON.stringify([command, files]);
  const known = printed.get(key);
  if (known) return { ...known, output: known.output.replaceAll(HERE, world.folder) };
  const ran = bash(world.folder, command);
  const output = ran.output.replaceAll(world.folder, HERE);
  if (JSON.stringify(filesOf(world)) === JSON.stringify(files))
    printed.set(key, { ...ran, output });
  return ran;
}

/** Stands for the folder in what is remembered. */
const HERE = "\0here\0";

/** Every path with its content, folders too; undefined for a repository, which has more in it than its files. */
function filesOf({ folder }: World): [string, string][] | undefined {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  if (entries.some(({ name }) => name === ".git")) return undefined;
  return entries
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), entry.isFile() ? readFileSync(path, "utf8") : "/"];
    })
    .sort();
}

function lines(content: string, limit: unknown): string {
  const all = content.replace(/\n$/, "").split("\n");
  if (typeof limit !== "number" || limit >= all.length) return content.trimEnd();
  return [...all.slice(0, limit), `… (more: read on with offset ${limit + 1})`].join("\n");
}

function find(world: World, pattern: string): string {
  const paths = readdirSync(world.folder, { recursive: true, encoding: "utf8" });
  const name = new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("**/", "\u0000")
      .replaceAll("*", "[^/]*")
      .replaceAll("\u0000", "(?:.*/)?")}$`,
  );
  const isFile = (path: string) => statSync(join(world.folder, path)).isFile();
  const found = paths.filter((path) => name.test(path) && isFile(path));
  return found.sort().join("\n") || "(no matches)";
}

function edit(world: World, input: Record<string, unknown>): Result {
  const [path, old, next] = [String(input.path), String(input.old_text), String(input.new_text)];
  const parts = world.read(path).split(old);
  if (parts.length === 1) return { content: `text not found in ${path}`, is_error: true };
  world.write(path, parts.join(next));
  return { content: `edited ${path} (${parts.length - 1} replacement(s))` };
}
