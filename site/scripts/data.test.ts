// site/scripts/data · the site's lists are compared with the course, and sessions in a page are skipped with a reason.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ROOT } from "../../course/base/root.ts";
import { siteFaults } from "./data.mjs";
import { DOZEN, playInPage } from "./deep.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lists-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const faults = () => siteFaults(root).map(({ file, says }) => `${file} ${says}`);

test("the lists of the course have nothing wrong", () => {
  expect(siteFaults(ROOT)).toEqual([]);
});

test("a session without a line, and a line without a session, are told", () => {
  write("s01_loop/README.zh.md", "```console fixture=shop session=one\n$ npm start\n```\n");
  write("site/sessions.json", JSON.stringify({ "s01_loop/README.md two": "passed" }));
  expect(faults()).toEqual([
    'site/sessions.json has no line for "s01_loop/README.zh.md one"',
    'site/sessions.json has "s01_loop/README.md two", which is on no page',
  ]);
});

test("a promise that is in no spec is told, and so is a chapter that is none", () => {
  write("s01_loop/spec.test.ts", 'test("it holds", () => {});\n');
  const list = { s01_loop: { "it holds": "why", "it holds not": "why" }, s02_gone: "agents" };
  write("site/judged.json", JSON.stringify(list));
  expect(faults()).toEqual([
    'site/judged.json has "it holds not", which is not in s01_loop\'s spec',
    "site/judged.json has s02_gone, which is no chapter",
  ]);
});

test("without a Chromium all sessions are skipped, and it says why", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  vi.stubEnv("CHROMIUM", join(root, "none"));
  const counts = await playInPage(DOZEN, () => {});
  expect(counts).toEqual({ passed: 0, failed: 0, skipped: 12 });
  expect(said).toHaveBeenCalledWith(expect.stringContaining("there is no"));
});
