// s19 · first draft – the protocol by hand: a line of JSON to the server, a line of JSON back.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import type { Mechanism } from "../agent.ts";
import { type Content, defineTool, type Tool } from "../tools.ts";

export const MCP_RULE =
  "MCP servers bring tools, named mcp__SERVER__TOOL. connect_mcp connects one that is not connected.";

const file = z.object({
  mcpServers: z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) })),
});
const message = z.object({ id: z.number().optional(), result: z.unknown() });
const listed = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      inputSchema: z.looseObject({ type: z.literal("object") }),
    }),
  ),
});
const called = z.object({ content: z.array(z.object({ text: z.string() })) });

export function createMcp(cwd: string, _submit: unknown): Mechanism {
  const tools: Tool<Content>[] = [];

  const read = async () =>
    file.parse(JSON.parse(await readFile(join(cwd, ".mcp.json"), "utf8"))).mcpServers;

  const connect = defineTool({
    name: "connect_mcp",
    description: "Connect an MCP server of .mcp.json.",
    input: z.object({ name: z.string() }),
    async run({ name }) {
      const { command = "", args = [] } = (await read())[name] ?? {};
      const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
      const { ask, tell } = talkTo(child);
      const clientInfo = { name: "by-hand", version: "0.1.0" };
      await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
      tell({ method: "notifications/initialized" });
      const { tools: offered } = listed.parse(await ask("tools/list", {}));
      for (const { name: own, description, inputSchema: input } of offered) {
        const run = async (given: unknown) =>
          called.parse(await ask("tools/call", { name: own, arguments: given })).content[0]?.text ??
          "";
        tools.push({ name: `mcp__${name}__${own}`, description, input, isGuest: true, run });
      }
      return `${name} is connected. Its tools: ${offered.map((tool) => tool.name).join(", ")}.`;
    },
  });

  return {
    tools: [connect],
    pool: async () => tools,
    state: { mcp: async () => Object.keys(await read().catch(() => ({}))).join(", ") },
  };
}

/** Sends messages to a server, and finds the question that each answer belongs to. */
function talkTo({ stdin, stdout }: { stdin: Writable; stdout: Readable }) {
  const waiting = new Map<number, (result: unknown) => void>();
  const tell = (words: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...words })}\n`);
  const failed = new Promise<never>((_, fail) => {
    createInterface({ input: stdout }).on("line", (line) => {
      try {
        const { id = 0, result } = message.parse(JSON.parse(line));
        waiting.get(id)?.(result);
      } catch (error) {
        fail(error);
      }
    });
  });
  return {
    tell,
    ask(method: string, params: object): Promise<unknown> {
      const id = waiting.size + 1;
      tell({ id, method, params });
      return Promise.race([new Promise((resolve) => waiting.set(id, resolve)), failed]);
    },
  };
}
