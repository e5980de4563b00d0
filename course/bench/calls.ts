// course/bench/calls · how much time the chapters' loop adds to an SDK call; practice/bench says what the practice model adds.
import Anthropic from "@anthropic-ai/sdk";
import { constantFetch, historyOf } from "../../practice/bench/bench.ts";
import type { Tool } from "../../s02_tool_use/tools.ts";
import { cost, type Figure } from "./figures.ts";

const BODY = { model: "practice-1", max_tokens: 8000, system: "bench" };

const CHAPTERS = [
  { chapter: "s02_tool_use", counts: [10, 100, 1000] },
  { chapter: "s08_context_compact", counts: [10, 100, 200] }, // s08 leaves out the middle of a longer history
];

/** A turn of a chapter's loop over the same call made directly, at growing length of history. */
export async function turnFigures(): Promise<Figure[]> {
  globalThis.fetch = await constantFetch({ ...historyOf(1), stream: true });
  const figures: Figure[] = [];
  for (const { chapter, counts } of CHAPTERS)
    for (const count of counts) {
      const value = await turnOf(chapter, historyOf(count).messages);
      const name = `a turn of ${chapter.slice(0, 3)} at ${count} messages, over the SDK`;
      figures.push({ name, value, unit: "ms", target: 2 });
    }
  return figures;
}

async function turnOf(chapter: string, messages: Anthropic.MessageParam[]): Promise<number> {
  const { agentLoop } = await import(`../../${chapter}/loop.ts`);
  const { toWire } = await import(`../../${chapter}/tools.ts`);
  const agent = await agentOf(chapter);
  const client = new Anthropic({ apiKey: "bench", baseURL: "http://bench.invalid" });
  const signal = new AbortController().signal;
  const tools = agent.tools.map((tool): Anthropic.Tool => toWire(tool));
  const turn = () => agentLoop(agent, [...messages], signal);
  const direct = () =>
    client.messages.stream({ ...BODY, messages, tools }, { signal }).finalMessage();
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
