// course/measure/record · the requests of a chapter's agent with a model that does as a measurement says, the same on every machine.
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { ROOT } from "../base/root.ts";
import { chapterFolder } from "../chapters/list.ts";
import { startAgent } from "../spec/agent.ts";
import { removeFolder } from "../spec/folder.ts";
import { createTrack } from "../spec/track.ts";

/** A safety net, for a busy machine. */
const LIMIT_MS = 60_000;
const NOW = "2026-11-26T09:00:00Z";
const SETTINGS = '{ agents: { defaults: { userTimezone: "UTC", timeFormat: 24 } } }';

/** Ends the agent that runs, and begins no other: its folder is removed as ever. */
export const stop = new AbortController();

export type Files = Record<string, string>;

/** The requests of one turn of the agent. Throws when something has gone wrong in it. */
export async function recorded(
  chapter: string,
  files: Files,
  model: (request: MessageRequest) => Reply,
): Promise<MessageRequest[]> {
  stop.signal.throwIfAborted();
  const setting = { chapter: chapterFolder(chapter, ROOT), limit: LIMIT_MS, track: createTrack() };
  const { agent, finish } = await startAgent(setting, model, {
    files: { ...files, "agent.json5": SETTINGS },
    env: { TZ: "UTC" },
    now: NOW,
  });
  const kill = () => void agent.kill().catch(() => {}); // what waits for it says so
  let wrong: string[] = [];
  try {
    stop.signal.throwIfAborted();
    stop.signal.addEventListener("abort", kill);
    await agent.type("Is there mail?");
    await agent.ended();
  } finally {
    stop.signal.removeEventListener("abort", kill);
    const { broken, crash, failed } = await finish(false);
    wrong = [...broken, ...crash, ...failed];
    await removeFolder(agent.folder);
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return agent.requests.map((request) => plain(request, agent.folder));
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
