// course/spec · what a chapter's spec is written with: start an agent, type at it, look at what comes of it.
import { basename, dirname } from "node:path";
import { expect, type TestContext, type TestOptions, test as vitestTest } from "vitest";
import { judge, type SpecBody, type Start } from "./judge/judge.ts";
import type { Verdict } from "./spec/errors.ts";
import { decodePairs, PAIRS, WAIT_LIMIT } from "./spec/pairs.ts";

export type { Agent, StartOptions } from "./spec/agent.ts";
export { atMost, calls, conversation, cut, fault, mistaken, says } from "./spec/script.ts";
export type { Start };
export { expect };

declare module "vitest" {
  interface TaskMeta {
    /** The folder of the agent that the test judges. */
    on?: string;
    /** How the test ended. */
    verdict?: Verdict;
    /** Why the test cannot fail on the chapter before. */
    inherited?: string;
    /** How it would have ended if it did not count that the model called what the agent does not offer. */
    otherwise?: Verdict;
    /** The failure in words, without a stack; or what is to be said of a test that did not fail. */
    problem?: string;
  }
}

/** Each wait on the agent has its own, shorter limit; this one ends a test that hangs elsewhere. */
const TEST_LIMIT_MS = 300_000;

/**
 * A promise of the chapter, as a true sentence. It is tested on each agent that SPEC_PAIRS names for this
 * spec, or else on the one in the folder of the spec.
 */
export function test(sentence: string, body: SpecBody): void {
  register(sentence, {}, body);
}

/** A promise that the chapter before keeps too; `reason` says why no test of it could fail there. */
test.inherited = (sentence: string, reason: string, body: SpecBody): void => {
  if (reason.trim() === "") throw new Error(`test.inherited("${sentence}") needs a reason`);
  register(sentence, { inherited: reason }, body);
};

function register(sentence: string, meta: TestOptions["meta"], body: SpecBody) {
  const spec = dirname(expect.getState().testPath ?? "");
  const targets = decodePairs(process.env[PAIRS])?.get(spec) ?? [{ on: spec }];
  for (const { on, only } of targets) {
    if (only?.includes(sentence) === false) continue;
    const options = { timeout: TEST_LIMIT_MS, meta: { ...meta, on } };
    vitestTest(sentence, options, (context) =>
      run(context, saysYes(spec) ? withYes(body) : body, on),
    );
  }
}

/** The limit of one wait in ms, where the variable sets another one than usual. */
const waitLimit = () => Number(process.env[WAIT_LIMIT] ?? Number.NaN) || undefined;

/** The first chapter that asks questions. The specs before it know of none, so on later chapters each gets a yes. */
const FIRST_THAT_ASKS = "s03";

const saysYes = (spec: string) =>
  /^s\d\d_/.test(basename(spec)) && basename(spec) < FIRST_THAT_ASKS;

const withYes =
  (body: SpecBody): SpecBody =>
  ({ start }) =>
    body({ start: (script, options) => start(script, { yes: "anyway", ...options }) });

async function run({ task }: TestContext, body: SpecBody, on: string) {
  const { verdict, error, note, otherwise } = await judge(body, on, waitLimit());
  task.meta.verdict = verdict;
  if (otherwise !== undefined) task.meta.otherwise = otherwise;
  const problem = error?.message ?? note;
  if (problem !== undefined) task.meta.problem = problem;
  if (error !== undefined) throw error;
}
