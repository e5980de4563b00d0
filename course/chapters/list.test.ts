import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UsageError } from "../base/usage.ts";
import { chapterFolder, listChapters } from "./list.ts";

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "chapters-"));
  for (const name of ["s10_prompt", "s02_tools", "shared"]) {
    await mkdir(join(root, name));
    await writeFile(join(root, name, "code.ts"), "");
  }
  await mkdir(join(root, "s11_planned"));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

test("chapters are the numbered folders that have code, in order", () => {
  expect(listChapters(root)).toEqual(["s02_tools", "s10_prompt"]);
});

test.each(["s02", "02", "2", "s02_tools"])("%s names a chapter", (name) => {
  expect(chapterFolder(name, root)).toBe(join(root, "s02_tools"));
});

test("a path names any folder", () => {
  expect(chapterFolder(join(root, "shared"), root)).toBe(join(root, "shared"));
  expect(chapterFolder("shared", root, root)).toBe(join(root, "shared"));
  // Typed in a sample's folder, as a page asks for it: what `build` has made is in the root.
  expect(chapterFolder("shared", root, join(root, "s02_tools"))).toBe(join(root, "shared"));
});

test("an unknown name is refused with the names there are", () => {
  const ask = () => chapterFolder("s03", root, root);
  expect(ask).toThrow(UsageError);
  expect(ask).toThrow('There is no chapter "s03". There are: s02_tools, s10_prompt.');
});
