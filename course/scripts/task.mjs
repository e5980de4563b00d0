// course/scripts/task · one task of `npm test`: runs it, and ends with a line that says how it went.
// node course/scripts/task.mjs NAME -- COMMAND …           counts 1, passed or failed by its exit code
// node course/scripts/task.mjs NAME --count -- COMMAND …   counts what the command itself wrote to $COUNT_FILE
// It runs in the course's folder.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What the last line begins with; JSON follows. `npm test` reads it, also when turbo tells it again from its cache. */
export const RESULT = "task-result ";
/** A line of a task that begins so is shown by `npm test` as soon as it comes. course/results/tell.ts writes such lines. */
export const SHOWN = "task-line ";
const LAST_LINES = 80; // of a task that failed

if (process.argv[1]?.endsWith("task.mjs")) main(process.argv.slice(2));

function main([name, ...rest]) {
  const counts = rest.shift() === "--count" && rest.shift() === "--";
  const folder = mkdtempSync(join(tmpdir(), "task-"));
  const file = join(folder, "count.json");
  const started = Date.now();
  const child = spawn(rest[0], rest.slice(1), {
    cwd: dirname(dirname(import.meta.dirname)),
    stdio: ["inherit", "pipe", "pipe"],
    env: { ...process.env, COUNT_FILE: file },
    shell: process.platform === "win32",
  });
  const output = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on("data", (bytes) => output.push(bytes));
    from.pipe(to, { end: false });
  }
  child.on("error", (error) => console.error(error.message));
  child.on("close", (status) => {
    const count = counted(status, counts ? file : undefined);
    rmSync(folder, { recursive: true });
    const result = { name, ...count, ms: Date.now() - started };
    const lines = Buffer.concat(output).toString().trimEnd().split("\n");
    if (count.failed > 0)
      result.output = worthSaying(lines.filter((line) => !line.startsWith(SHOWN)));
    process.stdout.write(`\n${RESULT}${JSON.stringify(result)}\n`);
    process.exitCode = count.failed > 0 ? 1 : 0;
  });
}

/** The names of the tests that failed, which may stand far above the end, and the last lines without what has passed. */
function worthSaying(all) {
  const lines = all.filter((line) => !PASSED.test(line));
  return [
    ...lines.slice(0, -LAST_LINES).filter((line) => /\bFAIL\b/.test(line)),
    ...lines.slice(-LAST_LINES),
  ];
}

/** A line about a session or a test that has passed; vitest's begin with a colour. */
const PASSED = /^(\s|\u001b\[[\d;]*m)*(passed |✓)/;

/** The counts that the command wrote, with at least one failure when its exit code is not 0. */
function counted(status, file) {
  if (!file) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  const count = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { passed: 0, failed: 1 };
  return status === 0 || count.failed > 0 ? count : { ...count, failed: 1 }; // its counts show no failure, but it failed
}
