// course/build · a folder to build in, and hints in three steps.
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { sayIn } from "../base/say.ts";
import { listChapters } from "../chapters/list.ts";
import { createToy, type Toy } from "../check/toy.ts";
import { briefOf } from "./brief.ts";
import { buildCommand, makeFolder } from "./command.ts";
import { newToolsOf } from "./contract.ts";
import { helpersOf } from "./helpers.ts";
import { hintCommand } from "./hintCommand.ts";
import { declarationOf } from "./hints.ts";
import { inOwnWords, numbered, promisesOf } from "./promises.ts";
import { buildStop } from "./stop.ts";

let toy: Toy;
beforeAll(async () => {
  toy = await createToy();
});
afterEach(async () => {
  await toy.git("reset", "--hard", "--quiet", "sound");
  await toy.git("clean", "-fdqx");
});
afterAll(() => toy.end());

const S05 = join(ROOT, "s05_todo_write");
const S04 = join(ROOT, "s04_hooks");
const S16 = join(ROOT, "s16_team_protocols");

/** The lines that a command prints. */
async function printedBy(run: (print: (line: string) => void) => unknown): Promise<string[]> {
  const lines: string[] = [];
  await run((line) => void lines.push(line));
  return lines;
}

test("the folder has the code of the chapter before, and none of its own files", () => {
  const folder = join(toy.root, "my_s02");
  expect(makeFolder(folder, join(toy.root, "s01_one"))).toMatch(/^Made my_s02 from s01_one/);
  const files = readdirSync(folder);
  expect(files).toContain("code.ts");
  expect(files.filter((name) => /README|spec|package/.test(name))).toEqual([]);
  for (const name of files.filter((name) => name !== "tsconfig.json"))
    expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(toy.root, "s01_one", name)));
});

test("a mistake in the types of a folder is found by tsc -p", () => {
  const folder = join(toy.root, "my_s02");
  makeFolder(folder, join(toy.root, "s01_one"));
  symlinkSync(join(ROOT, "node_modules"), join(toy.root, "node_modules"));
  copyFileSync(join(ROOT, "tsconfig.json"), join(toy.root, "tsconfig.json"));
  const tsc = () =>
    spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder]);
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "deep", "mine.ts"), "export const count: number = 1;\n");
  expect(String(tsc().stdout)).not.toContain("TS2322");
  writeFileSync(join(folder, "deep", "mine.ts"), 'export const count: number = "one";\n');
  expect(String(tsc().stdout)).toContain("deep/mine.ts(1,14): error TS2322");
});

test("a folder that is there is left alone", () => {
  const folder = join(toy.root, "my_s02");
  makeFolder(folder, join(toy.root, "s01_one"));
  writeFileSync(join(folder, "code.ts"), "mine");
  expect(makeFolder(folder, join(toy.root, "s01_one"))).toBe(
    "my_s02 is there already, and stays as it is.",
  );
  expect(readFileSync(join(folder, "code.ts"), "utf8")).toBe("mine");
});

test("the first chapter is built from a file that starts", () => {
  const folder = join(toy.root, "my_s01");
  expect(makeFolder(folder, undefined)).toContain("has none before it");
  expect(readFileSync(join(folder, "code.ts"), "utf8")).toContain("await repl(import.meta, turn);");
});

test("an agent from nothing gets an almost empty folder, and the contracts and promises of all its chapters", async () => {
  const chapters = ["s01_agent_loop", "s02_tool_use"].map((name) => join(ROOT, name));
  const text = (await printedBy((print) => buildStop(chapters, toy.root, print))).join("\n");
  expect(text).toMatch(/^Made my_upto_s02 with an almost empty code\.ts/);
  expect(readdirSync(join(toy.root, "my_upto_s02"))).toEqual(["code.ts", "tsconfig.json"]);
  for (const chapter of chapters)
    for (const promise of promisesOf(chapter)) expect(text).toContain(promise);
  for (const tool of ["bash", "read_file", "write_file", "edit_file", "glob"])
    expect(text).toContain(`"name": "${tool}"`);
  expect(text).toMatch(/runProcess {2}\(shared\/process\.ts\)/);
  expect(text).toMatch(/resolveInside {2}\(shared\/files\.ts\)/);
  expect(text).toContain("npm run course -- spec upto-s02 --on my_upto_s02 --watch");
  expect(text).not.toMatch(/```sh|S03/);
});

test.each([
  [[], /^Usage: npm run course -- build CHAPTER/],
  [["upto-s77"], /There is no chapter "s77"/],
  [["s01-s02"], /Write upto-s02/],
  [["my_upto_s02"], /npm run course -- build upto-s02 makes my_upto_s02/],
  [["s02", "more"], /^Usage: npm run course -- build CHAPTER/],
  [["s77"], /There is no chapter "s77"/],
  [["my_s02"], /npm run course -- build s02 makes my_s02/],
  [["/tmp"], /^\/tmp is not a chapter/],
])("build %j is misuse", async (args, words) => {
  await expect(buildCommand(args, toy.root, () => {})).rejects.toThrow(words);
});

test("the brief begins with what is to be built, and has neither the code nor the hints", () => {
  const lines = briefOf(S05, ["THE CONTRACT"]);
  const titles = ["BUILD IT", "THE CONTRACT", "THE PROBLEM", "THE REAL ONE", "TRY IT"];
  expect(lines.filter((line) => titles.includes(line))).toEqual(titles);
  expect(lines.filter((line) => /hints/.test(line))).toEqual(["Four hints (a box in the README)"]);
  const text = lines.join("\n");
  expect(text).not.toMatch(/flowchart|function |<summary>|<code>/);
  expect(text).not.toContain("Set the counter");
  expect(text).toContain('Read "The real one" in s05_todo_write/README.md before you build');
  expect(text).toContain("\n--- What the spec asks, in a good order ---\n");
});

test("the types of what is built can be checked", () => {
  const folder = join(toy.root, "my_s02");
  makeFolder(folder, join(toy.root, "s01_one"));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const listed = execFileSync(process.execPath, [tsc, "-p", folder, "--listFilesOnly"]);
  expect(String(listed).split("\n")).toContain(realpathSync(join(folder, "code.ts")));
});

test("the contract names the new tools with their schemas as the agent sends them", async () => {
  const tools = await newToolsOf(S05, S04);
  expect(tools).toMatchObject([
    { name: "todo_write", input_schema: { properties: { todos: { maxItems: 20 } } } },
  ]);
});

test("the helpers are those that the chapter takes from shared or from older files, and the chapter before did not", () => {
  const lines = helpersOf(S05, S04);
  expect(lines.join("\n")).toMatch(/addNote {2}\(shared\/messages\.ts\) {2}\w/);
  expect(lines.join("\n")).toMatch(/harmless {2}\(\.\/tools\.ts\) {2}The judgement/);
  expect(lines.join("\n")).not.toMatch(/\brepl\b|createTodoList/);
});

test("each helper of each chapter has a whole sentence", () => {
  const chapters = listChapters(ROOT);
  const lines = chapters.flatMap((chapter, at) => {
    const before = chapters[at - 1];
    return helpersOf(join(ROOT, chapter), before && join(ROOT, before));
  });
  expect(lines.length).toBeGreaterThan(30);
  const shared = lines.filter((line) => line.includes("(shared/"));
  expect(shared.filter((line) => !/\.ts\) {2}[A-Z].*\.$/.test(line))).toEqual([]);
});

test("the promises are those of the spec, in its order", () => {
  const sentences = promisesOf(S05);
  expect(sentences.length).toBeGreaterThan(3);
  const text = readFileSync(join(S05, "spec.test.ts"), "utf8");
  const places = sentences.map((sentence) => text.indexOf(sentence));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
});

test("in Chinese and Japanese the brief is the page in that language, and promises are named in it", async () => {
  vi.stubEnv("LC_ALL", "");
  vi.stubEnv("LANG", "ja_JP.UTF-8");
  const text = briefOf(S16, numbered(S16)).join("\n");
  expect(text).toContain("spec が求めるのは 14 個");
  expect(text).toContain("* 1. 計画を求められたチームメイトは");
  expect(text).toContain("s16_team_protocols/README.ja.md");
  const [first = ""] = promisesOf(S16);
  const line = `  1 ! failed  ${first}`;
  const [english, japanese = "", ...more] = inOwnWords(S16, [line, "    because"]);
  expect([english, ...more]).toEqual([line, "    because"]);
  expect(japanese).toMatch(/^ +計画を求められたチームメイトは/);
  vi.stubEnv("LANG", "en_GB.UTF-8");
  expect(inOwnWords(S16, [line])).toEqual([line]);
  vi.unstubAllEnvs();
});

test.each(LANGUAGES)("in %s hints are named in the brief and not shown", (language) => {
  vi.stubEnv("LC_ALL", `${language}.UTF-8`);
  const page = readFileSync(join(S05, readmeName(language)), "utf8");
  const box = /<summary>([^<]*(?:hints|提示|ヒント)[^<]*)<\/summary>\n+(- [^\n]+)\n/i.exec(page);
  const [, summary = "", hint = ""] = box ?? [];
  const brief = briefOf(S05);
  expect(brief).toContain(sayIn(language)`${summary} (a box in the README)`);
  expect(brief).not.toContain(hint);
  vi.unstubAllEnvs();
});

const HINT = { idea: "Count.", place: "In loop.ts.", code: ["loop.ts#run"] };

test("a hint opens as far as it was asked for", async () => {
  const folder = join(toy.root, "s02_two");
  const [promise = ""] = promisesOf(folder);
  writeFileSync(join(folder, "hints.json"), JSON.stringify({ [promise]: HINT }));
  writeFileSync(
    join(folder, "loop.ts"),
    "const a = 1;\n\n/** Runs. */\nfunction run() {\n  a;\n\n  a;\n}\n\nrun();\n",
  );
  const hint = async (...args: string[]) =>
    (await printedBy((print) => hintCommand(["s02", ...args], toy.root, print))).join("\n");
  expect(await hint()).toContain(`1. ${promise}`);
  expect(await hint("1")).toContain("Count.");
  expect(await hint("1")).not.toContain("In loop.ts.");
  expect(await hint("1", "place")).toContain("Where: In loop.ts.");
  expect(await hint("1", "place")).not.toContain("function run");
  expect(await hint("1", "code")).toContain("/** Runs. */\nfunction run() {\n  a;\n\n  a;\n}");
  expect(await hint("1", "code")).not.toContain("run();\n");
  expect(() => hintCommand(["s02", "99"], toy.root, () => {})).toThrow(/has the promises 1 to/);
  expect(() => hintCommand(["s02", "1", "all"], toy.root, () => {})).toThrow(
    "A hint is idea, place, code, not all.",
  );
});

test("a hint is in the person's language", async () => {
  const folder = join(toy.root, "s02_two");
  const [promise = ""] = promisesOf(folder);
  const zh = { name: "有一个断言", idea: "数一数。", place: "在 loop.ts 里。" };
  writeFileSync(join(folder, "hints.json"), JSON.stringify({ [promise]: { ...HINT, zh } }));
  vi.stubEnv("LC_ALL", "zh_CN.UTF-8");
  const lines = await printedBy((print) => hintCommand(["s02", "1", "place"], toy.root, print));
  vi.unstubAllEnvs();
  expect(lines).toEqual([
    ...["有一个断言", "", "数一数。", "", "位置：在 loop.ts 里。"],
    "\n更多：npm run course -- hint s02 1 code",
  ]);
});

test("a declaration that does not exist is undefined", () => {
  expect(declarationOf(S05, "todo.ts#nothing")).toBeUndefined();
  expect(declarationOf(S05, "none.ts#remind")).toBeUndefined();
});

test("a hint for a folder that is no chapter is misuse", () => {
  expect(() => hintCommand(["/tmp", "1"], toy.root, () => {})).toThrow("/tmp is not a chapter");
});
