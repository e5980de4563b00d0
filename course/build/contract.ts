// course/build/contract · the tools that a chapter adds, as its agent sends them to the model.
import type Anthropic from "@anthropic-ai/sdk";
import { startAgent } from "../spec/agent.ts";
import { says } from "../spec/script.ts";
import { createTrack } from "../spec/track.ts";

const LIMIT_MS = 60_000;

/** The tools on the wire of the agent in one folder that the agent in the other one does not have. */
export async function newToolsOf(
  chapter: string,
  before: string | undefined,
): Promise<Anthropic.ToolUnion[]> {
  const [now, then] = await Promise.all([toolsOf(chapter), before ? toolsOf(before) : []]);
  const known = new Set(then.map(nameOf));
  return now.filter((tool) => !known.has(nameOf(tool)));
}

const nameOf = (tool: Anthropic.ToolUnion) => ("name" in tool ? tool.name : tool.type);

/** The tools that the agent in a folder offers in its first request. */
export async function toolsOf(chapter: string): Promise<Anthropic.ToolUnion[]> {
  const track = createTrack();
  const { agent, finish } = await startAgent(
    { chapter, limit: LIMIT_MS, track },
    [says("Hi.")],
    {},
  );
  try {
    await agent.type("hi");
    await agent.ended();
    return [...(agent.requests[0]?.tools ?? [])];
  } finally {
    await finish(false);
  }
}
