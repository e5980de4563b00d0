// course/bench/mcp · what the tools of two real MCP servers weigh in a request, when all are in it and when they are looked up.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { FIXTURES, ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { judge } from "../judge/judge.ts";
import { calls, type SpecReply, says } from "../spec/script.ts";
import { PRICE, sum } from "./caching.ts";
import type { Figure } from "./figures.ts";

const OFFICIAL = join(ROOT, "node_modules", "@modelcontextprotocol");
const server = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(OFFICIAL, name, "dist", "index.js"), ...args],
});

const CALLS = 5;
const repeated = (call: (at: number) => SpecReply): SpecReply[] =>
  Array.from({ length: CALLS }, (_, at) => call(at));

/** Servers, and the tools that a turn calls, each with the words by which it is looked up. */
const SETS = {
  "two MCP servers": {
    servers: {
      numbers: server("server-everything", "stdio"),
      files: server("server-filesystem", "."),
    },
    used: [
      {
        query: "get-sum",
        calls: repeated((at) => calls("mcp__numbers__get-sum", { a: at, b: at })),
      },
      {
        query: "list_directory",
        calls: repeated(() => calls("mcp__files__list_directory", { path: "." })),
      },
    ],
  },
  "300 MCP tools": {
    servers: {
      many: { command: process.execPath, args: [join(FIXTURES, "mcp", "misbehaving.mjs"), "many"] },
    },
    used: [
      {
        query: "invoice_0",
        calls: repeated((at) => calls("mcp__many__invoice_0", { text: `${at}` })),
      },
      { query: "label_2", calls: repeated((at) => calls("mcp__many__label_2", { text: `${at}` })) },
    ],
  },
};

/** MCP_TOOL_TOKENS, for all tools in the request, and for tools that are looked up. */
const WAYS = { "all sent": "1000000", "looked up": "1" };

/** The weight of a request and the share from the cache, by the practice model's own accounting. */
export async function mcpFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [set, { servers, used }] of Object.entries(SETS)) {
    for (const [way, tokens] of Object.entries(WAYS)) {
      const connect = Object.keys(servers).map((name) => calls("connect_mcp", { name }));
      const work = used.flatMap(({ query, calls: some }) =>
        tokens === "1" ? [calls("find_tools", { query }), ...some] : some,
      );
      const usages = await usagesOf([...connect, ...work, says("Done.")], servers, tokens);
      const weight = totalOf(usages[connect.length]) - totalOf(usages[0]);
      figures.push(...figuresOf(`${set}, ${way}`, weight, usages));
    }
  }
  return figures;
}

function figuresOf(name: string, weight: number, usages: Usage[]): Figure[] {
  const all = sum(usages.map(totalOf));
  const read = sum(usages.map((one) => one.cache_read_input_tokens));
  return [
    { name: `${name}: added to a request`, value: weight, unit: "tokens" },
    {
      name: `${name}: input of a turn, not from the cache`,
      value: (100 * (all - read)) / all,
      unit: "%",
    },
    { name: `${name}: its price, as fresh input`, value: sum(usages.map(priceOf)), unit: "tokens" },
  ];
}

const usage = z.object({
  input_tokens: z.number(),
  cache_read_input_tokens: z.number(),
  cache_creation_input_tokens: z.number(),
});
type Usage = z.output<typeof usage>;

const request = z.object({ metadata: z.object({ user_id: z.string() }).optional() });
const entry = z.object({ usage, request });

/** Runs the newest chapter with this script, and gives the usage of each of its requests. */
async function usagesOf(script: SpecReply[], mcpServers: object, tokens: string): Promise<Usage[]> {
  const folder = await mkdtemp(join(tmpdir(), "mcp-bench-"));
  const trace = join(folder, "trace.jsonl");
  const { error } = await judge(
    async ({ start }) => {
      const agent = await start(script, {
        files: { ".mcp.json": JSON.stringify({ mcpServers }) },
        yes: true,
        env: { TRACE: trace, MCP_TOOL_TOKENS: tokens },
      });
      await agent.type("work");
      await agent.ended();
    },
    join(ROOT, listChapters(ROOT).at(-1) ?? ""),
  );
  if (error) throw error;
  const lines = (await readFile(trace, "utf8")).split("\n").filter(Boolean);
  await rm(folder, { recursive: true });
  const entries = lines.map((line) => entry.parse(JSON.parse(line)));
  return entries.filter(({ request }) => !isSide(request)).map(({ usage }) => usage);
}

/** True for a question beside the conversation. */
const isSide = ({ metadata }: z.output<typeof request>) =>
  metadata?.user_id.startsWith("side:") === true;

const priceOf = (one: Usage) =>
  one.input_tokens +
  PRICE.written * one.cache_creation_input_tokens +
  PRICE.read * one.cache_read_input_tokens;

const totalOf = (one: Usage | undefined) =>
  one === undefined
    ? 0
    : one.input_tokens + one.cache_read_input_tokens + one.cache_creation_input_tokens;
