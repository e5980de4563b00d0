// course/results · a result is found while all it depends on is the same, and only then.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { Needs } from "./key.ts";
import { findResult, keepResult, pruneResults } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "results-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RESULT = { passed: 3, skipped: 1, lines: ["3 right"] };

/** The key in a run of its own: within a run, each file is read once. */
async function keyOf(needs: Needs) {
  vi.resetModules();
  const { keyOf } = await import("./key.ts");
  return keyOf(needs);
}

/** A folder with files. */
function folderOf(name: string, files: Record<string, string>): string {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  return place;
}

test("a result is found by its key, and by no other", () => {
  keepResult("a".repeat(64), RESULT, folder);
  expect(findResult("a".repeat(64), folder)).toEqual(RESULT);
  expect(findResult("b".repeat(64), folder)).toBeUndefined();
});

test("what has no key, or cannot be read, is not found", () => {
  keepResult(undefined, RESULT, folder);
  expect(findResult(undefined, folder)).toBeUndefined();
  keepResult("c".repeat(64), RESULT, folder);
  const [file = ""] = readdirSync(folder).filter((name) => name.startsWith("c"));
  writeFileSync(join(folder, file), '{"passed":');
  expect(findResult("c".repeat(64), folder)).toBeUndefined();
});

test("a kept result that has not been used for a month is removed", () => {
  const place = folderOf("old", {});
  keepResult("d".repeat(64), RESULT, place);
  keepResult("e".repeat(64), RESULT, place);
  const [old = ""] = readdirSync(place);
  const then = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  utimesSync(join(place, old), then, then);
  pruneResults(place);
  expect(readdirSync(place)).toHaveLength(1);
});

test("words and files of a folder are in the key, its unit tests are not", async () => {
  const place = folderOf("files", { "a.txt": "one", "a.test.ts": "" });
  const key = await keyOf({ words: ["x"], files: [place] });
  expect(await keyOf({ words: ["y"], files: [place] })).not.toBe(key);
  folderOf("files", { "a.test.ts": "test" });
  expect(await keyOf({ words: ["x"], files: [place] })).toBe(key);
  folderOf("files", { "a.txt": "two" });
  expect(await keyOf({ words: ["x"], files: [place] })).not.toBe(key);
});

test("a file behind a link is in the key, also when the link leads back", async () => {
  const place = folderOf("linked", { "a.txt": "one" });
  const other = folderOf("linking", {});
  symlinkSync(place, join(other, "there"));
  symlinkSync(other, join(place, "back"));
  const key = await keyOf({ words: [], files: [other] });
  folderOf("linked", { "a.txt": "two" });
  expect(await keyOf({ words: [], files: [other] })).not.toBe(key);
});

test("a result counts for its key only when no file has changed during the run", async () => {
  const place = folderOf("during", { "a.txt": "one" });
  const file = join(place, "a.txt");
  utimesSync(file, new Date(0), new Date(0));
  vi.resetModules();
  const { isUnchanged, keyOf } = await import("./key.ts");
  const key = await keyOf({ words: [], files: [place] });
  expect(isUnchanged(key)).toBe(true);
  const later = new Date(Date.now() + 1000);
  utimesSync(file, later, later);
  expect(isUnchanged(key)).toBe(false);
});

test("a module's key has what it imports, directly or not", async () => {
  const place = folderOf("modules", {
    "one.ts": 'import { two } from "./two.ts";',
    "two.ts": 'export { three } from "./three.ts";',
    "three.ts": "export const three = 3;",
    "other.ts": "",
  });
  const needs = { words: [], modules: [join(place, "one.ts")] };
  const key = await keyOf(needs);
  folderOf("modules", { "other.ts": "export {};" });
  expect(await keyOf(needs)).toBe(key);
  folderOf("modules", { "three.ts": "export const three = 4;" });
  expect(await keyOf(needs)).not.toBe(key);
});

test("a program's key has every file in its bundle, but what is said to be unused", async () => {
  const unused = folderOf("s00_made/unused", { "idle.ts": "export {};" });
  const place = folderOf("s00_made", {
    "code.ts": 'import "./part.ts"; import "./unused/idle.ts";',
    "part.ts": "console.log(1);",
    "notes.md": "",
  });
  const needs = { words: [], programs: [place], unused: [unused] };
  const key = await keyOf(needs);
  expect(key).toBeDefined();
  folderOf("s00_made", { "notes.md": "no part of the bundle" });
  folderOf("s00_made/unused", { "idle.ts": "export const one = 1;" });
  expect(await keyOf(needs)).toBe(key);
  folderOf("s00_made", { "part.ts": "console.log(2);" });
  const other = await keyOf(needs);
  expect(other).toBeDefined();
  expect(other).not.toBe(key);
});

test("a program that cannot be bundled has no key", async () => {
  const place = folderOf("s00_broken", { "code.ts": "console.log(" });
  expect(await keyOf({ words: [], programs: [place] })).toBeUndefined();
});
