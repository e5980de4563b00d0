// course/carried-tests · the unit tests that run in a later chapter, too, byte for byte.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listChapters } from "./chapters.ts";

/**
 * The unit tests of `root`'s chapters that need not run, because a later chapter in an unbroken row
 * carries the same bytes: what they test there, they test here.
 */
export function carriedTests(root: string): string[] {
  const chapters = listChapters(root);
  return chapters.flatMap((chapter, at) =>
    readdirSync(join(root, chapter))
      .filter((name) => name.endsWith(".test.ts") && name !== "spec.test.ts")
      .filter((name) => isSame(join(root, chapter, name), join(root, chapters[at + 1] ?? "", name)))
      .map((name) => join(chapter, name)),
  );
}

function isSame(file: string, later: string): boolean {
  return existsSync(later) && readFileSync(file).equals(readFileSync(later));
}
