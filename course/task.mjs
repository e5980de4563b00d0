// course/task · one task of `npm test`: runs it and leaves its count in .results for the sum.
// node course/task.mjs NAME -- COMMAND …     counts 1, passed or failed by its exit code
// node course/task.mjs NAME --count -- COMMAND …   counts what the command itself wrote to $COUNT_FILE
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [name, ...rest] = process.argv.slice(2);
const counts = rest.shift() === "--count" && rest.shift() === "--";
const folder = join(process.cwd(), ".results");
const file = join(folder, `${name}.json`);
mkdirSync(folder, { recursive: true });
rmSync(file, { force: true });

const { status } = spawnSync(rest[0], rest.slice(1), {
  stdio: "inherit",
  env: { ...process.env, COUNT_FILE: file },
  shell: process.platform === "win32",
});
if (!counts)
  writeFileSync(
    file,
    JSON.stringify({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 }),
  );
else if (!existsSync(file)) writeFileSync(file, JSON.stringify({ passed: 0, failed: 1 }));
else if (status !== 0 && !(JSON.parse(readFileSync(file, "utf8")).failed > 0)) {
  writeFileSync(file, JSON.stringify({ passed: 0, failed: 1 })); // it counted well and died all the same
}
process.exitCode = status === null ? 1 : status;
