// course/trials · a row is right or wrong; what an edit can change runs again, and nothing else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { SpecTest } from "../spec/report.ts";
import { type Expect, judgeRow, type Row } from "./row.ts";
import { finishedRows, specRows } from "./specs.ts";

const row = (expect: Expect): Row => ({ spec: "/course/s02_two", on: "/course/s02_two", expect });
const judged = (expect: Expect, ...tests: SpecTest[]) =>
  judgeRow(row(expect), { spec: "/course/s02_two", on: "/course/s02_two", tests });

const kept: SpecTest = { name: "it works", verdict: "passed" };
const failed: SpecTest = { name: "it stops", verdict: "failed", message: "It went on." };
const crashed: SpecTest = { name: "it ends", verdict: "broken", message: "It crashed." };
const hangs: SpecTest = { name: "it ends", verdict: "broken", message: "Waited 20 s for it." };
const old: SpecTest = { name: "it starts", verdict: "passed", inherited: "all do" };

test("where all must hold, each promise is counted, and a spec without any is wrong", () => {
  expect(judged("all", kept, failed).counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(judged("all", kept, failed).lines).toContain("! failed  it stops");
  expect(judged("all").counts).toMatchObject({ failed: 1 });
});

test("where none may hold, a promise fails in the right way, or is inherited", () => {
  expect(judged("none", failed, old).counts).toEqual({ passed: 2, failed: 0, skipped: 0 });
  expect(judged("none", kept, crashed).counts).toMatchObject({ failed: 2 });
});

test.each([
  ["failing", failed, 0],
  ["failing", hangs, 1],
  ["hanging", hangs, 0],
  ["hanging", crashed, 1],
  ["any", crashed, 0],
] as const)("where exactly one must hold, and the others are %s", (not, other, wrong) => {
  const { counts } = judged({ exactly: ["it works"], not }, kept, other);
  expect(counts).toEqual({ passed: 1 - wrong, failed: wrong, skipped: 0 });
});

test("one that holds and should not, one that does not, and one that is not there are named", () => {
  const { lines } = judged({ exactly: ["it stops", "it sings"], not: "any" }, kept, failed);
  expect(lines).toEqual([
    "spec of s02_two on s02_two: not as expected",
    "  ! it is kept: it works",
    "  ! it is not kept: it stops",
    "  ! there is no such promise: it sings",
  ]);
});

const chapters = Array.from({ length: 22 }, (_, at) => `s${String(at + 1).padStart(2, "0")}`);
const pairs = (rows: Row[]) => rows.map(({ spec, on }) => `${spec} ${on}`);

test("npm test runs each spec on its chapter, and the newest one on the one before; test:deep does so with the others", () => {
  const own = chapters.map((name) => `/${name} /${name}`);
  const newest = ["/s22 /s21"];
  expect(pairs(specRows(chapters, chapters, "/")).sort()).toEqual([...own, ...newest].sort());
  expect(pairs(finishedRows(chapters, "/"))).toHaveLength(20);
  expect(pairs(finishedRows(chapters, "/"))[0]).toBe("/s02 /s01");
});

const root = mkdtempSync(join(tmpdir(), "trials-"));
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The keys of the specs on their own chapters, in a run of its own: within a run, each file is read once. */
async function keys(): Promise<Record<string, string | undefined>> {
  vi.resetModules();
  const { keyOfRow } = await import("./run.ts");
  const names = ["s01_one", "s02_two"];
  const entries = names.map(async (name) => {
    const folder = join(root, name);
    return [name, await keyOfRow({ spec: folder, on: folder, expect: "all" })] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

for (const name of ["s01_one", "s02_two"]) {
  write(`${name}/code.ts`, 'import "./loop.ts";\nimport "../shared/used.ts";\n');
  write(`${name}/loop.ts`, "export {};\n");
  write(`${name}/spec.test.ts`, "export {};\n");
  write(`${name}/loop.test.ts`, "export {};\n");
  write(`${name}/README.md`, "# One\n");
}
write("shared/used.ts", "export {};\n");
write("shared/unused.ts", "export {};\n");

test.each([
  ["a chapter's code", "s01_one/loop.ts", ["s01_one"]],
  ["a spec", "s02_two/spec.test.ts", ["s02_two"]],
  ["what both chapters import", "shared/used.ts", ["s01_one", "s02_two"]],
  ["what neither imports", "shared/unused.ts", []],
  ["a unit test", "s01_one/loop.test.ts", []],
  ["a page", "s01_one/README.md", []],
])("an edit of %s runs again what depends on it", async (_, file, names) => {
  const before = await keys();
  write(file, `export const edit = ${JSON.stringify(file)};\n`);
  const after = await keys();
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual(names);
});
