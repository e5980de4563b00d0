// course/main · the commands, as they are typed.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./root.ts";

const LIMIT_MS = 60_000;

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

function course(...args: string[]): Promise<Ran> {
  const words = ["--import", "tsx", join("course", "main.ts"), ...args];
  const options = { cwd: ROOT, env: { ...process.env, INIT_CWD: ROOT } };
  return new Promise((done) => {
    execFile(process.execPath, words, options, (error, stdout, stderr) => {
      done({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

test("list prints the chapters in order", async () => {
  const { code, stdout } = await course("list");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^s01_agent_loop\n/);
});

test("an unknown command is misuse, and says which there are", async () => {
  const { code, stderr } = await course("lisp");
  expect([code, stderr]).toEqual([
    2,
    'There is no command "lisp". There are: list, diff, check, propagate, new, spec, replay.\n',
  ]);
});

test("a chapter or an option that does not exist is misuse, in one line", async () => {
  const answers = [
    await course("spec", "s77"),
    await course("spec", "--loud"),
    await course("spec"),
  ];
  expect(answers.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(answers[0]?.stderr).toMatch(
    /^There is no chapter "s77"\. There are: s01_agent_loop, .*\n$/,
  );
  expect(answers[1]?.stderr).toMatch(/^[^\n]*--loud[^\n]*\n$/);
  expect(answers[2]?.stderr).toMatch(/^Usage: [^\n]*\n$/);
  const specless = await course("spec", "shared");
  expect([specless.code, specless.stderr]).toEqual([2, expect.stringContaining("no spec.test.ts")]);
});

test(
  "spec runs a spec on another agent, and ends with the counts",
  async () => {
    const folders = ["toy-agent", "toy-earlier"].map((name) => join("course", "fixtures", name));
    const { code, stdout } = await course("spec", `${folders[0]}`, "--on", `${folders[1]}`);
    expect(code).toBe(1);
    expect(stdout).toContain("  passed  an answer is printed (inherited: every agent answers)\n");
    expect(stdout).toContain("! failed  a long wait ends when the clock is advanced\n    ");
    expect(stdout).toMatch(/\n1 passed, 2 failed\n$/);
  },
  LIMIT_MS,
);
