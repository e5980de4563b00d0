// course/deep/pairs · many specs on many chapters, and one count of it.
import { basename } from "node:path";
import { reportOf } from "../spec/command.ts";
import { runSpecs } from "../spec/run.ts";

/** A spec, the chapter it is tried on, and whether that is the chapter before, where it should fail. */
export interface Pair {
  spec: string;
  on: string;
  shouldFail: boolean;
}

/** How many tests were as they should be. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs the pairs one after the other; `print` takes a line a pair, and all lines of one that is wrong. */
export async function runPairs(pairs: Pair[], print: (line: string) => void): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const pair of pairs) {
    const { tests } = await runSpecs(pair);
    const { lines, counts } = reportOf(tests, pair.shouldFail);
    const failed = tests.length === 0 ? 1 : counts.failed; // a spec without tests promises nothing
    print(`${nameOf(pair)}: ${counts.passed} as it should be, ${failed} not`);
    if (failed > 0) for (const line of lines) print(line);
    sum.passed += counts.passed;
    sum.failed += failed;
    sum.skipped += counts.skipped;
  }
  return sum;
}

function nameOf({ spec, on, shouldFail }: Pair): string {
  const wish = shouldFail ? ", where each test must fail" : "";
  return `spec of ${basename(spec)} on ${basename(on)}${wish}`;
}
