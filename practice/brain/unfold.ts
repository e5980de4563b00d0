// practice/brain/unfold · work of which each step depends on what the ones before gave, written as one function.
import type { Reading, Step } from "./types.ts";

/** Yields steps, is given their results, and returns what is said at the end. It is run again for each request. */
export type Script<Value = string> = Generator<Step, Value, string>;

/** The work as a reading; all its calls have one rule. */
export function unfolding(rule: string, script: () => Script, replace = 0): Reading {
  return { kind: "steps", steps: stepAfter(rule, script, []), replace };
}

function stepAfter(rule: string, script: () => Script, results: string[]): Step[] {
  const { done, value: step } = played(script, results);
  if (done === true) return [];
  return [
    {
      ...step,
      rule,
      say: (result) => {
        const end = played(script, [...results, result]);
        return end.done === true ? end.value : "";
      },
      leadsTo: ({ text = "" }) => stepAfter(rule, script, [...results, text]),
    },
  ];
}

function played(script: () => Script, results: string[]): IteratorResult<Step, string> {
  const run = script();
  let next = run.next();
  for (const result of results) next = run.next(result);
  return next;
}
