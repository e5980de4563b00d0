// course/judge/toolNames · an agent whose tools have names and fields of their own: launch.json says which of them stands for which.
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { isRecord } from "../base/json.ts";
import type { Translation } from "../spec/elsewhere.ts";

/** The tools that a spec calls, and their fields. */
export const SPEC_TOOLS: Readonly<Record<string, readonly string[]>> = {
  bash: ["command", "run_in_background"],
  read_file: ["path", "offset", "limit"],
  write_file: ["path", "content"],
  edit_file: ["path", "old_text", "new_text", "replace_all"],
  glob: ["pattern"],
  todo_write: ["todos"],
  task: ["description"],
  load_skill: ["name"],
  compact: ["focus"],
  create_task: ["subject", "description", "blockedBy"],
  list_tasks: ["status"],
  get_task: ["task_id"],
  claim_task: ["task_id"],
  complete_task: ["task_id"],
  release_task: ["task_id"],
  read_background: ["id", "from"],
  stop_background: ["id"],
  schedule_cron: ["cron", "prompt", "recurring", "durable"],
  list_crons: [],
  cancel_cron: ["job_id"],
};

/** By the name that a spec uses: the agent's name, or that and its fields. */
export type ToolNames = Record<string, string | ToolName>;

interface ToolName {
  name: string;
  input?: Record<string, string> | undefined;
}

interface Pair {
  spec: string;
  own: string;
  /** The spec's field and the agent's. */
  fields: [string, string][];
}

const pairsOf = (tools: ToolNames): Pair[] =>
  Object.entries(tools).map(([spec, value]) => {
    const { name, input = {} } = typeof value === "string" ? { name: value } : value;
    return { spec, own: name, fields: Object.entries(input) };
  });

/** What the model says in the agent's names, and what the agent sends in the spec's. */
export function translationOf(tools: ToolNames): Translation {
  const pairs = pairsOf(tools);
  return {
    reply: (reply) => ({ ...reply, ...callsIn(reply, pairs) }),
    request: (request) => inSpecNames(request, pairs),
    text: (text) =>
      pairs
        .flatMap(({ spec, own, fields }) => [[spec, own], ...fields])
        .reduce((all, [spec = "", own = ""]) => all.replaceAll(wordOf(own), () => spec), text),
  };
}

/** Not inside a longer word. */
const wordOf = (name: string) =>
  new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w]/g, "\\$&")}(?![\\w-])`, "g");

function callsIn({ calls }: Reply, pairs: Pair[]): Pick<Reply, "calls"> {
  if (calls === undefined) return {};
  return {
    calls: calls.map((call) => {
      const pair = pairs.find(({ spec }) => spec === call.name);
      if (pair === undefined) return call;
      return { ...call, name: pair.own, input: renamed(call.input, pair.fields) };
    }),
  };
}

/** A value whose keys have other names. */
function renamed(input: unknown, fields: readonly (readonly [string, string])[]): unknown {
  if (!isRecord(input)) return input;
  const names = new Map(fields);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]),
  );
}

const reversed = (fields: [string, string][]) =>
  fields.map(([spec, own]): [string, string] => [own, spec]);

function inSpecNames(request: MessageRequest, pairs: Pair[]): MessageRequest {
  const byOwn = new Map(pairs.map((pair) => [pair.own, pair]));
  const { tools, messages } = request;
  return {
    ...request,
    messages: messages.map((message) =>
      message.role !== "assistant" || typeof message.content === "string"
        ? message
        : { ...message, content: message.content.map((block) => blockIn(block, byOwn)) },
    ),
    ...(tools === undefined ? {} : { tools: tools.map((tool) => toolIn(tool, byOwn)) }),
  };
}

function blockIn(
  block: Anthropic.ContentBlockParam,
  byOwn: Map<string, Pair>,
): Anthropic.ContentBlockParam {
  const pair = block.type === "tool_use" ? byOwn.get(block.name) : undefined;
  if (block.type !== "tool_use" || pair === undefined) return block;
  return { ...block, name: pair.spec, input: renamed(block.input, reversed(pair.fields)) };
}

function toolIn(tool: Anthropic.ToolUnion, byOwn: Map<string, Pair>): Anthropic.ToolUnion {
  if (!("input_schema" in tool)) return tool;
  const pair = byOwn.get(tool.name);
  if (pair === undefined) return tool;
  const names = reversed(pair.fields);
  const { properties, required, ...schema } = tool.input_schema;
  const own = new Map(names);
  return {
    ...tool,
    name: pair.spec,
    input_schema: {
      ...schema,
      ...(isRecord(properties) ? { properties: renamed(properties, names) } : {}),
      ...(required ? { required: required.map((name) => own.get(name) ?? name) } : {}),
    },
  };
}
