// course/deep/pairs · runs many specs on many chapters and counts the results.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { resultOf, sumOf } from "../judge/verdicts.ts";
import { finishedPairs, isBefore, PARTS_END, type Pair } from "../spec/pairs.ts";
import type { Counts } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";

/**
 * The pairs that `npm test` leaves out: each spec on the next chapter and on the last of each part, but not on the
 * newest, on which planted.ts runs every spec, with two more mechanisms; with `all`, on every later one; and those of
 * finished parts on the chapter before.
 */
export function deepPairs(chapters: string[], root: string, all: boolean): Pair[] {
  const later = chapters.flatMap((spec, at) => {
    const later = chapters.slice(at + 1, all ? undefined : -1);
    const isTried = (on: string, place: number) =>
      all || place === 0 || PARTS_END.includes(on.slice(0, 3));
    return later.filter(isTried).map((on) => ({ spec: join(root, spec), on: join(root, on) }));
  });
  return [...finishedPairs(chapters, root), ...later];
}

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
