// course/peers/client · the newest agent as a client of somebody else's MCP server.
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { isRecord, mapValues } from "../base/json.ts";
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { judge } from "../judge/judge.ts";
import type { SeenResult } from "../spec/model.ts";
import { calls, type SpecScript, says } from "../spec/script.ts";

/** The name of the server in .mcp.json. */
const NAME = "peer";

/** How a server is reached, as an entry of .mcp.json. */
export type Entry = Record<string, unknown>;

type Call = NonNullable<Reply["calls"]>[number];

/** What an agent met. */
export interface Met {
  /** The tools of the server that the model was offered, without their prefix. */
  tools: string[];
  /** The result of each call, after that of the connection. */
  results: SeenResult[];
  /** What the agent printed. */
  output: string;
}

/** A call of a tool of the server. */
export const tool = (name: string, input: unknown = {}): Call => ({
  name: `mcp__${NAME}__${name}`,
  input,
});

export const readResource = (uri: string): Call => ({
  name: "read_mcp_resource",
  input: { server: NAME, uri },
});

/**
 * Starts the newest agent with a server in its .mcp.json; its model connects the server and makes these calls, one in
 * each reply, and the person says yes to all. Throws an Error when the agent does not do it.
 */
export function meet(entry: Entry, wanted: Call[]): Promise<Met> {
  const made = wanted.map(({ name, input }) => calls(name, input));
  return meetWith(entry, [CONNECT, ...made, says("Done.")]);
}

/** The same, but its model calls each tool that the server offers, with arguments that fit the types of its schema. */
export function meetAll(entry: Entry): Promise<Met> {
  return meetWith(entry, (request) => {
    const done = request.messages.filter(({ role }) => role === "assistant").length;
    const next = offered(request)[done - 1];
    if (done === 0) return CONNECT;
    return next === undefined ? says("Done.") : calls(next.name, filled(next.input_schema));
  });
}

const CONNECT = calls("connect_mcp", { name: NAME });
const PREFIX = `mcp__${NAME}__`;

/** The tools of the server in a request. */
const offered = ({ tools = [] }: MessageRequest) =>
  tools.flatMap((one) => ("input_schema" in one && one.name.startsWith(PREFIX) ? [one] : []));

const VALUES: Record<string, unknown> = { string: "cork", number: 2, integer: 2, boolean: true };

function filled({ properties }: Anthropic.Tool.InputSchema): Record<string, unknown> {
  const known = isRecord(properties) ? properties : {};
  return mapValues(known, (schema) =>
    isRecord(schema) && typeof schema.type === "string" ? VALUES[schema.type] : undefined,
  );
}

async function meetWith(entry: Entry, script: SpecScript): Promise<Met> {
  const newest = join(ROOT, listChapters(ROOT).at(-1) ?? "");
  let met: Met | undefined;
  const { error } = await judge(async ({ start }) => {
    const agent = await start(script, {
      files: { ".mcp.json": JSON.stringify({ mcpServers: { [NAME]: entry } }) },
      yes: true,
      env: { MCP_TOOL_TOKENS: "1000000" },
    });
    await agent.type("meet the server");
    await agent.ended();
    await agent.exit();
    const last = agent.requests.at(-1);
    met = {
      tools: last === undefined ? [] : offered(last).map(({ name }) => name.slice(PREFIX.length)),
      results: agent.toolResults.slice(1),
      output: agent.output,
    };
  }, newest);
  if (error) throw error;
  if (met === undefined) throw new Error("The agent was not judged.");
  return met;
}
