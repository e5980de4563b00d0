// s19 · fifth draft – the core, with nothing around it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { loadSdk } from "../../shared/mcp/sdk.ts";
import { createStdio } from "../../shared/mcp/stdio.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Configured } from "../mcp/config.ts";
import {
  type Around,
  connect,
  offersOf,
  type Pool,
  runningServers,
  takeTools,
  toolOf,
} from "../mcp/core.ts";
import { type Decision, defineTool } from "../tools.ts";

export const MCP_RULE =
  "MCP servers bring tools, named mcp__SERVER__TOOL. connect_mcp connects one that is not connected.";

const env = z.record(z.string(), z.string()).default({});
const program = z.object({ command: z.string(), args: z.array(z.string()), env });
const file = z.object({ mcpServers: z.record(z.string(), program) });
const listed = z.object({ tools: z.array(z.unknown()) });

export function createMcp(cwd: string, _submit: unknown): Mechanism {
  const pool: Pool = { around: aroundIn(cwd), connected: new Map() };

  const read = async () =>
    file.parse(JSON.parse(await readFile(join(cwd, ".mcp.json"), "utf8"))).mcpServers;

  async function entryOf(name: string): Promise<Configured> {
    const entry = (await read())[name] ?? { command: "", args: [], env: {} };
    const fingerprint = [entry.command, ...entry.args, ...Object.values(entry.env)].join(" ");
    return { name, entry, fingerprint, notes: [], obeyed: [] };
  }

  const connectTool = defineTool({
    name: "connect_mcp",
    description: "Connect an MCP server of .mcp.json.",
    input: z.object({ name: z.string() }),
    async judge({ name }): Promise<Decision> {
      const reasons = [{ text: `starts ${(await entryOf(name)).fingerprint}` }];
      return { behaviour: "ask", reasons, paths: [], shown: `connect_mcp: ${name}` };
    },
    async run({ name }, { signal }) {
      const { offers, aside } = await connect(pool, await entryOf(name), signal);
      for (const sentence of aside) note(sentence, "yellow");
      return `${name} is connected. Its tools: ${offers.map((offer) => offer.name).join(", ")}.`;
    },
  });

  return {
    tools: [connectTool],
    async pool(signal = new AbortController().signal) {
      const servers = runningServers(pool);
      for (const one of servers) if (one.list.isStale) await takeTools(pool, one, signal);
      return offersOf(servers).map(({ server, offer }) => toolOf(server, offer));
    },
    state: { mcp: async () => Object.keys(await read().catch(() => ({}))).join(", ") },
  };
}

const aroundIn = (cwd: string): Around => ({
  async open({ entry }, signal) {
    if (!("command" in entry)) throw new Error("This draft only starts programs.");
    const sdk = await loadSdk();
    const transport = createStdio(entry, cwd, sdk);
    const list = { isStale: false };
    const onChanged = () => void Object.assign(list, { isStale: true });
    const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged } };
    const client = new sdk.Client({ name: "core", version: "0.1.0" }, { listChanged });
    await client.connect(transport, { signal });
    return { client, transport, list };
  },
  async listTools({ client }, signal) {
    const question = { method: "tools/list", params: {} };
    return (await client.request(question, listed, { signal })).tools;
  },
  ask: (_server, signal, question) => question({ signal }),
  said: (_configured, words) => words,
  hasEnded({ configured, ended }) {
    note(`[mcp] ${configured.name} has ended, and its tools are gone: ${ended}`, "yellow");
  },
});
