import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { listOfTries, triesFor, triesIn, tryWords } from "./tries.ts";

const ROOT = join(import.meta.dirname, "..");
const chapters = readdirSync(ROOT).filter((name) => /^s\d\d_/.test(name));

afterEach(() => vi.unstubAllEnvs());

function inLanguage(language: string) {
  vi.stubEnv("LC_ALL", "");
  vi.stubEnv("LANG", `${language}.UTF-8`);
}

const block = (head: string, ...lines: string[]) =>
  [`\`\`\`console session=${head}`, ...lines, "```", ""].join("\n");
const promptsIn = (page: string) => triesIn(page, "s05").map(({ prompt }) => prompt);
const GENERATED = "<!-- changes -->\n- nothing\n<!-- /changes -->\n";

test("Try it comes first, then the chapter's other sessions, then those of its drafts; nothing comes twice", () => {
  const page = [
    block("before fixture=bottle", "$ npm start s04", "s04 >> not here", "…"),
    block("one fixture=bottle", "$ npm start s05.1", "s05.1 >> in a draft", "s05.1 >> everywhere"),
    block("two fixture=bottle", "$ npm start s05", "s05 >> in the text", "s05 >> everywhere"),
    GENERATED,
    block("a fixture=bottle", "$ TRACE=t.jsonl npm start s05", "…", "s05 >> tried", "s05 >> q"),
  ].join("\n");
  expect(promptsIn(page)).toEqual(["tried", "in the text", "everywhere", "in a draft"]);
});

test("there are at most five", () => {
  const many = [1, 2, 3, 4, 5, 6].map((number) => `s05 >> ask ${number}`);
  expect(promptsIn(block("a", "$ npm start s05", ...many))).toHaveLength(5);
});

test("what the page does before a prompt is told: files that are made, variables, another folder", () => {
  const page = [
    block(
      "a fixture=workshop",
      "$ npm start s05",
      "s05 >> one",
      "$ ls",
      "$ seq 9 > n",
      "s05 >> two",
    ),
    block("b fixture=bottle", "$ CONTEXT_TOKENS=1 npm start s05", "s05 >> three", "s05 >> four"),
  ].join("\n");
  inLanguage("en_GB");
  expect(triesIn(page, "s05").map(({ first }) => first)).toEqual([
    ["work in scratch/workshop, a copy of course/fixtures/workshop"],
    ["seq 9 > n"],
    ["CONTEXT_TOKENS=1 npm start s05"],
    [],
  ]);
});

test("left out are sessions that were not played, names that a session binds, and a draft's prompt that needs more", () => {
  const page = [
    block("a", "s05 >> use it on <id>", "s05 >> /exit", "s05 >> /try 1", "s05 >> /todos"),
    block("b", "$ seq 9 > n", "s05.1 >> after a preparation", "s05.1 >> plain"),
    "```console real\ns05 >> by a real model\n```\n",
    "```text\ns05 >> a picture\n```\n",
  ].join("\n");
  expect(promptsIn(page)).toEqual(["/todos", "plain"]);
});

test("every chapter's page has two to five in each language, and three or more in English", () => {
  for (const [language, least] of [
    ["en_US", 3],
    ["zh_CN", 2],
    ["ja_JP", 2],
  ] as const) {
    inLanguage(language);
    for (const chapter of chapters) {
      const tries = triesFor(chapter);
      expect(tries.length, `${chapter} ${language}`).toBeGreaterThanOrEqual(least);
      expect(tries.length).toBeLessThanOrEqual(5);
    }
  }
  expect(chapters.length).toBeGreaterThan(10);
});

test("the chapter that the course's own page is about begins with that page's prompts, and no other does", () => {
  inLanguage("en_US");
  const front = readFileSync(join(ROOT, "README.md"), "utf8");
  const last = chapters.at(-1) ?? "";
  const first = [...front.matchAll(/^s\d\d >> (.+)$/gm)].map(([, prompt]) => prompt);
  expect(first.length).toBeGreaterThan(1);
  const prompts = (name: string) => triesFor(name).map(({ prompt }) => prompt);
  expect(prompts(last).slice(0, first.length)).toEqual(first);
  expect(prompts(last).length).toBeGreaterThan(first.length);
  expect(prompts("s05_todo_write")).not.toContain(first[1]);
});

test("a draft and a learner's copy have those of their chapter; any other folder has none", () => {
  inLanguage("en_US");
  const tries = triesFor("s14_cron_scheduler");
  expect(triesFor("s14.2")).toEqual(tries);
  expect(triesFor("my_s14")).toEqual(tries);
  for (const name of ["s00_toy", "work", "s99", "my_hook"]) expect(triesFor(name)).toEqual([]);
});

test("the list is numbered, in the person's language, and says what comes first", () => {
  inLanguage("en_US");
  const tries = [
    { prompt: "Hello", first: [] },
    { prompt: "Read n", first: ["seq 9 > n"] },
  ];
  expect(listOfTries(tries).split("\n").slice(1)).toEqual([
    "1. Hello",
    "2. Read n",
    "   first, in a shell: seq 9 > n",
  ]);
  expect(listOfTries([])).toBe("There is no page with prompts for this chapter.");
  inLanguage("zh_CN");
  expect(tryWords().offer).toContain("/try");
  expect(listOfTries(tries)).toContain("先在 shell 里做：");
  inLanguage("ja_JP");
  expect(listOfTries(tries)).toContain("先にシェルで：");
});
