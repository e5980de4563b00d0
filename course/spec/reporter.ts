// course/spec/reporter · tells the process that runs specs what became of them, a JSON line for each pair.
import { writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { decodePairs, PAIRS } from "./pairs.ts";
import { reportsOf } from "./report.ts";

/** The file descriptor that the lines go to. */
const REPORTS = 3;

/** vitest calls it with `new`. */
export default function SpecReporter(): Reporter {
  return {
    onTestModuleEnd(module: TestModule) {
      const spec = dirname(module.moduleId);
      const targets = decodePairs(process.env[PAIRS])?.get(spec) ?? [];
      for (const report of reportsOf(module, spec, targets))
        writeSync(REPORTS, `${JSON.stringify(report)}\n`);
    },
  };
}
