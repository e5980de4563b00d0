// course/peers/client · the newest agent as a client of somebody else's MCP server.
import { join } from "node:path";
import type { Reply } from "../../practice/protocol/reply.ts";
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { judge } from "../judge/judge.ts";
import type { SeenResult } from "../spec/model.ts";
import { calls, says } from "../spec/script.ts";

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
export async function meet(entry: Entry, wanted: Call[], env = {}): Promise<Met> {
  let met: Met | undefined;
  const { error } = await judge(
    async ({ start }) => {
      const made = wanted.map(({ name, input }) => calls(name, input));
      const agent = await start([calls("connect_mcp", { name: NAME }), ...made, says("Done.")], {
        files: { ".mcp.json": JSON.stringify({ mcpServers: { [NAME]: entry } }) },
        yes: true,
        env: { MCP_TOOL_TOKENS: "1000000", ...env },
      });
      await agent.type("meet the server");
      await agent.ended();
      await agent.exit();
      const names = (agent.requests.at(-1)?.tools ?? []).map((one) =>
        "name" in one ? one.name : "",
      );
      met = {
        tools: names.filter(isOfPeer).map((name) => name.slice(PREFIX.length)),
        results: agent.toolResults.slice(1),
        output: agent.output,
      };
    },
    join(ROOT, listChapters(ROOT).at(-1) ?? ""),
  );
  if (error) throw error;
  if (met === undefined) throw new Error("The agent was not judged.");
  return met;
}

const PREFIX = `mcp__${NAME}__`;
const isOfPeer = (name: string) => name.startsWith(PREFIX);
