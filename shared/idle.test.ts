import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a server that is met after the question was asked has time to speak, too", async () => {
  const idle = JSON.stringify(join(import.meta.dirname, "idle.ts"));
  const code = `import { beginGuest, whenIdle } from ${idle};
    process.stdin.resume(); // an open input keeps the program alive, and is no work
    const from = performance.now();
    const rests = whenIdle(0, new AbortController().signal);
    beginGuest("server");
    await rests;
    console.log(performance.now() - from);
    process.exit();`;
  const words = ["--import", "tsx", "--input-type=module", "-e", code];
  const { stdout } = await promisify(execFile)(process.execPath, words); // its own timers are all that it has
  expect(Number(stdout)).toBeGreaterThan(2900);
});
