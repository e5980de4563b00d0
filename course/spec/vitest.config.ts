// course/spec/vitest.config · how vitest runs specs, whatever else is configured.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ROOT } from "../base/root.ts";
import { decodePairs, PAIRS } from "./pairs.ts";

const told = process.env[PAIRS] ?? "";
/** The compiled form of what every run reads; by lockfile, because vitest removes that of another one even while it is used. */
const lock = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")));
const modules = join(ROOT, "node_modules", ".cache", `modules-${lock.digest("hex").slice(0, 12)}`);
mkdirSync(modules, { recursive: true });

const pairs = decodePairs(told) ?? new Map();

/** The spec with the most to try begins, so that no worker is left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const agents = ({ moduleId }: TestSpecification) => pairs.get(dirname(moduleId))?.length ?? 0;
    return (await super.sort(files)).sort((a, b) => agents(b) - agents(a));
  }
}

export default defineConfig({
  root: ROOT,
  test: {
    dir: "/",
    include: [...pairs.keys()].map((folder) => join(folder, "spec.test.ts")),
    env: { [PAIRS]: told },
    isolate: false,
    sequence: { sequencer: LongestFirst },
    chaiConfig: { truncateThreshold: 0 }, // what was expected and what came are shown whole
    experimental: { fsModuleCache: true, fsModuleCachePath: modules },
    maxWorkers: Number(process.env.SPEC_WORKERS ?? 1),
  },
});
