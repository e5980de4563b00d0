// course/lab/unattended · a run that nobody sits at: one prompt on the command line, and no terminal.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createPractice } from "../../practice/api/handler.ts";
import { listen } from "../../practice/api/server.ts";
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { environmentOf, makeFolder, readFolder, removeFolder } from "../spec/folder.ts";
import { launchOf } from "../spec/launch.ts";
import type { Place } from "./place.ts";
import type { Seen } from "./run.ts";
import type { Variant } from "./variants.ts";

interface Run {
  variant: Variant;
  /** The folder of the agent's code. */
  chapter: string;
  place: Place;
  model(request: MessageRequest): Reply;
}

/** Runs a variant with `-p`, so that no question can be answered. */
export async function runUnattended({ variant, chapter, place, model }: Run): Promise<Seen> {
  const requests: MessageRequest[] = [];
  const reply = (request: MessageRequest): Reply => {
    const name = request.metadata?.user_id ?? "";
    if (name.startsWith("side:")) return sideReply(variant, name.slice("side:".length));
    requests.push(request);
    return model(request);
  };
  const server = await listen(createPractice({ reply }));
  const folder = await makeFolder(variant.files(place), false);
  try {
    const { command, args } = await launchOf(chapter, "node");
    const env = environmentOf(
      process.env,
      { model: server.url, control: "" },
      { HOME: place.home },
    );
    const running = promisify(execFile)(command, [...args, "-p", variant.prompt], {
      cwd: folder,
      env,
    });
    running.child.stdin?.end();
    const { stdout, stderr } = await running;
    return { requests, files: readFolder(folder), output: stdout + stderr };
  } finally {
    await removeFolder(folder);
    await server.close();
  }
}

/** The least that each of the agent's side questions takes, where the variant has no answer. */
const sideReply = ({ side = {} }: Variant, name: string): Reply => ({
  text: JSON.stringify(side[name] ?? { files: [], memories: [] }),
});
