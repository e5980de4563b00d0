// site/test/pages · the pages of the site that was built last (`npm run site:build`).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../course/base/root.ts";

const DIST = join(ROOT, "site/dist");

test.skipIf(!existsSync(join(DIST, "base")))("code is coloured in a chapter's page", () => {
  const html = readFileSync(join(DIST, "s05_todo_write/index.html"), "utf8");
  expect(html.includes('class="shiki'), "colours").toBe(true);
  expect(html.includes("markdown-it-async"), "a placeholder").toBe(false);
});
