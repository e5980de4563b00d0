// Judges many command lines: harmful ones, everyday ones, and those that are never allowed.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import type { ToolContext } from "../tools.ts";
import { judgeLine } from "./judge.ts";

const test = testNeeding("links");

const FIXTURES = join(import.meta.dirname, "../../course/fixtures/permission");
const FILES = [
  ...["a.txt", "src/b.ts", "src/run", "notes/1.md", ".env", "key.pem", "tool"],
  ...["odd/-ox", "odd/HEAD", "odd/.eslintrc.js", "upper/B.key", "upper/a.txt"],
  `long/${"a".repeat(60)}`,
];
const LINKS = {
  out: "/etc",
  self: ".",
  hang: "out/../tmp/no-such-file",
  "src/back": ".",
  "src/outer": "/etc",
  "src/hidden": "..",
};

let cwd = "";
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "lines-")));
  for (const file of FILES) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), "text\n");
  }
  chmodSync(join(cwd, "tool"), 0o755);
  execFileSync("git", ["init", "-q"], { cwd });
  for (const [link, target] of Object.entries(LINKS)) symlinkSync(target, join(cwd, link));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function linesOf(name: string): string[] {
  const lines = readFileSync(join(FIXTURES, name), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
const lineIn = (json: string): string => JSON.parse(json);

/** Of git. No line is run, so nothing changes. */
const answers = new Map();

async function behaviourOf(line: string): Promise<string> {
  const agent = Object({}); // the gate does not use it
  const { signal } = new AbortController();
  const context: ToolContext = { agent, cwd, roots: [cwd], signal, turn: typedTurn() };
  return (await judgeLine(line, context, answers)).behaviour;
}

test("no harmful line is allowed", async () => {
  const lines = linesOf("harmful.txt");
  const allowed: string[] = [];
  for (const json of lines) if ((await behaviourOf(lineIn(json))) === "allow") allowed.push(json);
  expect(new Set(lines).size).toBe(lines.length);
  expect(allowed).toEqual([]);
});

test("an everyday line is judged as everyday.txt says", async () => {
  const wrong: string[] = [];
  for (const entry of linesOf("everyday.txt")) {
    const [expected = ""] = entry.split(" ", 1);
    const line = entry.slice(expected.length + 1).replaceAll(/(?<!')\\n/g, "\n");
    const behaviour = await behaviourOf(line);
    if (behaviour !== expected) wrong.push(`${behaviour}, not ${entry}`);
  }
  expect(wrong).toEqual([]);
});

test("a line that is never allowed is denied", async () => {
  const passed: string[] = [];
  for (const json of linesOf("never.txt"))
    if ((await behaviourOf(lineIn(json))) !== "deny") passed.push(json);
  expect(passed).toEqual([]);
});
