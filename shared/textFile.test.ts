import { chmodSync, linkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { skipOnWindows } from "./fixtures/windows.ts";
import { spelledOnDisk } from "./textFile.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "text-"));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

test("a name that looks the same is taken for that of the one file", async () => {
  writeFileSync(at("to do.txt"), "");
  expect(await spelledOnDisk(at("to\u202fdo.txt"))).toBe(at("to do.txt"));
  writeFileSync(at("to\u00a0do.txt"), "");
  expect(await spelledOnDisk(at("to\u202fdo.txt"))).toBe(at("to\u202fdo.txt"));
});

test("a program is found by its own name only: the gate has not judged another one", async (context) => {
  skipOnWindows(context, "modes");
  writeFileSync(at("run it.sh"), "");
  chmodSync(at("run it.sh"), 0o755);
  expect(await spelledOnDisk(at("run it.sh"))).toBe(at("run it.sh"));
  expect(await spelledOnDisk(at("run\u00a0it.sh"))).toBe(at("run\u00a0it.sh"));
});

test("so is a file with several names, one of which may steer agents", async () => {
  writeFileSync(at("AGENTS.md"), "");
  linkSync(at("AGENTS.md"), at("to do.md"));
  expect(await spelledOnDisk(at("to do.md"))).toBe(at("to do.md"));
  expect(await spelledOnDisk(at("to\u00a0do.md"))).toBe(at("to\u00a0do.md"));
});
