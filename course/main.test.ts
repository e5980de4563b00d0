// course/main · the commands, as they are typed.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "./base/root.ts";
import { runCourse } from "./commands.ts";

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

async function course(...args: string[]): Promise<Ran> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const code = await runCourse(
    args,
    (line) => stdout.push(`${line}\n`),
    (line) => stderr.push(`${line}\n`),
  );
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}

test("as a program it prints, and ends with the exit code", async () => {
  const words = ["--import", "tsx", join("course", "main.ts"), "lisp"];
  const ran = await new Promise((done) => {
    execFile(process.execPath, words, { cwd: ROOT }, (error, stdout, stderr) =>
      done({ code: error?.code, stdout, stderr }),
    );
  });
  const known = "list, diff, build, hint, spec, replay, view, check, propagate, mutants";
  const stderr = `There is no command "lisp". There are: ${known}.\n`;
  expect(ran).toEqual({ code: 2, stdout: "", stderr });
});

test("list prints the chapters in order", async () => {
  const { code, stdout } = await course("list");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^s01_agent_loop\n/);
});

test("without a word it lists the commands, and each says how it is used", async () => {
  const { code, stdout } = await course();
  const names = [...stdout.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name = ""]) => name);
  expect([code, names]).toEqual([
    0,
    ["list", "diff", "build", "hint", "spec", "replay", "view", "check", "propagate", "mutants"],
  ]);
  for (const name of names) {
    const help = await course(name, "--help");
    expect([help.code, help.stdout.split("\n")[0]]).toEqual([
      0,
      expect.stringMatching(`^Usage: npm run course -- ${name}`),
    ]);
  }
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
  expect(answers[2]?.stderr).toMatch(/^Usage: npm run course -- spec CHAPTER [^\n]*\n$/);
  const specless = await course("spec", join(ROOT, "shared"));
  expect([specless.code, specless.stderr]).toEqual([2, expect.stringContaining("no spec.test.ts")]);
});

test("spec runs a spec on another agent, and ends with the counts", async () => {
  const [toy = "", earlier = ""] = ["toy-agent", "toy-earlier"].map((name) => join(FIXTURES, name));
  const { code, stdout } = await course("spec", toy, "--on", earlier);
  expect(code).toBe(1);
  expect(stdout).toContain("1   passed  an answer is printed (inherited: every agent answers)\n");
  expect(stdout).toContain("! failed  a long wait ends when the clock is advanced\n    ");
  expect(stdout).toMatch(/\n1 passed, 2 failed\n$/);
});
