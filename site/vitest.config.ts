// site/vitest.config · the site's own tests: `npx vitest run --root site`, once its packages are installed.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{build,host,page,scripts,test,views}/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
