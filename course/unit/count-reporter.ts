// course/unit/count-reporter · tells `npm test` how many tests vitest ran, and which took long.
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const OUTCOMES = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "failed",
} as const;

const SLOWEST = 10;

/** vitest calls it with `new`. Writes `{ passed, failed, skipped, slowest }` to $COUNT_FILE. */
export default function CountReporter(): Reporter {
  return { onTestRunEnd: writeCounts };
}

/** A module that did not load counts as a failed test, and so does an error outside of any. */
function writeCounts(modules: readonly TestModule[], errors: readonly unknown[]) {
  const counts = { passed: 0, failed: errors.length, skipped: 0 };
  for (const module of modules) if (module.errors().length > 0) counts.failed++;
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  for (const test of tests) counts[OUTCOMES[test.result().state]]++;
  const slowest = tests
    .map((test) => ({ name: nameOf(test), ms: Math.round(test.diagnostic()?.duration ?? 0) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
  const file = process.env.COUNT_FILE;
  if (file) writeFileSync(file, JSON.stringify({ ...counts, slowest }));
}

const nameOf = ({ module, project, name }: TestCase) =>
  `${module.relativeModuleId} (${project.name}): ${name}`;
