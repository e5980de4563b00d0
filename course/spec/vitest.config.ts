// course/spec/vitest.config · how the runner has vitest run one spec, whatever else is configured.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["spec.test.ts"], isolate: false, reporters: ["json"] },
});
