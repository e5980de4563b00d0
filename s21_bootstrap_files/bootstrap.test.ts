import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createReader, isEffectivelyEmpty } from "./bootstrap/files.ts";
import { type BootstrapHandler, runHandlers } from "./bootstrap/handlers.ts";

let folder = "";
let told: string[] = [];
const tell = (problem: string) => void told.push(problem);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bootstrap-"));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a form that nobody has filled in is empty, a task is not", () => {
  for (const text of [
    "",
    " \r\n",
    "# h",
    "###### h",
    "#",
    "-",
    "* \n+",
    "- [ ]",
    "- [x]",
    "1.",
    "2)\n# a",
  ])
    expect([text, isEffectivelyEmpty(text)]).toEqual([text, true]);
  for (const text of [
    "a",
    "#TODO",
    "- a",
    "- [ ] a",
    "####### seven",
    "# h\ntext",
    "---",
    "[link]",
  ])
    expect([text, isEffectivelyEmpty(text)]).toEqual([text, false]);
});

test("a line of a million spaces is looked at in no time", () => {
  expect(isEffectivelyEmpty(`- ${" ".repeat(1_000_000)}x`)).toBe(false);
});

test("a file that has changed is read again, also with its old size and time", () => {
  const read = createReader();
  const path = join(folder, "AGENTS.md");
  const textOf = () => read(folder, tell)[0]?.text;
  const old = new Date("2026-01-02T03:04:05Z");
  for (const text of ["aaaa", "bbbb", "cccc"]) {
    writeFileSync(path, text);
    utimesSync(path, old, old);
    expect(textOf()).toBe(text);
  }
});

test("what is not UTF-8 is told and still used, a binary file is not", () => {
  writeFileSync(join(folder, "AGENTS.md"), Buffer.from([0x61, 0xff, 0x62]));
  writeFileSync(join(folder, "SOUL.md"), Buffer.from("ab", "utf16le"));
  const [agents, soul] = createReader()(folder, tell);
  expect(agents).toMatchObject({ status: "ok", text: "a\ufffdb" });
  expect(soul).toMatchObject({ status: "unreadable" });
  expect(told).toHaveLength(2);
});

const context = { mode: "work", workspaceDir: "/w", bootstrap: { SOUL: "old", USER: null } };
const made = (...handlers: BootstrapHandler[]) => runHandlers(handlers, context, tell);

test("a handler changes its context or returns another one, and the next one sees it", async () => {
  const texts = await made(
    ({ bootstrap }) => {
      bootstrap.SOUL = "new";
    },
    async (given) => ({ ...given, bootstrap: { EXTRA: `${given.bootstrap.SOUL} and more` } }),
  );
  expect(texts).toEqual({ SOUL: "new", USER: null, EXTRA: "new and more" });
  expect(context.bootstrap.SOUL).toBe("old");
});

test("a handler that throws halfway has changed nothing, and the others still run", async () => {
  const texts = await made(
    ({ bootstrap }) => {
      bootstrap.SOUL = "half";
      throw new Error("no file");
    },
    ({ bootstrap }) => {
      bootstrap.USER = "Ann";
    },
  );
  expect(texts).toEqual({ SOUL: "old", USER: "Ann" });
  expect(told).toEqual(["A handler of agent:bootstrap is left out: no file"]);
});

test("what is no text, or has a name that is none of a file, is left out", async () => {
  const wrong: unknown = JSON.parse('{ "SOUL": 5, "../x": "text", "USER": "Ann" }');
  const texts = await made(({ bootstrap }) => {
    Object.assign(bootstrap, wrong);
  });
  expect(texts).toEqual({ SOUL: "old", USER: "Ann" });
  expect(told).toHaveLength(2);
});
