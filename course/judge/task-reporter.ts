// course/judge/task-reporter · a chapter's spec as a task of `npm test`: a line for each agent it judged, and the counts in $COUNT_FILE.
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { isBefore, pairsOf } from "../spec/pairs.ts";
import { reportsOf } from "../spec/report.ts";
import { resultOf, sumOf } from "./verdicts.ts";

/** vitest calls it with `new`. */
export default function TaskReporter(): Reporter {
  return { onTestRunEnd: (modules) => tell(modules) };
}

function tell(modules: readonly TestModule[]) {
  const results = modules.flatMap((module) => {
    const spec = dirname(module.moduleId);
    const targets = pairsOf(spec).map(({ on }) => on);
    return reportsOf(module, spec, targets).map((report) => resultOf(report, isBefore(report)));
  });
  for (const line of results.flatMap(({ lines }) => lines)) console.log(line);
  const counts = sumOf(results.map(({ counts }) => counts));
  const file = process.env.COUNT_FILE;
  if (file) writeFileSync(file, JSON.stringify(counts));
  if (counts.failed === 0) process.exitCode = 0; // a test that fails on the chapter before is right
}
