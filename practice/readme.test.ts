// practice/README · its examples are read as it says, and what it names exists.
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFaults, parseFaults } from "./faults/faultPlan.ts";
import { faultKinds } from "./faults/faults.ts";
import { createScript, parseScript } from "./script/script.ts";

const readme = await readFile(join(import.meta.dirname, "README.md"), "utf8");

const block = (name: string): string =>
  readme.match(new RegExp(`\`\`\`json ${name}\\n(.*?)\`\`\``, "s"))?.[1] ?? "";

test("the script and the fault file are valid", () => {
  expect(createScript(parseScript(block("script"), "README.md")).unused()).toHaveLength(5);
  const file = parseFaults(block("faults"), "README.md");
  expect(file.faults).toHaveLength(3);
  expect(() => createFaults(file).attempt()).not.toThrow();
});

test("each file it links to exists, and each fault in its prose", async () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path ?? "");
  expect(links.length).toBeGreaterThan(0);
  for (const path of links) await access(join(import.meta.dirname, path));
  const kinds = [...readme.matchAll(/`((?:stall|cut|malformed)_\w+)`/g)].map(([, kind]) => kind);
  expect(kinds).toHaveLength(3);
  for (const kind of kinds) expect(faultKinds()).toContain(kind);
});
