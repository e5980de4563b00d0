import { expect, test } from "vitest";
import { type Star, seenChanges, type UsedFile } from "./order.ts";

const write = (path: string, pipeline = 0): UsedFile => ({ how: "write", path, pipeline });
const star = (form: string, folder = "/w", pipeline = 1): Star => ({ form, folder, pipeline });

test.each([
  [write("/w/a.txt"), star("*.txt")],
  [write("/w/a.txt"), star("*.txt", "/w", 0)], // in the same pipeline, both at the same time
  [write("/w/new/a.txt"), star("n*")], // the folder may be new, too
])("a star may find what was written: %j, %j", (written, one) => {
  expect(seenChanges([written], [one], "/w")).toEqual([
    expect.stringContaining("a star may find what the line changes: "),
  ]);
});

test.each([
  [write("/w/a.txt"), star("*.md")],
  [write("/w/a.txt"), star("*.txt", "/w/sub")],
  [write("/w/sub/a.txt"), star("*.txt")],
  [write("/w/a.txt", 2), star("*.txt")], // bash has looked before
  [write("/w2/a.txt"), star("*")],
  [{ ...write("/w/a.txt"), how: "read" } as const, star("*")],
])("a star does not find what was written: %j, %j", (written, one) => {
  expect(seenChanges([written], [one], "/w")).toEqual([]);
});

test.each([
  ["read", "/w/a", 0, true],
  ["read", "/w/a", 1, false], // the write has ended
  ["read", "/w", 0, false], // only lists the names
  ["search", "/w", 0, true],
  ["search", "/w/b", 0, false],
  ["write", "/w/a", 0, false],
] as const)("what %ss %s in pipeline %i has /w/a as its input: %s", (how, path, pipeline, is) => {
  const found = seenChanges([write("/w/a"), { how, path, pipeline }], [], "/w");
  expect(found).toEqual(is ? ["reads what it writes: a"] : []);
});
