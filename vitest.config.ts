// Unit tests: those of a chapter on their own chapter, and on the newest one. No isolation, because importing the SDK once per file is most of the time.
import { defineConfig } from "vitest/config";
import { unchangedTests } from "./course/unit/author-tests.ts";
import { importNewest, newestFolder, testsForNewest } from "./course/unit/newest-tests.ts";

const root = import.meta.dirname;

/** Tests that only `npm run test:deep` runs; and of tools that only authors use, as long as these have not changed. */
const LONG = process.env.TEST_DEPTH ? [] : ["**/*.deep.test.ts", ...unchangedTests(root)];

/** The tests of some folders. */
const project = (name: string, include: string[]) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: ["**/node_modules/**", "**/fixtures/**", "s[0-9][0-9]_*/spec.test.ts", ...LONG],
  },
});

export default defineConfig({
  test: {
    isolate: false,
    maxWorkers: 1,
    testTimeout: 300_000, // a safety net: what takes long on a busy machine is no failure
    hookTimeout: 300_000,
    projects: [
      project("shared", ["shared/**/*.test.ts"]),
      project("practice", ["practice/**/*.test.ts"]),
      project("course", ["course/**/*.test.ts"]),
      project("own", ["s[0-9][0-9]_*/**/*.test.ts", "skills/*.test.ts"]),
      {
        extends: true,
        plugins: [importNewest(root)],
        test: {
          name: "newest",
          include: testsForNewest(root),
          exclude: ["**/node_modules/**", ...LONG],
          env: { UNIT_ON: newestFolder(root) },
        },
      },
    ],
  },
});
