import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentFolder, draftAt, draftPath, draftsOf, filesWith } from "./drafts.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "drafts-"));
  put("s01_one/code.ts", 'import "./loop.ts";\n');
  put("s01_one/loop.ts", "export const loop = 1;\n");
  put("s02_two/code.ts", 'import { bell } from "./bell/bell.ts";\n');
  put("s02_two/loop.ts", "export const loop = 1;\n");
  put("s02_two/bell/bell.ts", 'export { ring as bell } from "./ring.ts";\n');
  put("s02_two/bell/ring.ts", "export const ring = 3;\n");
  put("s02_two/README.md", "# two\n");
  put(
    "s02_two/drafts/1_cord.ts",
    'import { loop } from "../loop.ts";\nexport const bell = loop;\n',
  );
  put(
    "s02_two/package.json",
    '{ "door": "bell/bell.ts", "drafts": [{ "file": "drafts/1_cord.ts", "keeps": [2], "en": "a cord" }] }',
  );
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string) {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

test("a draft has a name of its own, and what package.json says of it", () => {
  const [draft] = draftsOf(join(root, "s02_two"));
  expect(draft).toMatchObject({ name: "s02.1", door: "bell/bell.ts", keeps: [2] });
  expect(draft?.title).toEqual({ en: "a cord", zh: "a cord", ja: "a cord" });
  expect(draftAt(draftPath("2.1", root) ?? "")).toEqual(draft);
  expect(agentFolder("s02.1", root)).toBe(join(root, "s02.1"));
  expect(agentFolder("s02", root)).toBe(join(root, "s02_two"));
});

test("a draft that is not there is an error that lists the others", () => {
  for (const name of ["s02.2", "s01.1", "s09.1"])
    expect(() => draftPath(name, root)).toThrow(`There is no draft ${name}. There are: s02.1.`);
  expect(draftPath("s02", root)).toBeUndefined();
});

test("the agent of a draft is the chapter without the mechanism's files, and the draft at its door", () => {
  const [draft] = draftsOf(join(root, "s02_two"));
  if (draft === undefined) throw new Error("There is no draft.");
  expect(Object.fromEntries(filesWith(draft))).toEqual({
    "code.ts": 'import { bell } from "./bell/bell.ts";\n',
    "loop.ts": "export const loop = 1;\n",
    "bell/bell.ts": 'import { loop } from "../loop.ts";\nexport const bell = loop;\n',
  });
  const atTop = { ...draft, door: "bell.ts" };
  expect(filesWith(atTop).get("bell.ts")).toBe(
    'import { loop } from "./loop.ts";\nexport const bell = loop;\n',
  );
});

test("what a draft imports of the mechanism's folder comes with it, and nothing else of that", () => {
  put("s02_two/bell/rope.ts", 'export { knot as rope } from "./knot.ts";\n');
  put("s02_two/bell/knot.ts", "export const knot = 4;\n");
  put("s02_two/drafts/1_cord.ts", 'export { rope as bell } from "../bell/rope.ts";\n');
  const [draft] = draftsOf(join(root, "s02_two"));
  if (draft === undefined) throw new Error("There is no draft.");
  const files = filesWith(draft);
  expect(files.get("bell/bell.ts")).toBe('export { rope as bell } from "./rope.ts";\n');
  const names = ["bell/bell.ts", "bell/knot.ts", "bell/rope.ts", "code.ts", "loop.ts"];
  expect([...files.keys()].sort()).toEqual(names);
});

test("in the first chapter all that code.ts does not use without the door is the mechanism", () => {
  put(
    "s01_one/code.ts",
    'import { loop } from "./loop.ts";\nimport { words } from "./words.ts";\n',
  );
  put("s01_one/loop.ts", 'export { run as loop } from "./run.ts";\n');
  put("s01_one/run.ts", "export const run = 1;\n");
  put("s01_one/words.ts", "export const words = 2;\n");
  put("s01_one/drafts/1_once.ts", "export const loop = 0;\n");
  put(
    "s01_one/package.json",
    '{ "door": "loop.ts", "drafts": [{ "file": "drafts/1_once.ts", "keeps": [], "en": "once" }] }',
  );
  const [draft] = draftsOf(join(root, "s01_one"));
  if (draft === undefined) throw new Error("There is no draft.");
  expect([...filesWith(draft).keys()].sort()).toEqual(["code.ts", "loop.ts", "words.ts"]);
});
