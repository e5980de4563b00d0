// course/judge/copies.test · what keeps a copy of a chapter from being judged is said once, with what to do.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { obstacleOf } from "./obstacle.ts";

const place = mkdtempSync(join(tmpdir(), "obstacle-"));
afterAll(() => rmSync(place, { recursive: true }));

const CODE =
  'import { repl } from "../shared/terminal.ts";\nawait repl(import.meta, async () => {});\n';

/** A folder with one file. */
function folder(name: string, file: string, text: string): string {
  mkdirSync(join(place, name));
  writeFileSync(join(place, name, file), text);
  return join(place, name);
}

test("a folder without an agent", async () => {
  expect(await obstacleOf(folder("empty", "notes.txt", ""))).toMatch(
    /has neither code\.ts nor launch\.json\. Write one/,
  );
});

test("a copy outside of the course lacks shared, and runs once it is linked", async () => {
  const copy = folder("my_s01", "code.ts", CODE);
  expect(await obstacleOf(copy)).toContain(`ln -s ${join(ROOT, "shared")}`);
  symlinkSync(join(ROOT, "shared"), join(place, "shared"), "junction");
  expect(await obstacleOf(copy)).toBeUndefined();
});

test("code that cannot be read, with file and line", async () => {
  expect(await obstacleOf(folder("my_s02", "code.ts", "const a = ;\n"))).toMatch(
    /cannot be read:[\s\S]*code\.ts:1:10/,
  );
});

test("a chapter has no obstacle", async () => {
  expect(await obstacleOf(join(ROOT, "s01_agent_loop"))).toBeUndefined();
});
