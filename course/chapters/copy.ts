// course/chapters/copy · a chapter at another place, where it may be changed.
import { cp, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { ROOT } from "../base/root.ts";

/** What a chapter needs beside its own folder. */
const BESIDE = ["shared", "practice", "course", "skills", "node_modules", "package.json"];

/** Copies a chapter to the folder `name` in `place`, an empty folder, and gives the path of the copy. */
export async function copyOf(chapter: string, place: string, name: string): Promise<string> {
  const copy = join(place, name);
  await cp(chapter, copy, { recursive: true, filter: (path) => basename(path) !== ".results" });
  for (const beside of BESIDE) await symlink(join(ROOT, beside), join(place, beside));
  return copy;
}
