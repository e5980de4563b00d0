// course/judge/range · `course spec upto-s06 --on my_upto_s06`: the specs of several chapters on one agent, until a promise is broken.
import { basename } from "node:path";
import { say } from "../base/say.ts";
import { inOwnWords, promisesOf } from "../build/promises.ts";
import type { SpecTest } from "../spec/report.ts";
import type { runSpecs } from "../spec/run.ts";
import { countsLine, createTeller, firstBroken } from "./verdicts.ts";

/**
 * Runs the specs one after the other and prints a line for each. A chapter with a broken promise is the last one:
 * its first broken promise is printed in full as soon as it is known. Gives the exit code.
 */
export async function judgeRange(
  { specs, on }: { specs: string[]; on: string }, // the folders of the chapters, in order
  print: (line: string) => void,
  run: typeof runSpecs,
) {
  let hasPassed = false;
  for (const [kept, spec] of specs.entries()) {
    const { tests, counts } = await judgeChapter({ spec, on }, print, run);
    print(`${basename(spec).padEnd(22)} ${countsLine(tests)}`);
    if (counts.failed > 0 || tests.length === 0) {
      waiting(specs.slice(kept + 1)).forEach(print);
      return 1;
    }
    hasPassed ||= counts.passed > 0;
  }
  if (hasPassed) print(say`All ${specs.length} chapters are kept.`);
  return hasPassed ? 0 : 1;
}

/** The first broken promise is told when its test has run: the rest of the chapter may take a while. */
async function judgeChapter(
  pair: { spec: string; on: string },
  print: (line: string) => void,
  run: typeof runSpecs,
) {
  let isTold = false;
  const numbering = promisesOf(pair.spec);
  const tell = (test: SpecTest) => {
    if (isTold) return;
    const lines = firstBroken([test], numbering);
    isTold = lines.length > 0;
    inOwnWords(pair.spec, lines).forEach(print);
  };
  const { tests } = await run(pair, undefined, tell);
  tests.forEach(tell); // what did not run as a test: a spec that could not be loaded
  return { tests, counts: createTeller(false).ending(tests).counts };
}

/** What is not judged yet, and how to judge it all the same. */
function waiting(specs: string[]): string[] {
  const [first] = specs;
  if (first === undefined) return [];
  const names = specs.map((spec) => basename(spec).slice(0, 3)); // "s05"
  return [say`Not judged yet: ${names.join(", ")}. \`spec ${names[0]} --on …\` judges one alone.`];
}
