// The brain's tests start a program for nearly every phrase, which a small process does many times faster.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["practice/brain.test.ts", "practice/brain/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
