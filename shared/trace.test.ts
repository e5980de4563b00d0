import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { skipOnWindows } from "./fixtures/windows.ts";
import { openTrace } from "./trace.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trace-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("lines are added to the end of a file", () => {
  const path = join(folder, "trace.jsonl");
  writeFileSync(path, "before\n");
  openTrace(path).event("one");
  expect(readFileSync(path, "utf8")).toMatch(/^before\n\{.*"event":"one"\}\n$/);
});

test("a link is not followed, wherever it leads, and a pipe is not waited for", (context) => {
  skipOnWindows(context, "links");
  const own = join(folder, ".bashrc");
  writeFileSync(own, "mine\n");
  for (const target of [own, join(folder, "new")]) {
    const link = join(folder, `to ${target.length}`);
    symlinkSync(target, link);
    expect(() => openTrace(link)).toThrow(/cannot be written \(it is a link\)/);
  }
  expect(readFileSync(own, "utf8")).toBe("mine\n");
  expect(existsSync(join(folder, "new"))).toBe(false);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect(() => openTrace(join(folder, "pipe"))).toThrow("cannot be written");
});
