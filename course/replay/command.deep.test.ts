// course/replay/command · READMEs found, replayed, told of and mended.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { UsageError } from "../base/usage.ts";
import { replayCommand } from "./command.ts";

const TOYS = join(FIXTURES, "replay");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "replay-command-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command where the toys are, as if typed in the temporary folder. */
async function replay(args: string[], said?: boolean, root = TOYS) {
  const lines: string[] = [];
  const asked: string[] = [];
  const confirm = async (question: string) => {
    asked.push(question);
    return said;
  };
  const code = await replayCommand(args, root, (line) => lines.push(line), {
    confirm,
    base: folder,
  });
  return { code, lines, asked };
}

const put = (lines: string[]) => writeFile(join(folder, "README.md"), lines.join("\n"));

const STALE = [
  "# Prose \t ",
  "",
  "1. In a list:",
  "   ```console session=a fixture=box",
  "   $ npx tsx s90_toy/code.ts",
  "   toy",
  "   s90 >> say one|two|three|four",
  "   one",
  "   2",
  "   …",
  "   s90 >> ask Allow <it>?",
  "   first",
  "   ? Allow it??: y",
  "   answered n",
  "   ```",
  "s90 >> prose",
  "```console session=b",
  "$ echo one; echo '$ two'",
  "```",
  "",
];

test("a chapter is replayed in all its languages, and the counts come last", async () => {
  const { code, lines } = await replay(["s90"]);
  expect([code, lines]).toEqual([
    0,
    [
      "  passed  s90_toy/README.ja.md session a",
      "  passed  s90_toy/README.ja.md session b",
      "  passed  s90_toy/README.md session a",
      "  passed  s90_toy/README.zh.md session a",
      "4 passed, 0 failed",
    ],
  ]);
});

test("without arguments everything is replayed, the root's README too, and real blocks are skipped", async () => {
  const { code, lines } = await replay([]);
  expect([code, lines[0], lines.at(-1)]).toEqual([
    0,
    "  passed  README.md session a",
    "5 passed, 0 failed, 1 skipped (real)",
  ]);
});

test("one file can be named, from where it is typed or from the root, and counts once", async () => {
  const zh = "s90_toy/README.zh.md";
  expect((await replay([zh, zh, join(TOYS, zh)])).lines).toEqual([
    `  passed  ${zh} session a`,
    "1 passed, 0 failed",
  ]);
  await put(["nothing to replay"]);
  expect((await replay(["README.md"])).lines).toEqual(["0 passed, 0 failed"]);
});

test("a difference is told with its place, both lines and the command that mends it", async () => {
  await put(STALE);
  const file = join(folder, "README.md");
  const { code, lines } = await replay(["README.md"]);
  expect([code, lines]).toEqual([
    1,
    [
      `! failed  ${file} session a`,
      `    ${file}:9  differs`,
      "      expected: 2",
      "      printed:  two",
      `    ${file}:13  differs`,
      "      expected: ? Allow it??: y",
      "      printed:  ? Allow <it>?: y",
      `    ${file}:14  differs`,
      "      expected: answered n",
      "      printed:  answered y",
      `    npm run course -- replay ${file} --write`,
      `! failed  ${file} session b`,
      `    ${file}:18  differs`,
      "      expected: (nothing more)",
      "      printed:  one (and 1 more)",
      `    npm run course -- replay ${file} --write`,
      "0 passed, 2 failed",
    ],
  ]);
});

test("--write shows a diff, writes after a yes, and then the README passes with its prose as it was", async () => {
  await put(STALE);
  const file = join(folder, "README.md");
  const { code, lines, asked } = await replay(["README.md", "--write"], true);
  expect(asked).toEqual([`Write this into ${file}? [y]es / [N]o`]);
  expect(lines).toEqual(expect.arrayContaining([`${file}:9`, "-    2", "+    two"]));
  expect([code, lines.at(-1)]).toEqual([0, "2 passed, 0 failed"]);
  const mended = STALE.map((line) => {
    if (line.endsWith(" 2")) return "   two";
    return line.replace("Allow it??", "Allow <it>?").replace("answered n", "answered y");
  });
  mended.splice(18, 0, "one", "…$ two");
  expect(await readFile(file, "utf8")).toBe(mended.join("\n"));
});

test.each([
  ["after a no", false, []],
  ["with nobody to ask", undefined, [expect.stringContaining("--yes writes it.")]],
])("--write writes nothing %s", async (_, said, told) => {
  await put(STALE);
  const { code, lines } = await replay(["README.md", "--write"], said);
  expect(lines).toEqual(expect.arrayContaining(["- ".concat("   2"), ...told]));
  expect([code, lines.at(-1)]).toEqual([1, "0 passed, 2 failed"]);
  expect(await readFile(join(folder, "README.md"), "utf8")).toBe(STALE.join("\n"));
});

test("--yes writes unasked, and a README that is right is left alone", async () => {
  await put(STALE);
  expect((await replay(["README.md", "--write", "--yes"])).asked).toEqual([]);
  const { code, lines } = await replay(["README.md", "--write", "--yes"]);
  expect([code, lines.length]).toEqual([0, 3]);
});

test("an id that is made anew each time is written as the name it has", async () => {
  const start = ["```console session=a", "$ npx tsx s90_toy/code.ts", "toy"];
  await put([...start, "s90 >> make", "made <id>", "s90 >> which", "it was <id>", "```"]);
  const { code } = await replay(["README.md", "--write", "--yes"]);
  expect(code).toBe(0);
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain(
    "it is <id>, nothing but <id>\n",
  );
});

test("what a broken session printed is never written", async () => {
  const lines = ["```console session=a", "$ npm start", "to", "s90 >> crash", "going down", "```"];
  await put(lines);
  const { code, lines: told } = await replay(["README.md", "--write", "--yes"]);
  expect([code, told[0]]).toEqual([1, expect.stringMatching(/^! broken /)]);
  expect(told.join("\n")).not.toContain("--write");
  expect(await readFile(join(folder, "README.md"), "utf8")).toBe(lines.join("\n"));
});

test("--json gives the same to programs", async () => {
  await put(STALE);
  const { code, lines } = await replay(["README.md", "s90", "--json"]);
  expect(code).toBe(1);
  const [readme, ...others] = JSON.parse(lines.join("\n")).readmes;
  expect(JSON.parse(lines.join("\n"))).toMatchObject({ passed: 4, failed: 2, skipped: 0 });
  expect(others).toHaveLength(3);
  expect(readme.sessions[0]).toMatchObject({
    name: "a",
    verdict: "failed",
    problems: [{ line: 9, expected: "2", printed: "two" }, { line: 13 }, { line: 14 }],
  });
});

test("what cannot be run is misuse", async () => {
  const misuses = [["s77"], ["--loud"], ["."], ["--json", "--write"]];
  for (const args of misuses) await expect(replay(args)).rejects.toThrow(UsageError);
});

test("the task leaves its counts for the sum of npm test", async () => {
  await put(STALE);
  const counts = join(folder, "count.json");
  const words = ["--import", "tsx", join("course", "replay", "main.ts"), join(folder, "README.md")];
  const env = { ...process.env, COUNT_FILE: counts };
  const code = await new Promise((done) => {
    execFile(process.execPath, words, { cwd: ROOT, env }, (error) => done(error?.code ?? 0));
  });
  expect(code).toBe(1);
  expect(JSON.parse(await readFile(counts, "utf8"))).toEqual({ passed: 0, failed: 2, skipped: 0 });
});

/** Lines for a session. A session that looks at processes gets a process of its own for each agent. */
const LOOK = ["$ pgrep -c nobody", "0"];

test.each([
  ["s01_agent_loop", "> bash node hello.js", []],
  ["s01_agent_loop", "> bash node hello.js", LOOK],
  ["s02_tool_use", "> write_file hello.js …", []],
])("%s is replayed with the practice model, with Ctrl-C and the clock", async (...the) => {
  const [chapter, call, look] = the;
  await put([
    "```console session=a fixture=bottle",
    `$ npx tsx ${chapter}/code.ts`,
    "practice-1: no language model; set ANTHROPIC_API_KEY for one",
    `${chapter.slice(0, 3)} >> Create hello.js that prints a greeting and run it`,
    "…",
    call,
    "…",
    "```",
    "```console session=a",
    `${chapter.slice(0, 3)} >> run sleep 1000`,
    "> bash sleep 1000",
    "^C",
    "error: (no output)",
    "[interrupted]",
    "(interrupted)",
    "…",
    `${chapter.slice(0, 3)} >> run sleep 1000`,
    "> bash sleep 1000",
    "~ 2m",
    "error: (no output)",
    "[stopped after 120 s]",
    "…",
    ...look,
    "```",
    "```console session=b fixture=bottle",
    `$ npm start ${chapter.slice(0, 3)} -- -p 'run cat notes/1.md'`,
    "practice-1: …",
    "> bash cat notes/1.md",
    "Buy a cork.",
    "…",
    "$ ls",
    "README.md",
    "bottle.js",
    "notes",
    "```",
  ]);
  const { code, lines } = await replay(["README.md"], undefined, ROOT);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}passed .* session a$/),
    expect.stringMatching(/^ {2}passed .* session b$/),
    "2 passed, 0 failed",
  ]);
  expect(code).toBe(0);
});
