// course/spec/report · what vitest tells of a spec's tests, in our words.
import type { TestCase, TestModule } from "vitest/node";
import { z } from "zod";
import { say } from "../base/say.ts";
import { VERDICTS, type Verdict } from "./errors.ts";

/** What became of one test of a spec: `otherwise` leaves aside what the agent does not offer, `inherited` says why it cannot fail on the chapter before, `message` what was wrong. */
const specTest = z.object({
  name: z.string(),
  verdict: z.enum(VERDICTS),
  otherwise: z.enum(VERDICTS).optional(),
  inherited: z.string().optional(),
  message: z.string().optional(),
});
export type SpecTest = z.infer<typeof specTest>;

/** A spec's tests on one agent, both are folders; and how long they took. */
const pairReport = z.object({
  spec: z.string(),
  on: z.string(),
  tests: z.array(specTest),
  ms: z.number().optional(),
});
export type PairReport = z.infer<typeof pairReport>;

/** How many tests were as they should be. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A line of the reporter: a test that has just run, or a spec that has. */
export const reportLine = z.union([z.object({ test: specTest }), pairReport]);

/** The tests of a file, by the agent they judged. A spec that cannot be loaded is one broken test on each of `targets`. */
export function reportsOf(module: TestModule, spec: string, targets: string[]): PairReport[] {
  const cases = [...module.children.allTests()];
  const problems = module.errors().map(({ message }) => message);
  return targets.map((on) => {
    const own = cases.filter((one) => one.meta().on === on);
    const tests = own.map(readTest);
    const ms = own.reduce((sum, one) => sum + (one.diagnostic()?.duration ?? 0), 0);
    if (tests.length > 0 && problems.length === 0) return { spec, on, tests, ms };
    const message = problems.join("\n") || say`It has no tests.`;
    return {
      spec,
      on,
      tests: [...tests, { name: "the spec can be loaded", verdict: "broken", message }],
    };
  });
}

/** What became of one test. */
export function readTest(test: TestCase): SpecTest {
  const { inherited, problem, verdict, otherwise } = test.meta();
  const { state, errors = [] } = test.result();
  const thrown = errors.map(({ stack, message }) => stack ?? message).join("\n");
  const message = problem ?? thrown;
  return {
    name: test.name,
    verdict: verdictOf(state, verdict),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(inherited === undefined ? {} : { inherited }),
    ...(message === "" ? {} : { message }),
  };
}

/** A test that failed without our verdict ran into its time limit, or was not written with `test` of course/spec. */
function verdictOf(state: string, judged: Verdict | undefined): Verdict {
  if (state === "passed") return judged ?? "passed";
  if (state !== "failed") return "skipped";
  if (judged === "failed" || judged === "passed") return "failed";
  return "broken";
}
