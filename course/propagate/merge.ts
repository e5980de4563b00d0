// course/propagate/merge · one file's fix, carried from a chapter to the next.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "../base/git.ts";

/** A file before the fix, after it, and in the next chapter; undefined where it does not exist. */
export interface Versions {
  base: Buffer | undefined;
  fixed: Buffer | undefined;
  next: Buffer | undefined;
}

/** What the next chapter's file becomes. `remove` and `conflict` say so; a conflict may come with marked text. */
export type Carried =
  | { kind: "same" }
  | { kind: "write"; content: Buffer; how: "copied" | "merged" }
  | { kind: "remove" }
  | { kind: "conflict"; content: Buffer | undefined; why: string };

/** Decides one file. `labels` name the next chapter's file, the base and the fix in conflict marks. */
export async function carry(versions: Versions, labels: string[]): Promise<Carried> {
  const { base, fixed, next } = versions;
  if (same(base, fixed) || same(next, fixed)) return { kind: "same" };
  if (same(base, next)) {
    return fixed ? { kind: "write", content: fixed, how: "copied" } : { kind: "remove" };
  }
  if (!next)
    return { kind: "conflict", content: undefined, why: "is gone there: copy it, or leave it" };
  if (!fixed)
    return {
      kind: "conflict",
      content: undefined,
      why: "was deleted in the chapter before, but this chapter has revised it: keep it, or delete it",
    };
  return merge(base ?? Buffer.from(""), fixed, next, labels);
}

const same = (a: Buffer | undefined, b: Buffer | undefined) => (a && b ? a.equals(b) : a === b);

async function merge(
  base: Buffer,
  fixed: Buffer,
  next: Buffer,
  labels: string[],
): Promise<Carried> {
  const place = await mkdtemp(join(tmpdir(), "course-merge-"));
  try {
    const contents = { next, base, fixed };
    for (const [name, content] of Object.entries(contents)) {
      await writeFile(join(place, name), content);
    }
    const marks = labels.flatMap((label) => ["-L", label]);
    const args = ["merge-file", "-p", ...marks, ...Object.keys(contents)];
    const { code, stdout, stderr } = await runGit(args, place, true);
    if (code === 0) {
      return stdout.equals(next)
        ? { kind: "same" }
        : { kind: "write", content: stdout, how: "merged" };
    }
    // Up to 127 the code is the number of conflicts; above, git could not merge at all.
    if (code < 128)
      return {
        kind: "conflict",
        content: stdout,
        why: `has ${code} conflict${code === 1 ? "" : "s"}`,
      };
    return { kind: "conflict", content: undefined, why: `cannot be merged: ${stderr.trim()}` };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Whether a text still has the marks of a conflict. */
export const hasMarks = (text: string): boolean => /^(?:<{7}|>{7}) /m.test(text);
