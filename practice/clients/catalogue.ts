// practice/clients/catalogue · the agents that are tried against the practice model, and how each is pointed at it.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

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

export interface Client {
  /** How it is chosen on the command line. */
  id: string;
  name: string;
  package: string;
  version: string;
  /** The task is done with each of them: one that takes most, and a real id with its refusals. */
  models: readonly string[];
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
    env: claudeEnv,
  },
];

/** It is beside the packages of the client, from where it can import them. */
const ASK_BY_SDK = `import { query } from "@anthropic-ai/claude-agent-sdk";
const [, , prompt, model] = process.argv;
const options = { model, thinking: { type: "adaptive" }, settingSources: [], includePartialMessages: true };
for await (const message of query({ prompt, options })) {
  if (message.type === "result") console.log(message.result ?? message.subtype);
}
`;
