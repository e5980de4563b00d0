import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { json5File, settingsIn } from "./json5File.ts";

let folder = "";
let told: string[] = [];
const tell = (problem: string) => told.push(problem);
const open = () => json5File("set.json5", settingsIn("set.json5", folder, tell), tell);
const write = (text: string) => writeFileSync(join(folder, "set.json5"), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "json5-"));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a setting is found by its place, with comments and without quotes; without a file all have their default", () => {
  expect(open().value("a.b", 1, z.number(), "a number")).toBe(1);
  write("{ a: { b: 0x10, }, } // so");
  expect(open().value("a.b", 1, z.number(), "a number")).toBe(16);
  expect(told).toEqual([]);
});

test("a wrong value is told and counts as the default, the others still count", () => {
  write("{ a: { b: 'x', c: 2 } }");
  const file = open();
  expect(file.value("a.b", 1, z.number(), "a number")).toBe(1);
  expect(file.value("a.c", 1, z.number(), "a number")).toBe(2);
  expect(told).toEqual(["set.json5: a.b is 'x', but must be a number. It counts as 1."]);
});

test("settings that nobody asks for are told, and of many only some", () => {
  write("{ a: 1, b: { c: 2 }, __proto__: { d: 1 } }");
  const file = open();
  file.value("a", 1, z.number(), "a number");
  file.tellUnknown();
  expect(told[0]).toBe("set.json5: there is no setting b.c.");
  told = [];
  write(`{ ${Array.from({ length: 100 }, (_, at) => `x${at}: 1`).join()} }`);
  open().tellUnknown();
  expect(told).toHaveLength(6);
  expect(told.at(-1)).toBe("set.json5: 95 more.");
});

test("a wrong value that is a list, however deep, is told in one line", () => {
  write(`{ a: ${"[".repeat(20_000)}${"]".repeat(20_000)} }`);
  expect(open().value("a", 1, z.number(), "a number")).toBe(1);
  expect(told).toEqual(["set.json5: a is a list, but must be a number. It counts as 1."]);
});

test("a file that is no object, no JSON5, too long, too deep, a folder's name or a link is told in one line", () => {
  const deep = `${"{a:".repeat(9000)}1${"}".repeat(9000)}`;
  for (const text of ["[1]", "null", "{ a: ", "", `{ a: "${"x".repeat(70_000)}" }`]) {
    write(text);
    told = [];
    expect(open().value("a", 1, z.number(), "a number")).toBe(1);
    expect(told).toEqual([expect.stringMatching(/^set\.json5 is not used/)]);
  }
  write(deep);
  expect(open().value("a", 1, z.number(), "a number")).toBe(1);
  rmSync(join(folder, "set.json5"));
  symlinkSync("/etc/hostname", join(folder, "set.json5"));
  told = [];
  open();
  expect(told).toEqual([expect.stringContaining("symbolic link")]);
});
