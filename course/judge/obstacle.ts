// course/judge/obstacle · what keeps an agent from being judged at all: found once, before any test, and said with what to do.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../base/root.ts";
import { say } from "../base/say.ts";
import { messageOf } from "../base/text.ts";
import { bundleChapter } from "../bundle/bundle.ts";
import { draftAt } from "../chapters/drafts.ts";
import { isOutsider, launchFileOf } from "./elsewhere.ts";
import { trialOf } from "./trial.ts";

/** What is wrong with launch.json, or with the first turn of the agent that it starts. */
async function outsiderObstacle(folder: string): Promise<string | undefined> {
  const own = await launchFileOf(folder).catch((error) => messageOf(error));
  if (own === undefined || typeof own === "string") return own;
  return trialOf(folder, own);
}

/** The obstacle in words; undefined when the agent of the folder can be started. */
export async function obstacleOf(folder: string): Promise<string | undefined> {
  if (isOutsider(folder)) return outsiderObstacle(folder);
  const code = join(folder, "code.ts");
  const isDraft = draftAt(folder) !== undefined;
  if (!isDraft && !existsSync(code))
    return say`${folder} has neither code.ts nor launch.json. Write one of them: launch.json says how an agent in any language is started.`;
  const shared = join(dirname(folder), "shared");
  if (!isDraft && !existsSync(shared) && readFileSync(code, "utf8").includes('"../shared/'))
    return say`${folder} imports ../shared, which is not next to it. Move the folder into ${ROOT}, or: ln -s ${join(ROOT, "shared")} ${shared}`;
  return bundleChapter(folder).then(
    () => undefined,
    (error) => say`The code cannot be read:\n${messageOf(error)}`,
  );
}
