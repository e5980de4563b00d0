// course/deep/drafts · each draft keeps exactly the promises that its package.json names.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisesOf } from "../build/promises.ts";
import { type Draft, draftsOf } from "../chapters/drafts.ts";
import { sumOf } from "../judge/verdicts.ts";
import type { Counts } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";

/** A promise that waits so long for an agent, in ms, is not kept. */
const WAIT_MS = 20_000;

/** Runs the spec of each chapter on its drafts; `print` gets one line per draft. */
export async function judgeDrafts(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const drafts = chapters.flatMap((name) => draftsOf(join(root, name)));
  if (drafts.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const pairs = drafts.map(({ chapter, name }) => ({ spec: chapter, on: join(root, name) }));
  const counts: Counts[] = [];
  await runPairs(pairs, {
    workers: availableParallelism() + 1, // a promise that waits in vain needs no core
    waitLimit: WAIT_MS,
    ended({ on, tests }) {
      const draft = drafts.find(({ name }) => join(root, name) === on);
      if (draft === undefined) return;
      const kept = keptBy(
        draft,
        tests.filter(({ verdict }) => verdict === "passed").map(({ name }) => name),
      );
      const isSo = kept.join() === draft.keeps.join();
      print(
        `${draft.name} keeps ${kept.join(", ") || "nothing"}${isSo ? "" : `, not ${draft.keeps.join(", ") || "nothing"}: edit "keeps"`}`,
      );
      counts.push({ passed: isSo ? 1 : 0, failed: isSo ? 0 : 1, skipped: 0 });
    },
  });
  return sumOf(counts);
}

/** The numbers of the promises that passed. */
function keptBy({ chapter }: Draft, passed: string[]): number[] {
  return promisesOf(chapter).flatMap((sentence, at) => (passed.includes(sentence) ? [at + 1] : []));
}
