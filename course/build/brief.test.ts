// course/build/brief.test · of a page that grows in drafts, the brief shows the same parts as of any other.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { briefOf, contractOf } from "./brief.ts";
import { sizeOf, textsOf } from "./texts.ts";

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

const pageOf = (problem: string, build: string): string =>
  SECTIONS.map((name) => {
    const text = name === "The problem" ? problem : name === "Build it" ? build : "Text.";
    return `## ${name}\n\n${text}\n`;
  }).join("\n");

test("a picture is named, so that no sentence ends with what is not there; reading is not building", () => {
  const folder = mkdtempSync(join(tmpdir(), "brief-"));
  const picture =
    "This is the order:\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n![a loop](loop.svg)";
  const page = pageOf(
    picture,
    "26 promises, and the table above says which ones draft 3 already keeps.",
  );
  writeFileSync(
    join(folder, "README.md"),
    `# s14 · Cron\n\n*About 40 minutes. You need s13.*\n\n${page}`,
  );
  const lines = briefOf(folder);
  rmSync(folder, { recursive: true });
  expect(lines).toContain(
    "*About 40 minutes to read; how long building takes is below. You need s13.*",
  );
  expect(lines.join("\n")).toContain(
    "This is the order:\n\n(a picture in the README)\n\n(a picture in the README)",
  );
  expect(lines.join("\n")).not.toMatch(/mermaid|a --> b|above/);
});

test("the texts that the model reads are in the brief: rules, reminders, questions", () => {
  const [before = "", ...chapters] = listChapters(ROOT).map((name) => join(ROOT, name));
  const all = [before, ...chapters];
  const said = (number: number) => textsOf(all[number - 1] ?? "", all[number - 2]).join("\n");
  expect(said(5)).toContain('REMINDER = "Your plan has open steps. Update it with todo_write."');
  expect(said(5)).toContain("PLAN_RULE =");
  expect(said(12)).toMatch(/TASK_RULE = `Use create_task for work that outlasts this session/);
  expect(said(14)).toContain("CRON_RULE =");
  expect(sizeOf(all[4] ?? "", all[3])).toMatch(
    /^The solution has \d+ lines in 1 new file \(todo\.ts\)/,
  );
});
