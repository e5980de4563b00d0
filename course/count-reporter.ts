// course/count-reporter · tells `npm test` how many tests vitest ran.
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const OUTCOMES = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "failed",
} as const;

/** vitest calls it with `new`. Writes `{ passed, failed, skipped }` to $COUNT_FILE. */
export default function CountReporter(): Reporter {
  return { onTestRunEnd: writeCounts };
}

/** A module that did not load counts as a failed test, and so does an error outside of any. */
function writeCounts(modules: readonly TestModule[], errors: readonly unknown[]) {
  const counts = { passed: 0, failed: errors.length, skipped: 0 };
  for (const module of modules) {
    if (module.errors().length > 0) counts.failed++;
    for (const test of module.children.allTests()) counts[OUTCOMES[test.result().state]]++;
  }
  const file = process.env.COUNT_FILE;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
