// course/generate/packages.test · which change runs which task again, by turbo's own account.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRecord, parseRecord } from "../base/json.ts";
import { ROOT } from "../base/root.ts";
import { commit, createToy, type Toy } from "../check/toy.ts";
import { folderOf } from "../check/toy-readme.ts";

let toy: Toy;
/** The hashes of the unchanged course. */
let before: Record<string, string>;

beforeAll(async () => {
  toy = await createToy();
  const workspaces = [0, 1, 2].map(folderOf);
  const root = { name: "toy", private: true, packageManager: "npm@11.19.1", workspaces };
  toy.write("package.json", JSON.stringify(root));
  toy.write(".gitignore", ".turbo/\n");
  toy.write("turbo.json", readFileSync(join(ROOT, "turbo.json"), "utf8"));
  toy.write("course/harness.ts", "export const harness = 1;\n");
  toy.write("course/fixtures/bottle/notes.md", "# Notes\n");
  await commit(toy, "A root");
  before = await hashes();
});
afterAll(() => toy.end());

/** What turbo would run: the hash of each task. */
function hashes(): Promise<Record<string, string>> {
  const turbo = createRequire(import.meta.url).resolve("turbo/bin/turbo");
  const args = [turbo, "run", "spec", "replay", "--dry=json", "--no-daemon"];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd: toy.root, env, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        const tasks = parseRecord(stdout.slice(stdout.indexOf("{")))?.tasks;
        if (!Array.isArray(tasks)) return reject(new Error(`${error?.message} ${stderr}`));
        const entries = tasks
          .filter(isRecord)
          .map(({ taskId, hash }) => [`${taskId}`, `${hash}`] as const);
        return resolve(Object.fromEntries(entries));
      },
    );
  });
}

/** The tasks that another content of the file runs again, as "s01 spec". */
async function rerunBy(file: string): Promise<string[]> {
  const text = toy.read(file);
  toy.write(file, `${text} `);
  const after = await hashes();
  toy.write(file, text);
  return Object.keys(before)
    .filter((task) => before[task] !== after[task])
    .filter((task) => !task.endsWith("#code"))
    .map((task) => task.replace(/^@course\/(s\d\d)_\w+#/, "$1 "))
    .sort();
}

const SPECS = ["s01 spec", "s02 spec", "s03 spec"];
const REPLAYS = ["s01 replay", "s02 replay", "s03 replay"];
const ROOT_REPLAY = "//#replay";
const ALL = [ROOT_REPLAY, ...REPLAYS, ...SPECS].sort();
const without = (...chapters: string[]) =>
  ALL.filter((task) => !chapters.some((chapter) => task.startsWith(chapter)));

test.each([
  ["the practice model", "practice/answer.ts", ALL],
  ["what the host needs", "shared/clock.ts", ALL],
  ["the harness", "course/harness.ts", ALL],
  ["the newest chapter", "s03_three/loop.ts", without("s01", "s02")],
  ["a chapter's code", "s01_one/loop.ts", without("s03")],
  ["the chapter in the middle", "s02_two/loop.ts", without("s01")],
  ["a spec", "s02_two/spec.test.ts", ["s02 spec"]],
  ["a chapter's prose", "s02_two/README.md", ["s02 replay"]],
  ["a translation", "s02_two/README.zh.md", []],
  ["a folder that sessions work in", "course/fixtures/bottle/notes.md", [ROOT_REPLAY, ...REPLAYS]],
  ["the course's prose", "README.md", [ROOT_REPLAY]],
])("%s runs again what depends on it", async (_, file, tasks) => {
  expect(await rerunBy(file)).toEqual(tasks);
});

test("what a task leaves behind runs nothing again", async () => {
  toy.write("s01_one/.turbo/turbo-spec.log", "");
  expect(await rerunBy("s01_one/.turbo/turbo-spec.log")).toEqual([]);
});
