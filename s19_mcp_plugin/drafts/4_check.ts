// s19 · fourth draft – each tool is checked before the model gets it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { contentOf } from "../../shared/mcp/content.ts";
import { checkOffers } from "../../shared/mcp/offers.ts";
import { loadSdk } from "../../shared/mcp/sdk.ts";
import { createStdio } from "../../shared/mcp/stdio.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { type Content, defineTool, type Tool } from "../tools.ts";

export const MCP_RULE =
  "MCP servers bring tools, named mcp__SERVER__TOOL. connect_mcp connects one that is not connected.";

const file = z.object({
  mcpServers: z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) })),
});
const listed = z.object({ tools: z.array(z.unknown()) });
const record = z.record(z.string(), z.unknown());

export function createMcp(cwd: string, _submit: unknown): Mechanism {
  const running = new Map<string, Tool<Content>[]>();

  const read = async () =>
    file.parse(JSON.parse(await readFile(join(cwd, ".mcp.json"), "utf8"))).mcpServers;

  const connect = defineTool({
    name: "connect_mcp",
    description: "Connect an MCP server of .mcp.json.",
    input: z.object({ name: z.string() }),
    async run({ name }, { signal }) {
      if (running.has(name)) return `${name} is connected.`;
      const { command = "", args = [] } = (await read())[name] ?? {};
      const sdk = await loadSdk();
      const client = new sdk.Client({ name: "fourth-draft", version: "0.1.0" });
      await client.connect(createStdio({ command, args, env: {} }, cwd, sdk), { signal });
      const question = { method: "tools/list", params: {} };
      const { tools: sent } = await client.request(question, listed, { signal });
      const { offers, aside } = checkOffers(name, sent, new Set(), sdk);
      for (const sentence of aside) note(sentence, "yellow");
      const tools: Tool<Content>[] = [];
      for (const { name: full, own, description, input } of offers) {
        const run: Tool<Content>["run"] = async (given, { signal }) =>
          contentOf(
            await client.callTool({ name: own, arguments: record.parse(given) }, { signal }),
          );
        tools.push({ name: full, description, input, isGuest: true, run });
      }
      running.set(name, tools);
      client.onclose = () => running.delete(name);
      return `${name} is connected. Its tools: ${tools.map((tool) => tool.name).join(", ")}.`;
    },
  });

  return {
    tools: [connect],
    pool: async () => [...running.values()].flat(),
    state: { mcp: async () => Object.keys(await read().catch(() => ({}))).join(", ") },
  };
}
