// practice/validation/rulesTable · RULES.md is what the code says.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultKinds } from "../faults/faults.ts";
import { allRules, rulesMarkdown } from "./rulesTable.ts";

test("RULES.md is up to date; else run: node --import tsx practice/rules-table.ts --write", async () => {
  const file = await readFile(join(import.meta.dirname, "..", "RULES.md"), "utf8");
  expect(file).toBe(rulesMarkdown());
});

test("each rule has a row with its source, under an id of its own, and each fault a row", () => {
  const rows = rulesMarkdown().split("\n");
  const ids = allRules().map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, source } of allRules()) {
    expect(
      rows.filter((row) => row.startsWith(`| \`${id}\` |`) && row.endsWith(` ${source} |`)),
    ).toHaveLength(1);
  }
  for (const kind of faultKinds()) expect(rulesMarkdown()).toContain(`| \`${kind}\` |`);
});
