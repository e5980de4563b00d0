// course/bench/calls · how much time the practice model and the chapters' loop add to an SDK call.
import Anthropic from "@anthropic-ai/sdk";
import { createPracticeFetch } from "../../practice/api/fetch.ts";
import { createPractice } from "../../practice/api/handler.ts";
import { listen } from "../../practice/api/server.ts";
import type { Tool } from "../../s02_tool_use/tools.ts";
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

const CHAPTERS = [
  { chapter: "s02_tool_use", counts: [10, 100, 1000] },
  { chapter: "s08_context_compact", counts: [10, 100, 200] }, // s08 leaves out the middle of a longer history
];

/** A turn of a chapter's loop over the same call made directly, at growing length of history. */
export async function turnFigures(): Promise<Figure[]> {
  globalThis.fetch = trivialFetch;
  const figures: Figure[] = [];
  for (const { chapter, counts } of CHAPTERS)
    for (const count of counts) {
      const value = await turnOf(chapter, history(count));
      figures.push(
        over(`a turn of ${chapter.slice(0, 3)} at ${count} messages, over the SDK`, value, 2),
      );
    }
  return figures;
}

async function turnOf(chapter: string, messages: Anthropic.MessageParam[]): Promise<number> {
  const { agentLoop } = await import(`../../${chapter}/loop.ts`);
  const { toWire } = await import(`../../${chapter}/tools.ts`);
  const agent = await agentOf(chapter);
  const client = sdk({ fetch: trivialFetch });
  const signal = new AbortController().signal;
  const tools = agent.tools.map((tool): Anthropic.Tool => toWire(tool));
  const turn = () => agentLoop(agent, [...messages], signal);
  const direct = () =>
    client.messages
      .stream({ ...BODY, max_tokens: 8000, system: "bench", messages, tools }, { signal })
      .finalMessage();
  return cost(turn, direct, 100);
}

/** The base tools, and in s08 the hooks that look at every call of the model. */
async function agentOf(chapter: string): Promise<{ tools: Tool[] }> {
  const { bash } = await import(`../../${chapter}/bash.ts`);
  const { editFile, glob, readFile, writeFile } = await import(`../../${chapter}/files.ts`);
  const tools = [bash, readFile, writeFile, editFile, glob];
  const identity = { name: "lead", label: "", system: "bench", cwd: process.cwd(), say: () => {} };
  if (chapter === "s02_tool_use") return { ...identity, tools };
  const { createAgent } = await import(`../../${chapter}/agent.ts`);
  const { createCompactor } = await import(`../../${chapter}/compact/compact.ts`);
  const { askModel } = await import("../../shared/askModel.ts");
  return createAgent(identity, [createCompactor(askModel), { tools }]);
}
