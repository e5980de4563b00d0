// practice/clients/catalogue · the agents that are tried against the practice model, and how each is pointed at it.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Task } from "./judge.ts";

/** Where a client is tried: all in one temporary folder. */
export interface Place {
  /** The client's packages are in `node_modules` here. */
  installed: string;
  /** Its HOME. */
  home: string;
  /** The practice server, without a slash at the end. */
  url: string;
  model: string;
  prompt: string;
}

/** Another way to use a client. */
export interface Case {
  name: string;
  /** Default: the same task as all clients have. */
  task?: Task;
  args(place: Place): string[];
}

export interface Client {
  /** How it is chosen on the command line. */
  id: string;
  name: string;
  package: string;
  version: string;
  /** The task is done with each of them: one that takes most, and a real id with its refusals. */
  models: readonly string[];
  /** Packages that it needs beside its own, with their versions. */
  beside?: readonly string[];
  /** What is tried besides, with each of the models. */
  cases?: readonly Case[];
  /** Writes the settings that the environment cannot say. */
  prepare?(place: Place): Promise<void>;
  /** What Node is started with. */
  args(place: Place): string[];
  env(place: Place): Record<string, string>;
}

const inPackages = ({ installed }: Place, path: string): string =>
  join(installed, "node_modules", path);

/** For Claude Code and the Agent SDK, which starts it. */
const claudeEnv = ({ url }: Place): Record<string, string> => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: "any",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
});

/** It knows by their ids which models think adaptively; Opus 4.7 is the newest of them. */
const PI_MODELS = ["practice-1", "claude-opus-4-7"];

/** pi takes no base URL from the environment: its models are in a file. */
async function writePiModels({ home, url }: Place): Promise<void> {
  const file = join(home, ".pi", "agent", "models.json");
  const models = PI_MODELS.map((id) => ({
    id,
    reasoning: true,
    contextWindow: 200_000,
    maxTokens: 8000,
  }));
  const practice = { baseUrl: url, apiKey: "any", api: "anthropic-messages", models };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ providers: { practice } }));
}

const pi = (id: string, name: string, version: string): Client => ({
  id,
  name: "pi",
  package: name,
  version,
  models: PI_MODELS,
  prepare: writePiModels,
  args: (place) => [
    inPackages(place, `${name}/dist/cli.js`),
    ...["--print", "--no-session", "--thinking", "medium"],
    ...["--provider", "practice", "--model", place.model, place.prompt],
  ],
  env: () => ({ PI_OFFLINE: "1" }),
});

/** The object that an answer about the folder must be. */
const REPORT = {
  type: "object",
  properties: {
    files: { type: "array", items: { type: "string" }, minItems: 1 },
    note: { type: "string", description: "What notes.txt says", minLength: 3 },
  },
  required: ["files", "note"],
  additionalProperties: false,
};

/** A tool of an MCP server, whose schema the client holds back behind a search. */
const WATERING: Task = {
  prompt: "use mcp__garden__water with bed 3",
  files: {},
  expected: ["bed 3 is wet: foxglove-2218"],
};

const gardenOf = ({ installed }: Place) => ({
  command: process.execPath,
  args: [join(installed, "garden.mjs")],
});

/** All clients, in the order in which they are tried. */
export const CLIENTS: readonly Client[] = [
  pi("pi-old", "@mariozechner/pi-coding-agent", "0.73.1"),
  pi("pi", "@earendil-works/pi-coding-agent", "1.5.2"),
  {
    id: "claude-code",
    name: "Claude Code",
    package: "@anthropic-ai/claude-code",
    version: "2.1.330",
    models: ["practice-1", "claude-opus-5-5"],
    // The wrapper needs no install script: it finds the binary of this machine in a package of its own.
    args: (place) => [
      inPackages(place, "@anthropic-ai/claude-code/cli-wrapper.cjs"),
      ...["-p", place.prompt, "--model", place.model],
    ],
    cases: [
      {
        name: "structured output",
        args: (place) => [
          join(place.installed, "structured.mjs"),
          inPackages(place, "@anthropic-ai/claude-code/cli-wrapper.cjs"),
          ...["-p", place.prompt, "--model", place.model],
          ...["--output-format", "json", "--json-schema", JSON.stringify(REPORT)],
        ],
      },
      {
        name: "a deferred tool",
        task: WATERING,
        args: (place) => [
          inPackages(place, "@anthropic-ai/claude-code/cli-wrapper.cjs"),
          ...["-p", place.prompt, "--model", place.model, "--allowedTools", "mcp__garden__water"],
          ...["--mcp-config", JSON.stringify({ mcpServers: { garden: gardenOf(place) } })],
        ],
      },
    ],
    prepare: async ({ installed }) => {
      await writeFile(join(installed, "structured.mjs"), PRINT_STRUCTURED);
      await writeFile(join(installed, "garden.mjs"), GARDEN);
    },
    env: claudeEnv,
  },
  {
    id: "agent-sdk",
    name: "Claude Agent SDK",
    package: "@anthropic-ai/claude-agent-sdk",
    version: "0.3.330",
    models: ["practice-1", "claude-opus-5-5"],
    prepare: ({ installed }) => writeFile(join(installed, "ask.mjs"), ASK_BY_SDK),
    args: ({ installed, prompt, model }) => [join(installed, "ask.mjs"), prompt, model],
    cases: [
      {
        name: "structured output",
        args: ({ installed, prompt, model }) => [
          join(installed, "ask.mjs"),
          ...[prompt, model, JSON.stringify(REPORT)],
        ],
      },
    ],
    env: claudeEnv,
  },
  {
    id: "langchain",
    name: "LangChain, `responseFormat`",
    package: "langchain",
    version: "1.5.14",
    beside: ["@langchain/anthropic@1.5.11", "@langchain/core@1.4.0", "zod@4.6.7"],
    models: ["practice-1", "claude-haiku-4-5"],
    prepare: ({ installed }) => writeFile(join(installed, "ask.mjs"), ASK_BY_LANGCHAIN),
    args: ({ installed, url, prompt, model }) => [join(installed, "ask.mjs"), url, prompt, model],
    env: () => ({ LANGSMITH_TRACING: "false", LANGCHAIN_TRACING_V2: "false" }),
  },
  {
    id: "ai-sdk",
    name: "AI SDK, `Output.object`",
    package: "ai",
    version: "6.0.326",
    beside: ["@ai-sdk/anthropic@3.0.138", "zod@4.6.7"],
    models: ["practice-1", "claude-opus-5-5"],
    prepare: ({ installed }) => writeFile(join(installed, "ask.mjs"), ASK_BY_AI_SDK),
    args: ({ installed, url, prompt, model }) => [join(installed, "ask.mjs"), url, prompt, model],
    cases: [
      {
        name: "by a tool",
        args: ({ installed, url, prompt, model }) => [
          join(installed, "ask.mjs"),
          ...[url, prompt, model, "jsonTool"],
        ],
      },
    ],
    env: () => ({}),
  },
];

/** It is beside the packages of the client, from where it can import them. */
const ASK_BY_SDK = `import { query } from "@anthropic-ai/claude-agent-sdk";
const [, , prompt, model, schema] = process.argv;
const outputFormat = schema && { type: "json_schema", schema: JSON.parse(schema) };
const options = { model, thinking: { type: "adaptive" }, settingSources: [], includePartialMessages: true, outputFormat };
for await (const message of query({ prompt, options })) {
  if (message.type !== "result") continue;
  console.log(schema ? JSON.stringify(message.structured_output) : (message.result ?? message.subtype));
}
`;

/** Only the object of the result: its words would say the same. */
const PRINT_STRUCTURED = `import { spawnSync } from "node:child_process";
const { stdout, stderr, status } = spawnSync(process.execPath, process.argv.slice(2), { encoding: "utf8" });
if (status !== 0) throw new Error(stderr + stdout);
console.log(JSON.stringify(JSON.parse(stdout).structured_output));
`;

/** The smallest MCP server with one tool. */
const GARDEN = `import { createInterface } from "node:readline";
const inputSchema = { type: "object", properties: { bed: { type: "number" } }, required: ["bed"] };
const tools = [{ name: "water", description: "Waters a bed.", inputSchema }];
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  const serverInfo = { name: "garden", version: "1" };
  if (method === "initialize")
    say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  else if (method === "tools/list") say({ tools });
  else if (method === "tools/call")
    say({ content: [{ type: "text", text: "bed " + params.arguments.bed + " is wet: foxglove-2218" }] });
  else if (id !== undefined) say({});
});
`;

/** What both kits need: tools that really run, and the object that is asked for. */
const TOOLS = `import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { z } from "zod";
const bash = ({ command }) => execFileSync("bash", ["-c", command], { encoding: "utf8" });
const read = ({ path }) => readFileSync(path, "utf8");
const [command, path] = [z.object({ command: z.string() }), z.object({ path: z.string() })];
const report = z.object({ files: z.array(z.string()).min(1), note: z.string().min(3) });
const [, , url, prompt, model, mode] = process.argv;
`;

const ASK_BY_LANGCHAIN = `${TOOLS}
import { ChatAnthropic } from "@langchain/anthropic";
import { createAgent, tool } from "langchain";
const agent = createAgent({
  model: new ChatAnthropic({ model, apiKey: "any", anthropicApiUrl: url, maxRetries: 0, maxTokens: 4000 }),
  tools: [
    tool(bash, { name: "bash", description: "Runs a command.", schema: command }),
    tool(read, { name: "read_file", description: "Reads a file.", schema: path }),
  ],
  responseFormat: report,
});
const { structuredResponse } = await agent.invoke({ messages: [{ role: "user", content: prompt }] });
console.log(JSON.stringify(report.parse(structuredResponse)));
`;

const ASK_BY_AI_SDK = `${TOOLS}
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, Output, stepCountIs, tool } from "ai";
const { output } = await generateText({
  model: createAnthropic({ apiKey: "any", baseURL: url + "/v1" })(model),
  prompt,
  tools: {
    bash: tool({ description: "Runs a command.", inputSchema: command, execute: bash }),
    read_file: tool({ description: "Reads a file.", inputSchema: path, execute: read }),
  },
  stopWhen: stepCountIs(8),
  maxRetries: 0,
  output: Output.object({ schema: report }),
  providerOptions: { anthropic: { structuredOutputMode: mode ?? "auto" } },
});
console.log(JSON.stringify(output));
`;
