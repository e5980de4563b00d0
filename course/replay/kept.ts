// course/replay/kept · what the result of a session depends on: the session, the agents it starts, and what plays it.
import { join } from "node:path";
import { draftAt } from "../chapters/drafts.ts";
import { listFiles } from "../chapters/files.ts";
import { keyOf } from "../results/key.ts";
import { REAL } from "../spec/launch.ts";
import { folderOf } from "./acts.ts";
import type { Session } from "./readme.ts";

/** What no list of files has: the rest of the course. */
const OF_COURSE = /\b(npm|npx|course)\b/;

/** The key of a session's result; undefined when it depends on what is not known here. Its place in the page does not count. */
export async function keyOfSession(session: Session, root: string): Promise<string | undefined> {
  const { name, fixture, segments, mistakes } = session;
  const isWhole = segments.some(
    ({ action, text }) => action.kind === "shell" && OF_COURSE.test(text),
  );
  if (isWhole || mistakes.length > 0) return undefined;
  const lines = segments.map(({ text, expected }) => [text, expected]);
  const programs = foldersOf(session, root);
  if (programs === undefined) return undefined;
  return keyOf({
    words: ["session", JSON.stringify([name, fixture, lines]), process.env[REAL] ?? ""],
    modules: [join(import.meta.dirname, "session.ts")],
    programs,
    files: [
      ...["practice", "skills", "course/bundle"].map((path) => join(root, path)),
      ...(fixture === undefined ? [] : [join(root, "course", "fixtures", fixture)]),
      ...programs.flatMap(dataOf),
    ],
  });
}

/** The folders of the agents that it starts; undefined when one is not there. */
function foldersOf({ segments }: Session, root: string): string[] | undefined {
  const actions = segments.map(({ action }) => action);
  const names = actions.flatMap((one) => (one.kind === "start" ? [one.chapter] : []));
  try {
    return [...new Set(names)].map((name) => folderOf(root, name));
  } catch {
    return undefined; // the session says so when it is played
  }
}

/** An agent and its practice model read files of the chapter that are in no bundle. */
const dataOf = (folder: string): string[] => {
  const chapter = draftAt(folder)?.chapter ?? folder;
  return listFiles(chapter)
    .filter((file) => file.endsWith(".json"))
    .map((file) => join(chapter, file));
};
