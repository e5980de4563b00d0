// practice/bench/load · two hundred streams at once end whole, in bounded memory.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("200 concurrent streams over loopback end correctly within 300 MB", async () => {
  const child = join(import.meta.dirname, "load-child.ts");
  const args = ["--import", "tsx", child, "200"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { whole, atOnce, memory } = JSON.parse(stdout);
  expect([whole, atOnce]).toEqual([200, 200]);
  expect(memory).toBeLessThan(300);
});
