// course/propagate/state · the state of a propagate, kept in git's folder so that it can be continued or undone.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { fileAt, gitText } from "../base/git.ts";

const propagation = z.object({
  /** The commit that all chapters were at; --abort goes back to it. */
  head: z.string(),
  /** The commit whose files count as "before the fix". */
  base: z.string(),
  chapter: z.string(),
  /** The chapter with conflicts that a person must resolve; undefined while the work runs. */
  stopped: z.string().optional(),
  /** Files with conflicts in that chapter, from the root. */
  conflicts: z.array(z.string()),
  /** Files that were or are about to be written, from the root. */
  touched: z.array(z.string()),
});
export type Propagation = z.infer<typeof propagation>;

/** The state's file: git never lists it, and a worktree has its own. */
export async function statePath(root: string): Promise<string> {
  const path = await gitText(["rev-parse", "--git-path", "course-propagate.json"], root);
  return resolve(root, path.trim());
}

/** The propagate that is under way; undefined when there is none. */
export function readState(path: string): Propagation | undefined {
  return existsSync(path) ? propagation.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

/** Written whole or not at all, so that the state can be read after a crash. */
export function writeState(path: string, state: Propagation) {
  writeFileSync(halfOf(path), JSON.stringify(state));
  renameSync(halfOf(path), path);
}

export const removeState = (path: string) => rmSync(path, { force: true });

/** Restores every touched file from the commit at which the work began; returns the names of the files. */
export async function undo(state: Propagation, root: string): Promise<string[]> {
  for (const file of state.touched) {
    const content = await fileAt(state.head, file, root);
    writeOrRemove(join(root, file), content);
    rmSync(halfOf(join(root, file)), { force: true }); // a temporary file that an interruption may have left
  }
  return state.touched;
}

/** Writes a file whole, or removes it when there is no content. */
export function writeOrRemove(path: string, content: Buffer | undefined) {
  if (content === undefined) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(halfOf(path), content);
  return renameSync(halfOf(path), path);
}

const halfOf = (path: string) => `${path}.new`;
