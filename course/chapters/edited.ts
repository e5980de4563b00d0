// course/chapters/edited · a chapter in which one file is another: a draft behind its door, or a planted mistake.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { draftAt } from "./drafts.ts";

/** Paths are absolute. */
export interface Edited {
  /** The folder of the chapter. */
  chapter: string;
  /** The file that is another, and what is in it. */
  path: string;
  text: string;
}

/** Notes in `folder` that it stands for a chapter with this edit; nothing else is there. */
export async function noteEdit(folder: string, edited: Edited): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(noteIn(folder), JSON.stringify(edited));
}

/** What a folder stands for that has no agent of its own, and the file that says so; undefined for any other folder. */
export function editedAt(folder: string): (Edited & { from: string }) | undefined {
  const draft = draftAt(folder);
  const from = draft ? join(draft.chapter, "package.json") : noteIn(folder);
  if (!draft)
    return existsSync(from) ? { ...JSON.parse(readFileSync(from, "utf8")), from } : undefined;
  const { chapter, door, file } = draft;
  const text = `export * from ${JSON.stringify(join(chapter, file))};`;
  return { chapter, path: join(chapter, door), text, from };
}

const noteIn = (folder: string) => join(folder, ".edited-chapter.json"); // no name that an agent of somebody has
