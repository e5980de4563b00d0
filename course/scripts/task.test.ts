// course/scripts/task · what `npm test` shows of a task that has failed.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("what has failed is shown, however much has passed after it", () => {
  const said = `
    console.log("! failed  s01/README.md session one");
    for (let at = 0; at < 200; at++) console.log("  passed  s01/README.md session " + at);
    for (let at = 0; at < 200; at++) console.log(" \\u001b[32m✓\\u001b[39m a test " + at);
    console.log("1 failed");
    process.exitCode = 1;`;
  const words = [join(import.meta.dirname, "task.mjs"), "replays", "--", process.execPath];
  const { stdout } = spawnSync(process.execPath, [...words, "-e", said], { encoding: "utf8" });
  const [, result = ""] = stdout.split("task-result ");
  expect(JSON.parse(result)).toMatchObject({
    failed: 1,
    output: ["! failed  s01/README.md session one", "1 failed"],
  });
});
