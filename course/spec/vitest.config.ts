// course/spec/vitest.config · how vitest runs specs, whatever else is configured.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { ROOT } from "../base/root.ts";
import { decodePairs, PAIRS } from "./pairs.ts";

const told = process.env[PAIRS] ?? "";
/**
 * The compiled form of the hundred files that every chapter's run reads. One folder for each
 * lockfile, because vitest removes a folder whose lockfile has changed, even while another run uses it.
 */
const lock = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")));
const modules = join(ROOT, "node_modules", ".cache", `modules-${lock.digest("hex").slice(0, 12)}`);
mkdirSync(modules, { recursive: true });

const specs = [...(decodePairs(told)?.keys() ?? [])];

export default defineConfig({
  root: ROOT,
  test: {
    dir: "/",
    include: specs.map((folder) => join(folder, "spec.test.ts")),
    env: { [PAIRS]: told },
    isolate: false,
    chaiConfig: { truncateThreshold: 0 }, // what was expected and what came are shown whole
    experimental: { fsModuleCache: true, fsModuleCachePath: modules },
    maxWorkers: Number(process.env.SPEC_WORKERS ?? 1),
  },
});
