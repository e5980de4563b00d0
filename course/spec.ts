// course/spec · what a chapter's spec is written with: start an agent, type at it, look at what comes of it.
import { dirname, resolve } from "node:path";
import { type TestContext, test as vitestTest } from "vitest";
import type { Verdict } from "./spec/errors.ts";
import { judge, type SpecBody } from "./spec/judge.ts";

export { expect } from "vitest";
export type { Agent, StartOptions } from "./spec/agent.ts";
export { atMost, calls, conversation, cut, fault, says } from "./spec/script.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What the test came to. */
    verdict?: Verdict;
    /** Why the test cannot fail on the chapter before. */
    inherited?: string;
    /** The failure in words, without a stack. */
    problem?: string;
  }
}

/** Waits have their own, shorter limits: this one ends what waits for something else. */
const TEST_LIMIT_MS = 60_000;

/**
 * A promise of the chapter, as a true sentence. It is tested on the agent in the folder that SPEC_ON
 * names, or else in the folder of the spec.
 */
export function test(sentence: string, body: SpecBody): void {
  vitestTest(sentence, { timeout: TEST_LIMIT_MS }, (context) => run(context, body));
}

/** A promise that the chapter before keeps too; `reason` says why no test of it could fail there. */
test.inherited = (sentence: string, reason: string, body: SpecBody): void => {
  if (reason.trim() === "") throw new Error(`test.inherited("${sentence}") needs a reason`);
  const options = { timeout: TEST_LIMIT_MS, meta: { inherited: reason } };
  vitestTest(sentence, options, (context) => run(context, body));
};

async function run({ task }: TestContext, body: SpecBody) {
  const chapter = resolve(process.env.SPEC_ON || dirname(task.file.filepath));
  const { verdict, error } = await judge(body, chapter);
  task.meta.verdict = verdict;
  if (error === undefined) return;
  task.meta.problem = error.message;
  throw error;
}
