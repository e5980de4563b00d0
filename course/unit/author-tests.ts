// course/unit/author-tests · tests of what only the course's authors change: `npm test` runs one of them when it has changed.
import { execFileSync } from "node:child_process";
import { join, relative, sep } from "node:path";
import { globSync } from "tinyglobby";
import { closureOf } from "../results/key.ts";

/** They make, measure and judge, start programs as people do, ask the practice model's brain, or attack with thousands of git's programs; `npm run test:deep` runs all of them. */
const AUTHOR_TESTS = [
  "course/{generate,measure,propagate,starters}/*.test.ts",
  "course/check/{checklist,command,drafts,hints,host,imports,sizes,terms,text}.test.ts",
  "course/readme/{code,diff,form,minutes,rules,translation}.test.ts",
  "course/mutants/*.deep.test.ts",
  "course/judge/{elsewhere,lacks,launchFile,obstacle,others,outsider,untyped}*.test.ts",
  "course/replay/{command,session}*.test.ts",
  "course/scripts/*.test.ts",
  "practice/{brain,trials}/**/*.test.ts",
  "s03_permission/permission/{gitPrograms,trap}.test.ts",
  "s18_worktree_isolation/worktrees/worktrees.test.ts",
];

/** All these tests, as paths from `root`; those with many processes, too, if `isDeep`. */
export const authorTests = (root: string, isDeep: boolean): string[] =>
  globSync(AUTHOR_TESTS, { cwd: root, ignore: isDeep ? [] : ["**/*.deep.test.ts"] }).sort();

/** Those of them that `npm test` leaves out: nothing that they import, directly or not, and no small course of a test differs from what is published. */
export function unchangedTests(root: string): string[] {
  const changed = changedFiles(root);
  if ([...changed].some((path) => path.startsWith("course/fixtures/"))) return [];
  const isChanged = (path: string) => changed.has(relative(root, path).split(sep).join("/"));
  return authorTests(root, false).filter((test) => !closureOf([join(root, test)]).some(isChanged));
}

/** What is new here: not committed, or not in the branch that this one follows. None in a copy without a history. */
function changedFiles(root: string): Set<string> {
  const base = ["@{upstream}", "origin/HEAD"].flatMap((branch) =>
    git(root, "merge-base", "HEAD", branch),
  )[0];
  return new Set([
    ...git(root, "diff", "--name-only", base ?? "HEAD"),
    ...git(root, "ls-files", "--others", "--exclude-standard"),
  ]);
}

/** The lines that git prints; none when it fails. */
function git(root: string, ...words: string[]): string[] {
  try {
    const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
    return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio })
      .split("\n")
      .filter(Boolean);
  } catch {
    return [];
  }
}
