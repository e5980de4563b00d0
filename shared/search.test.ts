import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { skipOnWindows } from "./fixtures/windows.ts";
import { findWithin } from "./search.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "search-"));
  mkdirSync(join(folder, ".hidden"));
  for (const name of ["a.txt", ".hidden/b.js", "c.md"]) writeFileSync(join(folder, name), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;
const find = (wanted: string) => findWithin(folder, (name) => name === wanted, 60_000, never);

test("a name is found in hidden folders too, and a folder by its own name", async () => {
  expect(await find("b.js")).toMatchObject({ path: join(".hidden", "b.js") });
  expect(await find(".hidden")).toMatchObject({ path: ".hidden" });
  expect(await find("b")).toEqual({ path: undefined, isWhole: true });
});

test("names with characters that mean something in a pattern do not hide what is in them", async (context) => {
  skipOnWindows(context, "names");
  for (const name of ["a\\b", "line\nfeed", "[c]", "d*"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "wanted"), "");
    expect(await find("wanted")).toMatchObject({ path: join(name, "wanted") });
    rmSync(join(folder, name), { recursive: true });
  }
});

test("the search does not follow links, and says when it was not whole", async (context) => {
  skipOnWindows(context, "links");
  symlinkSync(".", join(folder, "self"));
  expect(await find("none")).toMatchObject({ isWhole: true });
  expect(await findWithin(join(folder, "nowhere"), () => true, 60_000, never)).toEqual({
    path: undefined,
    isWhole: false,
  });
  expect(await findWithin(folder, () => false, -1, never)).toMatchObject({ isWhole: false });
});

test("in one folder of many names, too, the search ends when its time is over", async () => {
  const longNames = () => {
    for (const end = performance.now() + 20; performance.now() < end; );
    return false;
  };
  const inner = join(folder, ".hidden");
  writeFileSync(join(inner, "c.js"), "");
  expect(await findWithin(inner, longNames, 10, never)).toMatchObject({ isWhole: false });
});

test("an abort ends the search with an error", async () => {
  await expect(findWithin(folder, () => true, 60_000, AbortSignal.abort())).rejects.toThrow();
});
