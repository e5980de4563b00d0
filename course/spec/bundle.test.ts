import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIXTURES } from "../root.ts";
import { bundleChapter } from "./bundle.ts";

const TOY = join(FIXTURES, "toy-agent");
let folder = "";

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "bundle-")), "s01_copy");
  await mkdir(folder);
});

afterEach(async () => {
  await rm(dirname(folder), { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function run(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path]);
  return stdout.trim();
}

test("a bundle lies in a folder of the chapter's name, and knows that it is what was started", async () => {
  await write("code.ts", "console.log(import.meta.filename === process.argv[1]);");
  const bundle = await bundleChapter(folder);
  expect(bundle).toMatch(/[/\\]s01_copy[/\\]code\.mjs$/);
  expect(await run(bundle)).toBe("true");
});

test("a bundle is made once for a content, and again when any file of it changes", async () => {
  await write("code.ts", 'import { word } from "./word.ts"; console.log(word);');
  await write("word.ts", 'export const word: string = "one";');
  const first = await bundleChapter(folder);
  expect(await bundleChapter(folder)).toBe(first);
  await write("word.ts", 'export const word: string = "two";');
  const second = await bundleChapter(folder);
  expect([await run(first), await run(second)]).toEqual(["one", "two"]);
});

test("a bundle that was deleted is made again", async () => {
  await write("code.ts", 'console.log("here");');
  const first = await bundleChapter(folder);
  await rm(dirname(dirname(first)), { recursive: true });
  expect(await run(await bundleChapter(folder))).toBe("here");
});

test("what is imported late stays a file of its own", async () => {
  const bundle = await bundleChapter(TOY);
  expect(await readFile(bundle, "utf8")).not.toContain("better late than never");
  expect((await readdir(dirname(bundle))).length).toBeGreaterThan(1);
});

test("packages are bundled in, CommonJS ones too", async () => {
  const file = JSON.stringify(join(folder, "written.txt"));
  await write("code.ts", `import write from "write-file-atomic"; await write(${file}, "whole");`);
  await run(await bundleChapter(folder));
  expect(await readFile(join(folder, "written.txt"), "utf8")).toBe("whole");
});

test("a chapter that cannot be bundled says which file and why", async () => {
  await write("code.ts", 'import "./missing.ts";');
  await expect(bundleChapter(folder)).rejects.toThrow(/missing\.ts/);
});

test("processes that want the same bundle at once all get it whole", async () => {
  await cp(TOY, folder, { recursive: true });
  await write("code.ts", `console.log("${"x".repeat(2_000_000)}".length);`);
  const script = [
    `import { bundleChapter } from ${JSON.stringify(join(import.meta.dirname, "bundle.ts"))};`,
    `import { execFileSync } from "node:child_process";`,
    `const bundle = await bundleChapter(${JSON.stringify(folder)});`,
    "console.log(bundle, execFileSync(process.execPath, [bundle], { encoding: 'utf8' }));",
  ].join("\n");
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const ask = () => promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(answers[0]?.stdout).toContain(" 2000000");
}, 30_000);
