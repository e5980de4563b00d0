// course/spec/turn · one turn of an agent, for tools that look at its requests.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { type Agent, type StartOptions, startAgent } from "./agent.ts";
import { removeFolder } from "./folder.ts";
import type { SpecScript } from "./script.ts";
import { createTrack } from "./track.ts";

/** A safety net, for a busy machine. */
const LIMIT_MS = 60_000;

/** What the agent in a folder has sent in a turn, and in what is done with it `then`; and where it was: nothing of it is left. Throws when something has gone wrong. */
export async function turnOf(
  chapter: string,
  prompt: string,
  script: SpecScript,
  options: StartOptions = {},
  then?: (agent: Agent) => Promise<void>,
): Promise<{ requests: readonly MessageRequest[]; folder: string }> {
  const setting = { chapter, limit: LIMIT_MS, track: createTrack() };
  const { agent, finish } = await startAgent(setting, script, options);
  await agent.type(prompt);
  await agent.ended();
  await then?.(agent);
  const { broken, crash, failed } = await finish(false);
  await removeFolder(agent.folder);
  const wrong = [...broken, ...crash, ...failed];
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return agent;
}
