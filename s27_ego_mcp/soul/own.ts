// s25 · soul/own – a log speaks in the person's name, so one that a stranger's folder has brought is not used.
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { isMissing } from "../../shared/files.ts";
import { beginningOf } from "../../shared/plainFiles.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { answerFor, isTrusted, keepAnswer, type Reads } from "../../shared/trust.ts";
import { type Disk, FOLDER, LOG } from "./disk.ts";

/** Enough of the first line to know a log by: its time, and the text that was there first. */
const MAX_KEY = 1024;

/** What the folder brings, for the question whether it is trusted. */
export const readsOf = (home: string): Reads => ({
  what: "versions of SOUL.md",
  path: join(home, FOLDER),
  keys: async () => [keyOf(home)].filter((key) => key !== ""),
});

export interface OwnDisk extends Disk {
  /** Why a log that is there is not used; undefined when it is. */
  whyUnused(): Promise<string | undefined>;
}

/** The same disk. A log must not be git's; and one that is not known at home, where its beginning is kept, needs a trusted folder. */
export function onlyOwn(home: string, disk: Disk): OwnDisk {
  const place = join(home, FOLDER);
  let [isKnown, isOwn] = [false, false];
  async function whyUnused() {
    const key = keyOf(home);
    isKnown ||= answerFor(place, key) === true;
    isOwn ||= key === "" || !(await comesWithGit(place, isKnown)); // a pull adds to one that is known
    if (!isOwn) return TRACKED;
    return isTrusted() || isKnown ? undefined : NOT_TRUSTED;
  }
  async function used<Result>(action: () => Promise<Result>): Promise<Result> {
    const why = await whyUnused();
    if (why !== undefined) throw new Error(why);
    return action();
  }
  return {
    ...disk,
    whyUnused,
    alone: (action) => used(() => disk.alone(action)),
    check: (mayRestore) => used(() => disk.check(mayRestore)),
    async add(event) {
      await disk.add(event);
      if (event.type === "seeded") keepAnswer(place, keyOf(home), true);
    },
  };
}

const TRACKED = `${LOG} is not used: git tracks it, so it may have come with the repository. If it is yours, take it out of git: git rm --cached ${LOG}`;
const NOT_TRUSTED = "SOUL.md is left alone, because this folder is not trusted. /trust yes";

/** Of a log that is known at home, an earlier commit says nothing: it may have been taken out of git since. */
async function comesWithGit(place: string, isKnown: boolean): Promise<boolean> {
  const name = basename(LOG);
  return (await trackedAt(place, isKnown ? [] : [name]))(name);
}

/** "" when there is no log. */
function keyOf(home: string): string {
  try {
    const [line = ""] = beginningOf(LOG, home, MAX_KEY).toString("utf8").split("\n");
    return createHash("sha256").update(line).digest("hex");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}
