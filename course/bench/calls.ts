// course/bench/calls · what the practice model and the harness add to a call of the SDK.
import Anthropic from "@anthropic-ai/sdk";
import { createPracticeFetch } from "../../practice/fetch.ts";
import { createPractice } from "../../practice/handler.ts";
import { listen } from "../../practice/server.ts";
import { cost, type Figure, median, timed } from "./figures.ts";
import { history, trivialFetch } from "./trivial.ts";

const BODY = {
  model: "practice-1",
  max_tokens: 1000,
  messages: [{ role: "user" as const, content: "hello" }],
};
const REPLY = { reply: () => ({ text: "ok" }) };

const sdk = (options: { fetch?: typeof fetch; baseURL?: string }) =>
  new Anthropic({ apiKey: "bench", authToken: null, baseURL: "http://bench.invalid", ...options });
const create = (client: Anthropic) => () => client.messages.create(BODY);
const stream = (client: Anthropic) => () => client.messages.stream(BODY).finalMessage();

/** In-process and loopback, `create` and `stream`, over the SDK with a fetch that does nothing. */
export async function callFigures(): Promise<Figure[]> {
  const server = await listen(createPractice(REPLY), { port: 0 });
  const bare = sdk({ fetch: trivialFetch });
  const inside = sdk({ fetch: createPracticeFetch(REPLY) });
  const loopback = sdk({ baseURL: server.url });
  const figures: Figure[] = [
    { name: "SDK alone, create", value: median(await timed(create(bare), 200)), unit: "ms" },
    { name: "SDK alone, stream", value: median(await timed(stream(bare), 200)), unit: "ms" },
    over("in-process create, over the SDK", await cost(create(inside), create(bare)), 1),
    over("in-process stream, over the SDK", await cost(stream(inside), stream(bare)), 1),
    over("loopback create, over the SDK", await cost(create(loopback), create(bare))),
    over("loopback stream, over the SDK", await cost(stream(loopback), stream(bare))),
  ];
  await server.close();
  return figures;
}

const over = (name: string, value: number, target?: number): Figure => ({
  name,
  value,
  unit: "ms",
  ...(target === undefined ? {} : { target }),
});

/** A turn of s02's loop over the same call made directly, at growing length of history. */
export async function turnFigures(): Promise<Figure[]> {
  process.env.ANTHROPIC_API_KEY = "bench";
  process.env.MAX_REQUESTS = "1000000";
  process.env.ANTHROPIC_BASE_URL = "http://bench.invalid";
  globalThis.fetch = trivialFetch;
  const { agentLoop } = await import("../../s02_tool_use/loop.ts");
  const { bash } = await import("../../s02_tool_use/bash.ts");
  const { editFile, glob, readFile, writeFile } = await import("../../s02_tool_use/files.ts");
  const { toWire } = await import("../../s02_tool_use/tools.ts");
  const tools = [bash, readFile, writeFile, editFile, glob];
  const agent = { name: "lead", system: "bench", tools, cwd: process.cwd(), say: () => {} };
  const client = sdk({ fetch: trivialFetch });
  const signal = new AbortController().signal;
  const wire = tools.map(toWire);
  const figures: Figure[] = [];
  for (const count of [10, 100, 1000]) {
    const messages = history(count);
    const turn = () => agentLoop(agent, [...messages], signal);
    const direct = () =>
      client.messages
        .stream({ ...BODY, max_tokens: 8000, system: "bench", messages, tools: wire }, { signal })
        .finalMessage();
    const value = await cost(turn, direct, 100);
    figures.push(over(`a turn of s02 at ${count} messages, over the SDK`, value, 2));
  }
  return figures;
}
