// Unit tests: those of a chapter on their own chapter, and on the newest one. No isolation, because importing the SDK once per file is most of the time.
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { unchangedTests } from "./course/unit/author-tests.ts";
import { importNewest, newestFolder, testsForNewest } from "./course/unit/newest-tests.ts";

const root = import.meta.dirname;

/** Tests that only `npm run test:deep` runs; and those of what only authors change, as long as it has not changed. */
const LONG = process.env.TEST_DEPTH ? [] : ["**/*.deep.test.ts", ...unchangedTests(root)];

/** Where several files run at once, the stories of teams begin: told in many orders, each takes longer than most other files together. */
class StoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isStory = ({ moduleId }: TestSpecification) => moduleId.endsWith("/story.test.ts");
    const sorted = await super.sort(files);
    return [...sorted.filter(isStory), ...sorted.filter((file) => !isStory(file))];
  }
}

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
    env: { LC_ALL: "C.UTF-8" }, // what is expected is in English, whatever the person's language is
    isolate: false,
    maxWorkers: Number(process.env.UNIT_WORKERS ?? 1), // npm test runs several projects at once
    sequence: { sequencer: StoriesFirst },
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
