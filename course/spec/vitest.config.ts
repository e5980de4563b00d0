// course/spec/vitest.config · how vitest runs specs, whatever else is configured: the pairs it is told, or those of one chapter.
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { ROOT } from "../root.ts";
import { decodePairs, encodePairs, PAIRS, pairsOf } from "./pairs.ts";

const told = process.env[PAIRS] || encodePairs(pairsOf(process.cwd()));
const specs = [...(decodePairs(told)?.keys() ?? [])];

export default defineConfig({
  root: ROOT,
  test: {
    dir: "/",
    include: specs.map((folder) => join(folder, "spec.test.ts")),
    env: { [PAIRS]: told },
    isolate: false,
    experimental: { fsModuleCache: true }, // every chapter's run reads the same hundred files
    maxWorkers: Number(process.env.SPEC_WORKERS ?? 1),
  },
});
