// course/build/brief.test · of a page that grows in drafts, the brief shows the same parts as of any other.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { briefOf, contractOf } from "./brief.ts";

const SECTIONS = [
  "The problem",
  "First draft: a timer",
  "Second draft: a file",
  "The real one",
  "What changed",
  "Try it",
  "Build it",
  "Break it",
];

test("of a page that grows in drafts, the problem, what is tried and what is to be built are shown", () => {
  const folder = mkdtempSync(join(tmpdir(), "brief-"));
  const chapter = join(folder, "s14_cron");
  mkdirSync(chapter);
  const page = SECTIONS.map((name) => `## ${name}\n\nThis is ${name}.\n`).join("\n");
  writeFileSync(join(chapter, "README.md"), `# s14 · Cron\n\nAn alarm clock.\n\n${page}`);
  const shown = briefOf(chapter).filter((line) => line.startsWith("This is"));
  const built = contractOf(chapter).filter((line) => line.startsWith("This is"));
  rmSync(folder, { recursive: true });
  expect(shown).toEqual(["This is Build it.", "This is The problem.", "This is Try it."]);
  expect(built).toEqual(["This is Build it."]);
});
