// course/spec/reporter · tells the process that runs specs what became of them, a JSON line for each test and each pair.
import { writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { decodePairs, PAIRS } from "./pairs.ts";
import { readTest, reportsOf } from "./report.ts";

/** The file descriptor that the lines go to. */
const REPORTS = 3;

/** vitest calls it with `new`. */
export default function SpecReporter(): Reporter {
  const tell = (value: object) => writeSync(REPORTS, `${JSON.stringify(value)}\n`);
  return {
    onTestCaseResult(test: TestCase) {
      tell({ test: readTest(test) });
    },
    onTestModuleEnd(module: TestModule) {
      const spec = dirname(module.moduleId);
      const targets = decodePairs(process.env[PAIRS])?.get(spec) ?? [];
      const folders = targets.map(({ on }) => on);
      for (const report of reportsOf(module, spec, folders)) tell(report);
    },
  };
}
