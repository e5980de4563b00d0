// course/task · one task of `npm test`: runs it and leaves its count in .results for the sum.
// node course/task.mjs NAME -- COMMAND …     counts 1, passed or failed by its exit code
// node course/task.mjs NAME --count -- COMMAND …   counts what the command itself wrote to $COUNT_FILE
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LAST_LINES = 80; // of a task that failed, told again at the end: other tasks have printed over it

const [name, ...rest] = process.argv.slice(2);
const counts = rest.shift() === "--count" && rest.shift() === "--";
const folder = join(process.cwd(), ".results");
const file = join(folder, `${name}.json`);
mkdirSync(folder, { recursive: true });
rmSync(file, { force: true });

const child = spawn(rest[0], rest.slice(1), {
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
  const count = counted(status);
  if (count.failed > 0)
    count.output = Buffer.concat(output).toString().trimEnd().split("\n").slice(-LAST_LINES);
  writeFileSync(file, JSON.stringify(count));
  process.exitCode = status === null ? 1 : status;
});

/** What the command wrote, but never less than one failure where it did not end well. */
function counted(status) {
  if (!counts) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  const count = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { passed: 0, failed: 1 };
  return status === 0 || count.failed > 0 ? count : { ...count, failed: 1 }; // it counted well and died all the same
}
