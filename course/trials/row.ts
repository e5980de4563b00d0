// course/trials/row · a spec, an agent, and what must come of the two.
import { basename } from "node:path";
import { reportOf } from "../judge/verdicts.ts";
import type { Needs } from "../results/key.ts";
import type { Pair } from "../spec/pairs.ts";
import type { Counts, PairReport, SpecTest } from "../spec/report.ts";

/**
 * "all": every promise is kept, as on the spec's own chapter. "none": every one fails, as on the chapter before; only what
 * is inherited is kept. Or exactly the promises of these sentences are kept, and each of the others is `not` kept in this
 * way: it fails; it fails or the agent hangs; or in any way, a crash included.
 */
export type Expect =
  | "all"
  | "none"
  | { exactly: readonly string[]; not: "failing" | "hanging" | "any" };

/** One line of a table of trials. */
export interface Row extends Pair {
  expect: Expect;
  /** What the agent is made of, where its folder is no chapter: a copy, or an agent from elsewhere. */
  made?: Pick<Needs, "programs" | "words" | "files">;
  /** Makes the agent's folder: only when the row is really run. */
  prepare?(): Promise<void>;
  /** What it is called, where the two folders don't say it. */
  title?: string;
}

/** What became of a row: lines to print, and counts of what was right and wrong. */
export interface Outcome {
  row: Row;
  counts: Counts;
  /** The first says it all; more follow when something is wrong. */
  lines: string[];
  /** The promises that were kept, and what was wrong with the row. Not known of a result that was kept from before. */
  tests: SpecTest[];
  ms: number;
  isCached: boolean;
}

/** Compares what a spec said of an agent with what its row expects. */
export function judgeRow(row: Row, { tests }: PairReport): Pick<Outcome, "counts" | "lines"> {
  const name = nameOf(row);
  const { expect } = row;
  if (typeof expect === "object") return judgeExactly(name, expect, tests);
  const { lines, counts } = reportOf(tests, expect === "none");
  const failed = tests.length === 0 ? 1 : counts.failed; // a spec without tests promises nothing
  const wish = expect === "none" ? ", where each test must fail" : "";
  const first = `${name}${wish}: ${counts.passed} right, ${failed} wrong`;
  const { passed, skipped } = counts;
  return {
    lines: [first, ...(failed > 0 ? lines : [])],
    counts: { passed, failed, skipped },
  };
}

export const nameOf = ({ title, spec, on }: Row): string =>
  title ?? `spec of ${basename(spec)} on ${basename(on)}`;

/** Counts one: the row is right, or it is not. */
function judgeExactly(name: string, expect: Exactly, tests: SpecTest[]) {
  const wrong = tests.flatMap((test) => {
    const problem = problemOf(test, expect);
    return problem === undefined ? [] : [`  ! ${problem}: ${test.name}`];
  });
  const missing = expect.exactly.filter((sentence) => !tests.some(({ name }) => name === sentence));
  const lost = missing.map((sentence) => `  ! there is no such promise: ${sentence}`);
  const isRight = tests.length > 0 && wrong.length + lost.length === 0;
  return {
    lines: [`${name}: ${isRight ? "as expected" : "not as expected"}`, ...wrong, ...lost],
    counts: { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: 0 },
  };
}

type Exactly = Exclude<Expect, string>;

function problemOf(test: SpecTest, { exactly, not }: Exactly): string | undefined {
  const isKept = test.verdict === "passed";
  if (exactly.includes(test.name)) return isKept ? undefined : "it is not kept";
  if (isKept) return "it is kept";
  if (test.verdict === "failed" || not === "any") return undefined;
  if (not === "hanging" && hung(test)) return undefined;
  return "it cannot be judged";
}

/** Whether the agent was waited for in vain. */
export const hung = ({ verdict, message = "" }: SpecTest): boolean =>
  verdict === "broken" && /^Waited \d+ s for /m.test(message);
