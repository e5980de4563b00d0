// course/deep/pairs · runs many specs on many chapters and counts the results.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { resultOf, sumOf } from "../judge/verdicts.ts";
import { finishedPairs, isBefore, PARTS_END, type Pair } from "../spec/pairs.ts";
import type { Counts } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";

/** So many chapters at the end are left to planted.ts: it runs every spec on the newest one, with two more mechanisms. */
const NEAR_NEWEST = 2;

/**
 * The pairs that `npm test` leaves out: each spec on the next chapter that ends a part, unless that is the newest chapter
 * or the one before; with `all`, on every later one; and those of finished parts on the chapter before.
 */
export function deepPairs(chapters: string[], root: string, all: boolean): Pair[] {
  const later = chapters.flatMap((spec, at) => {
    const ends = chapters
      .slice(at + 1, -NEAR_NEWEST)
      .filter(endsPart)
      .slice(0, 1);
    const tried = all ? chapters.slice(at + 1) : ends;
    return tried.map((on) => ({ spec: join(root, spec), on: join(root, on) }));
  });
  return [...finishedPairs(chapters, root), ...later];
}

const endsPart = (chapter: string) => PARTS_END.includes(chapter.slice(0, 3));

/**
 * Runs the pairs, one per core at a time; `print` gets one line per pair, and all lines of a pair that fails.
 * With `depth`, specs that repeat something repeat it more often.
 */
export async function judgePairs(
  pairs: Pair[],
  print: (line: string) => void,
  depth?: number,
): Promise<Counts> {
  const counts: Counts[] = [];
  await runPairs(pairs, {
    workers: availableParallelism(),
    ...(depth !== undefined && { depth }),
    ended(report) {
      const result = resultOf(report, isBefore(report));
      counts.push(result.counts);
      for (const line of result.lines) print(line);
    },
  });
  return sumOf(counts);
}
