// site/replay/launch · stands in for course/spec/launch: an agent in a page is started by its name.
import { basename } from "node:path";
import type { Launch } from "../../course/spec/process.ts";

/** The word by which replay/process.ts knows the command of an agent. */
export const AGENT = "agent-in-page";

export const launchOf = async (chapter: string): Promise<Launch> => ({
  command: AGENT,
  args: [basename(chapter)],
});

/** No agent runs in the process of the replay. */
export const needsProcess = () => true;
