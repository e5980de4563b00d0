// course/replay/kept · what the result of a session depends on: the session, the agents it starts, and what plays it.
import { join } from "node:path";
import { draftAt } from "../chapters/drafts.ts";
import { listFiles } from "../chapters/files.ts";
import { listChapters } from "../chapters/list.ts";
import { keyOf } from "../results/key.ts";
import { REAL } from "../spec/launch.ts";
import { folderOf, OF_COURSE } from "./acts.ts";
import type { Session } from "./readme.ts";

/** Words of commands whose needs no list of files has. */
const UNKNOWN = /\b(npm|npx|course)\b/;

/** The key of a session's result; undefined when it depends on what is not known here. Its place in the page does not count. */
export async function keyOfSession(session: Session, root: string): Promise<string | undefined> {
  const { name, fixture, segments, timelines, mistakes } = session;
  const commands = segments.flatMap(({ action }) =>
    action.kind === "shell" ? [action.command] : [],
  );
  const tools = commands.flatMap((command) => OF_COURSE.get(command) ?? []);
  const isUnknown = commands.some((command) => UNKNOWN.test(command) && !OF_COURSE.has(command));
  const programs = foldersOf(session, root);
  if (isUnknown || mistakes.length > 0 || programs === undefined) return undefined;
  const lines = segments.map(({ text, expected }) => [text, expected]);
  const tables = timelines.map(({ lines }) => lines);
  const folders = ["practice", "skills", "course/bundle"];
  return keyOf({
    words: ["session", JSON.stringify([name, fixture, lines, tables]), process.env[REAL] ?? ""],
    modules: [
      ...["worker.ts", "pool.ts"].map((name) => join(import.meta.dirname, name)),
      ...tools.map((path) => join(root, path)),
    ],
    programs,
    files: [
      ...folders.map((path) => join(root, path)),
      ...(fixture === undefined ? [] : [join(root, "course", "fixtures", fixture)]),
      ...programs.flatMap(dataOf),
      ...(tools.length > 0 ? anyAgent(root) : []),
    ],
  });
}

/** What a tool of the course may need: it starts agents of its own choice. */
const anyAgent = (root: string): string[] =>
  [...listChapters(root), "shared", "course/spec", "course/fixtures"].map((path) =>
    join(root, path),
  );

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
