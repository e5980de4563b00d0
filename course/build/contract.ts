// course/build/contract · the tools that a chapter adds, as its agent sends them to the model.
import type Anthropic from "@anthropic-ai/sdk";
import { says } from "../spec/script.ts";
import { turnOf } from "../spec/turn.ts";

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
  const { requests } = await turnOf(chapter, "hi", [says("Hi.")]);
  return requests[0]?.tools ?? [];
}
