// course/replay/kept · the key of a session: there is one when all that the session depends on is known, and it changes with it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readSessions } from "./readme.ts";

const root = mkdtempSync(join(tmpdir(), "kept-"));
afterAll(() => rmSync(root, { recursive: true }));

/** The key in a run of its own: within a run, each file is read once. */
async function keyOf(lines: string): Promise<string | undefined> {
  vi.resetModules();
  const { keyOfSession } = await import("./kept.ts");
  const [session] = readSessions(`\`\`\`console session=a\n${lines}\n\`\`\``).sessions;
  if (session === undefined) throw new Error("one session, please");
  return keyOfSession(session, root);
}

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

test("what a session shows is in its key", async () => {
  const key = await keyOf("$ ls\na.txt");
  expect(key).toBeDefined();
  expect(await keyOf("$ ls\na.txt")).toBe(key);
  expect(await keyOf("$ ls\nb.txt")).not.toBe(key);
});

test("a command whose needs are not known leaves a session without a key", async () => {
  expect(await keyOf("$ npx cowsay\nmoo")).toBeUndefined();
  expect(await keyOf("$ npm run measure --help\nmoo")).toBeUndefined();
});

test("a command of the course depends on its modules and on every chapter; others do not", async () => {
  write("course/measure/main.ts", 'import "./rows.ts";');
  write("course/measure/rows.ts", "");
  write("s01_first/code.ts", "");
  const measured = await keyOf("$ npm run measure\n…");
  const other = await keyOf("$ ls\n…");
  expect(measured).toBeDefined();
  write("s01_first/code.ts", "export {};");
  expect(await keyOf("$ npm run measure\n…")).not.toBe(measured);
  expect(await keyOf("$ ls\n…")).toBe(other);
});
