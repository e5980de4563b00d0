// course/measure/record · the requests of a chapter's agent with a model that does as a measurement says, the same on every machine.
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { ROOT } from "../base/root.ts";
import { agentFolder } from "../chapters/drafts.ts";
import type { Agent } from "../spec/agent.ts";
import { turnOf } from "../spec/turn.ts";

const NOW = "2026-11-26T09:00:00Z";
const SETTINGS = '{ agents: { defaults: { userTimezone: "UTC", timeFormat: 24 } } }';

export type Files = Record<string, string>;

/** The requests of one turn of the agent, and of `steps` more steps of its clock. Throws when something has gone wrong. */
export async function recorded(
  chapter: string,
  files: Files,
  model: (request: MessageRequest) => Reply,
  steps?: { step: string; times: number },
): Promise<MessageRequest[]> {
  const options = { files: { "agent.json5": SETTINGS, ...files }, env: { TZ: "UTC" }, now: NOW };
  const place = agentFolder(chapter, ROOT);
  const wait = steps && ((agent: Agent) => agent.advance(steps.step, steps.times));
  const { requests, folder } = await turnOf(place, "Is there mail?", model, options, wait);
  return requests.map((request) => plain(request, folder));
}

/** A request without what differs from one machine to the next: the folder, the system, the version of Node. */
function plain(request: MessageRequest, folder: string): MessageRequest {
  const inJson = JSON.stringify(folder).slice(1, -1);
  const text = JSON.stringify(request)
    .replaceAll(inJson, "/home/you/work")
    .replaceAll(/Runtime: [^"\\]+, model /g, "Runtime: linux 6.8.0 (x64), Node v20.19.0, model ");
  return JSON.parse(text);
}

/** The whole system prompt of a request. */
export const systemOf = ({ system = "" }: MessageRequest): string =>
  typeof system === "string" ? system : system.map(({ text }) => text).join("\n\n");
