// course/view · a real run of s15 with two mates, as its trace tells it.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { bundleChapter } from "../bundle/bundle.ts";
import { chapterFolder } from "../chapters/list.ts";
import { viewCommand } from "./command.ts";

/** What the agent shows when ann's message and a result of each mate have been read. */
const READ = [
  /ben has read \S+ from ann/,
  /lead has read \S+ from ann/,
  /lead has read \S+ from ben/,
];

/** Runs the chapter until this mail has been read; then its input ends. Returns its exit code. */
async function runTeam(cwd: string): Promise<number | null> {
  const program = await bundleChapter(chapterFolder("s15", ROOT));
  const env = {
    ...{ PATH: process.env.PATH, HOME: cwd, PRACTICE: "1", EXPLAIN: "1", TRACE: "trace.jsonl" },
    PRACTICE_SCRIPT: join(FIXTURES, "two-mates.json"),
  };
  const child = spawn(process.execPath, [program], { cwd, env });
  let said = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
    if (READ.every((one) => one.test(said))) child.stdin.end();
  });
  child.stdin.write("get two mates\n");
  return new Promise((resolve) => child.on("close", resolve));
}

test("the trace of a team tells whose each call is, and which mail went where", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "view-team-"));
  try {
    await writeFile(join(cwd, "1.md"), "Buy a cork.\n");
    expect(await runTeam(cwd)).toBe(0);
    const lines: string[] = [];
    expect(await viewCommand([join(cwd, "trace.jsonl")], ROOT, (line) => lines.push(line))).toBe(0);
    const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
    const order = [
      at(/ lead +calls spawn_teammate ann/),
      at(/ ann +is told: Tell ben what 1.md says\.$/),
      at(/ ann +calls read_file 1\.md$/),
      at(/ ann → ben: message \S+, 11 characters$/),
      at(/ ben has read \S+ from ann$/),
    ];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(at(/ ann → lead: result \S+, 16 characters$/)).toBeGreaterThan(0);
    expect(at(/ ben → lead: result/)).toBeGreaterThan(0);
    expect(at(/ lead +asks aside, memories/)).toBeGreaterThan(0);
    expect(lines.at(-1)).not.toContain("Left out");
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
