// course/check/cycles · a cycle of imports is found by the linter, with the settings of this repository.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "../base/root.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cycles-"));
  await copyFile(join(ROOT, "biome.json"), join(folder, "biome.json"));
});
afterEach(() => rm(folder, { recursive: true }));

function lint(): Promise<string> {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--colors=off", folder];
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) => done(stdout + stderr));
  });
}

test("a cycle of values is an error", async () => {
  await writeFile(
    join(folder, "one.ts"),
    'import { two } from "./two.ts";\nexport const one = () => two;\n',
  );
  await writeFile(
    join(folder, "two.ts"),
    'import { one } from "./one.ts";\nexport const two = () => one;\n',
  );
  expect(await lint()).toContain("noImportCycles");
});

test("types may refer to each other", async () => {
  await writeFile(
    join(folder, "one.ts"),
    'import type { Two } from "./two.ts";\nexport type One = { two: Two };\n',
  );
  await writeFile(
    join(folder, "two.ts"),
    'import type { One } from "./one.ts";\nexport type Two = { one: One };\n',
  );
  expect(await lint()).not.toContain("noImportCycles");
});
