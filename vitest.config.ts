// Unit tests: no isolation, because importing the SDK once per file is most of the time.
import { defineConfig } from "vitest/config";
import { carriedTests } from "./course/carried-tests.ts";

export default defineConfig({
  test: {
    include: ["{shared,practice,course}/**/*.test.ts", "s*/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "**/fixtures/**",
      "s*/spec.test.ts",
      "practice/brain.test.ts", // vitest.brain.config.ts
      "practice/brain/**",
      // `npm test` runs a carried test once; who names a file gets that file.
      ...(process.env.COUNT_FILE ? carriedTests(import.meta.dirname) : []),
    ],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
