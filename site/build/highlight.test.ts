// site/build/highlight · coloured code is kept as it is shown, and is coloured again only when it has changed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMarkdownRenderer, disposeMdItInstance } from "vitepress";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepHighlights, openKept, writeKept } from "./highlight.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colours-"));
});
afterEach(() => {
  disposeMdItInstance();
  rmSync(folder, { recursive: true });
});

const PAGE = "```ts loop.ts\nconst one = 1;\n```\n";
const file = () => join(folder, "colours.json");

/** Renders a page with what is kept; gives the HTML, and what is known then. */
async function render(page: string, version: string) {
  const kept = openKept(file(), version);
  const before = Object.keys(kept.known).length;
  const config = (markdown: Parameters<typeof keepHighlights>[0]) => keepHighlights(markdown, kept);
  const renderer = await createMarkdownRenderer(folder, { config }, "/");
  const html = await renderer.renderAsync(page);
  await writeKept(file(), version, kept);
  disposeMdItInstance();
  return { html, before };
}

test("code is coloured, and looks the same when it was kept", async () => {
  const first = await render(PAGE, "1");
  expect(first.html).toContain('class="shiki');
  expect(first.html).not.toContain("markdown-it-async");
  const again = await render(PAGE, "1");
  expect(again).toEqual({ html: first.html, before: 1 });
});

test("with another version, and for other code, nothing is taken from what is kept", async () => {
  await render(PAGE, "1");
  expect((await render(PAGE, "2")).before).toBe(0);
  const other = await render(PAGE.replace("one = 1", "two = 2"), "2");
  expect(other.html).toContain("two");
  expect((await render(PAGE, "2")).before, "only what the build before has used").toBe(1);
});
